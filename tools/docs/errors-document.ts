import {later as enLater} from '../../src/texts/en/later.js';
import {first as en} from '../../src/texts/en/first.js';
import {fill} from '../../src/element/shopper/locale.js';
import {outcomeText} from '../../src/element/views/outcome.js';
import {CardVaultError, cardVaultErrorCodes, type CardVaultErrorCode} from '../../src/protocol/index.js';
import {elementGuide, endingGuide, kitGuide, warningGuide} from './error-guide.js';

const english: Readonly<Record<string, string>> = {...en, ...enLater};
const turns = {
  shopper: 'the shopper',
  merchant: 'the shop',
  network: 'the shopper, when the connection or the service is back',
} as const;

/** `site/errors.md`, made from the codes and the sentences of the element. */
export function errorsDocument(): string {
  return [
    '# Errors',
    '',
    'Made from the codes by `npm run docs`; do not edit. The texts are in `tools/docs/error-guide.ts`.',
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
    ...Object.entries(endingGuide).flatMap(([cause, {means, turn, next}]) => [
      ...[`### \`${cause}\``, ''],
      ...[`- ${means}`, `- Whose turn it is: ${turn}.`, `- What to do: ${next}`, ''],
    ]),
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
    'A code that begins with `webhook.` answers the service: the message says why, and the list of deliveries shows it.',
    '',
    ...Object.entries(kitGuide).flatMap(([code, [turn, means, next]]) => [
      ...[`### \`${code}\``, ''],
      ...[`- ${means}`, `- Whose turn it is: ${turn}.`, `- What to do: ${next}`, ''],
    ]),
  ].join('\n');
}

function section(code: CardVaultErrorCode): readonly string[] {
  const {means, next} = elementGuide[code];
  const error = new CardVaultError(code, '');
  const say = (key: string, values?: Readonly<Record<string, string | number>>): string =>
    fill(english[key]!, values);
  const {sentence} = outcomeText({name: 'failed', run: 1, error}, say, '');
  const again = error.retryable ? 'The same may succeed later.' : 'The same fails again.';
  return [
    `### \`${code}\``,
    '',
    ...[`- ${means}`, `- Whose turn it is: ${turns[error.audience]}. ${again}`],
    ...[`- What to do: ${next}`, `- The shopper reads: “${sentence}”`],
    '',
  ];
}
