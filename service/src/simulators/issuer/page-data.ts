import {pathOf} from './access-tokens.js';
import type {Language, MessageKey} from './language.js';
import {passkeyOrigin} from './passkeys.js';
import type {PartDependencies} from '../../domain/ports/hosted-parts.js';
import type {StepUpPlace} from './step-up.js';
import type {Transaction} from './store.js';

/** Path of the requests of the pages' script. */
export const answerPath = `${pathOf('step-up')}/answer`;

/** Messages that the script shows. */
const scriptMessages = [
  ...(['codeMissing', 'codeWrong', 'codeOld', 'codeResent', 'codesUsedUp'] as const),
  ...(['checking', 'sending', 'cancelling', 'offline', 'noAnswer', 'windowDone', 'created'] as const),
  ...(['passkeyMissing', 'passkeyUnused', 'passkeyUnfit'] as const),
] satisfies readonly MessageKey[];
export type ScriptMessage = (typeof scriptMessages)[number] | 'codeSent' | 'codeNote';

/** Data for the script of a page. */
export interface StepUpPageData {
  /** The access token. The script sends it back in the body of each request. */
  readonly token: string;
  readonly answerPath: string;
  /** Whether this is the second page, which closes at its end. */
  readonly isSecondPage: boolean;
  /** The code, where the page enters it itself. */
  readonly enters?: string | undefined;
  /** The domain of the passkeys. */
  readonly domain: string;
  /** The card, as a passkey shows it. */
  readonly card: string;
  readonly texts: Readonly<Record<ScriptMessage, string>>;
}

/** The digits at the end of the phone number that codes are sent to. */
const phone = '42';

/** The sentences about the code: where it was sent, and, because this bank sends nothing, which it is. */
export function codeTexts({stepUp}: Pick<Transaction, 'stepUp'>, {say}: Language, code: string) {
  return {
    codeSent: say('codeSent', {digits: phone}),
    codeNote: say(stepUp === 'new-code' ? 'testNewCode' : 'testCode', {code}),
  };
}

export function pageData(
  {urls, settings}: PartDependencies,
  transaction: Transaction,
  language: Language,
  {token, place}: {readonly token: string; readonly place: StepUpPlace},
): StepUpPageData {
  const messages = scriptMessages.map((key) => [key, language.say(key)] as const);
  return {
    token,
    answerPath,
    isSecondPage: place === 'step-up-window',
    enters: transaction.stepUp === 'answered' ? settings.oneTimeCode : undefined,
    domain: new URL(passkeyOrigin(urls.issuer)).hostname,
    card: `•••• ${transaction.lastFour}`,
    texts: {
      ...(Object.fromEntries(messages) as Record<(typeof scriptMessages)[number], string>),
      ...codeTexts(transaction, language, settings.oneTimeCode),
    },
  };
}
