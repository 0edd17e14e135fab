import {before} from '../../src/texts/en/before.js';
import {first} from '../../src/texts/en/first.js';
import {later} from '../../src/texts/en/later.js';
import {list} from '../../src/texts/en/list.js';
import {pages} from '../../src/texts/en/pages.js';
import {pieces} from '../../src/texts/en/pieces.js';
import {subscribe} from '../../src/texts/en/subscribe.js';
import {fill} from '../../src/element/shopper/locale.js';
import {outcomeText} from '../../src/element/views/outcome.js';
import type {StopCause} from '../../src/flow/index.js';
import {CardVaultError, cardVaultErrorCodes, type CardVaultErrorCode} from '../../src/protocol/index.js';
import {bankGuide, elementGuide, endingGuide, kitGuide, warningGuide} from './error-guide.js';

const english: Readonly<Record<string, string>> = {...first, ...later};
const say = (key: string, values?: Readonly<Record<string, string | number>>): string =>
  fill(english[key]!, values);

/** English sentences of elements and hosted pages that name the bank, with their keys. Those of the simulated bank are its own. */
export const bankSentences = [first, later, list, pieces, subscribe, before, pages]
  .flatMap((texts) => Object.entries<string>(texts))
  .filter(([, sentence]) => /bank/i.test(sentence));

const turns = {
  shopper: 'the shopper',
  merchant: 'the shop',
  network: 'the shopper, when the connection or the service is back',
} as const;

const again = (maySucceed: boolean): string =>
  maySucceed ? 'The same may succeed later.' : 'The same fails again.';

/** `site/errors.md`, made from the codes and the sentences of the element. */
export function errorsDocument(): string {
  return [
    '# Errors',
    '',
    '<!-- Made from the codes by `npm run docs`; do not edit. The texts are in `tools/docs/error-guide.ts`. -->',
    '',
    'A `CardVaultError` has `code`, `message` (for developers), `audience` (whose turn it is) and `retryable`. It is in `detail` of',
    '`card-vault-error`, and `save()` and `whenReady()` reject with it. The console has one line for each cause, which leads here;',
    'the attribute `quiet` switches that off. An ending that is no error, such as a card that the bank declines, is an outcome:',
    '`card-vault-stopped`, with `cause`.',
    '',
    '## Endings that are no errors',
    '',
    'The attempt is over, nothing is authorized any more, and the form is open again.',
    '',
    ...Object.entries(endingGuide).flatMap(([cause, {means, turn, maySucceed, next}]) => [
      ...[`### \`${cause}\``, ''],
      ...[`- ${means}`, `- Whose turn it is: ${turn}. ${again(maySucceed)}`, `- What to do: ${next}`],
      ...[`- The shopper reads: “${sentenceAfter(cause as StopCause)}”`, ''],
    ]),
    '## Sentences that name the bank',
    '',
    'A shopper who writes to you quotes one of these, or its translation.',
    '',
    ...bankSentences.map(([key, sentence]) => `- “${sentence}” ${bankGuide[key]}`),
    '',
    '## Codes of the element',
    '',
    ...cardVaultErrorCodes.flatMap(section),
    '## Warnings of the element',
    '',
    'On the console only: nothing has failed.',
    '',
    ...Object.entries(warningGuide).flatMap(([code, {means, next}]) => [
      ...[`### \`${code}\``, ''],
      ...[`- ${means}`, `- What to do: ${next}`, ''],
    ]),
    "## Codes of the shop's server",
    '',
    'The kit answers with `{code, message}`. In the page they become one of the codes above; the message has both.',
    'A code that begins with `webhook.` answers the service: [the log of the receiver](webhooks.md#the-log-of-the-receiver).',
    '',
    ...Object.entries(kitGuide).flatMap(([code, [turn, means, next]]) => [
      ...[`### \`${code}\``, ''],
      ...[`- ${means}`, `- Whose turn it is: ${turn}.`, `- What to do: ${next}`, ''],
    ]),
  ].join('\n');
}

function sentenceAfter(cause: StopCause): string {
  const outcome = {
    ...({outcome: 'stopped', reason: 'failed', cause} as const),
    ...{authentication: undefined, tracker: undefined},
  };
  return outcomeText({name: 'stopped', run: 1, outcome}, say, '').sentence;
}

function section(code: CardVaultErrorCode): readonly string[] {
  const {means, next} = elementGuide[code];
  const error = new CardVaultError(code, '');
  const {sentence} = outcomeText({name: 'failed', run: 1, error}, say, '');
  return [
    `### \`${code}\``,
    '',
    ...[`- ${means}`, `- Whose turn it is: ${turns[error.audience]}. ${again(error.retryable)}`],
    ...[`- What to do: ${next}`, `- The shopper reads: “${sentence}”`],
    '',
  ];
}
