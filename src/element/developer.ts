import {CardVaultError, type CardVaultErrorCode} from '../protocol/errors.js';
import {lowContrasts} from './contrast.js';
import type {WrongOption} from './options.js';

/** Address of site/errors.md, set by the build where package.json names the repository. */
declare const CARD_VAULT_ERRORS: string;

const page = typeof CARD_VAULT_ERRORS === 'string' ? CARD_VAULT_ERRORS : 'site/errors.md';
const said = new Set<string>();

/** Warnings of the console that are no errors: no save failed. */
export const warningCodes = [
  'option-not-used',
  'fields-moved',
  'fields-taken',
  'low-contrast',
  'not-shown',
] as const;
type WarningCode = (typeof warningCodes)[number];

/**
 * One line on the console for each cause: an error for what the shop has to put right, a warning for the
 * rest.
 */
export function logCause(cause: CardVaultError | WrongOption | 'not-shown'): void {
  if (cause === 'not-shown')
    say(
      'warn',
      linked(cause, 'The form was sent without the required card: the page does not show the element.'),
    );
  else if (!('code' in cause)) say('warn', linked('option-not-used', ofOption(cause)));
  else say(...ofError(cause), cause.code === 'unexpected' ? cause.cause : undefined);
}

/** Error of an element that hears nothing of its frames. */
export const madeElsewhere = (): CardVaultError =>
  new CardVaultError(
    'configuration-missing',
    'The element was made in another document than the one it stands in: load its script in this window or frame, and make it there.',
  );

/**
 * Warns where an element with typed fields was disconnected only to be put elsewhere: that loads the frames
 * anew.
 */
export function logMove(element: Element): void {
  if (element.isConnected && !element.hasAttribute('quiet'))
    say('warn', linked('fields-moved', 'A move emptied the card fields. moveBefore() keeps what was typed.'));
}

/** Warns where the page has taken away what an element has put into itself. */
export function logLoss(element: Element): void {
  if (!element.hasAttribute('quiet'))
    say(
      'warn',
      linked(
        'fields-taken',
        'The page removed children that <card-vault> has made, and the card fields with them.',
      ),
    );
}

/** Warns of colours that are too near to each other, as the form is drawn now. */
export function logContrast(element: HTMLElement & {readonly renderRoot: ShadowRoot}): void {
  if (element.hasAttribute('quiet')) return;
  const found = lowContrasts(element.renderRoot).map(
    ({what, ratio, least}) => `${what} ${(Math.floor(ratio * 100) / 100).toFixed(2)}:1 instead of ${least}:1`,
  );
  if (found.length)
    say('warn', linked('low-contrast', `The contrast of the form is too low: ${found.join('; ')}.`));
}

/** @param why shown beside the text, with the place in the scripts where it was thrown. */
function say(level: 'error' | 'warn', text: string, why?: unknown): void {
  if (said.has(text)) return;
  said.add(text);
  const line = [`[card-vault] ${text}`, ...(why === undefined ? [] : [why])];
  if (level === 'error') console.error(...line);
  else console.warn(...line);
}

function ofError({code, message, audience}: CardVaultError): readonly ['error' | 'warn', string] {
  return [audience === 'merchant' ? 'error' : 'warn', linked(code, message)];
}

function linked(code: CardVaultErrorCode | WarningCode, text: string): string {
  return `${code}: ${text}\n${page}#${code}`;
}

function ofOption({option, value, oneOf, unknown}: WrongOption): string {
  if (option === 'value')
    return "value: only '' is taken, which empties the element; a token comes from a card that is saved in it.";
  if (unknown) return `${option}: "${unknown.join(', ')}" is not known; it can name ${oneOf!.join(', ')}.`;
  const shown = typeof value === 'string' ? `"${value}"` : `a value of type ${typeof value}`;
  return `${option}: ${shown} is not used; ${oneOf ? `it can be ${oneOf.join(', ')}.` : 'it has the wrong type.'}`;
}
