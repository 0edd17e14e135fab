import {digitsOf} from '../../platform/pages/card-number.js';
import type {PartDependencies} from '../../domain/ports/hosted-parts.js';
import type {IssuerResult} from '../../domain/ports/issuer.js';
import {finalEci, stateAt} from './decide.js';
import {Passkeys, type Assertion, type NewPasskey} from './passkeys.js';
import {issuerCases} from './test-cards.js';
import type {IssuerStore, Transaction} from './store.js';

/** How many codes one step-up may send, including the first. */
const codesPerStepUp = 4;
/** How often the page asks whether app or window has answered, and for how long it does so by itself. */
const lookEveryMs = 1000;
const lookForMs = 180_000;
/** How long a slow bank takes for each of its answers. */
const slowMs = 4000;

/** The answer to an action of the shopper. */
export type StepUpAnswer =
  | {readonly state: 'wrong'; readonly attemptsLeft: number}
  | {readonly state: 'code-old'}
  | {readonly state: 'sent'; readonly codesLeft: number}
  | {readonly state: 'no-more-codes'}
  | {readonly state: 'code'}
  /** `again` is the time to the next look in milliseconds; null if the page is to stop looking. */
  | {readonly state: 'waiting'; readonly again: number | null}
  | {readonly state: 'passkeys'; readonly challenge: string; readonly ids: readonly string[]}
  | {readonly state: 'created'}
  | {readonly state: 'unused'}
  | {readonly state: 'finished'};

/** What the shopper does. `offers` says where and when it can. */
export type StepUpAction =
  | {readonly action: 'confirm'; readonly code: string}
  | {readonly action: 'resend'}
  | {readonly action: 'cancel'}
  | {readonly action: 'look'}
  | {readonly action: 'use-code'}
  | {readonly action: 'ask-passkey'}
  | {readonly action: 'use-passkey'; readonly assertion: Assertion}
  | {readonly action: 'approve'}
  | {readonly action: 'decline'}
  | {readonly action: 'create-passkey'; readonly passkey: NewPasskey};

/** The page that the shopper acts in: the one the shop opened, or the second one that it opened. */
export type StepUpPlace = 'step-up' | 'step-up-window';

/** Carries out what the shopper does in a step-up: start it, resend the code, confirm or cancel. */
export class StepUp {
  readonly #deps: PartDependencies;
  readonly #store: IssuerStore;
  readonly #passkeys: Passkeys;
  readonly #wait: (ms: number) => Promise<unknown>;

  constructor(deps: PartDependencies, store: IssuerStore, wait: (ms: number) => Promise<unknown>) {
    this.#deps = deps;
    this.#store = store;
    this.#passkeys = new Passkeys(deps);
    this.#wait = wait;
  }

  /** The current state of a transaction. If its time is over, its end is stored first. */
  async expire(transaction: Transaction): Promise<Pick<Transaction, 'state' | 'eci'>> {
    const now = this.#deps.clock.now().getTime();
    const state = stateAt(transaction, now, this.#deps.settings.challengeStartLimitMs);
    if (state === transaction.state) return transaction;
    return this.#end(transaction, state);
  }

  /**
   * Starts a step-up, or continues it after a reload; the one of a bank that is down stays as it is. Returns
   * undefined if there is no such transaction.
   */
  async start(id: string, md: string | null): Promise<Transaction | undefined> {
    const transaction = await this.#store.findTransaction(id);
    if (!transaction) return undefined;
    if (transaction.stepUp === 'slow') await this.#wait(slowMs);
    const {state} = await this.expire(transaction);
    if (state === 'pending' && transaction.stepUp !== 'down') await this.#store.start(id, md);
    return this.#store.findTransaction(id);
  }

  /**
   * Carries out an action of the shopper. If the step-up has ended, nothing changes and the page is sent on to
   * the return page.
   *
   * @returns undefined if the step-up was not started, or does not offer this action in this place.
   */
  async act(id: string, action: StepUpAction, place: StepUpPlace): Promise<StepUpAnswer | undefined> {
    const transaction = await this.#store.findTransaction(id);
    if (!transaction || transaction.startedAt === null) return undefined;
    if (transaction.stepUp === 'slow') await this.#wait(slowMs);
    const {state} = await this.expire(transaction);
    if (state !== 'pending') return {state: 'finished'};
    if (!offers(transaction, action.action, place)) return undefined;
    switch (action.action) {
      case 'cancel':
        return this.#finish(transaction, 'cancelled');
      case 'decline':
        return this.#finish(transaction, 'failed');
      case 'approve':
        return this.#agree(transaction);
      case 'resend':
        return this.#resend(transaction);
      case 'confirm':
        return this.#confirm(transaction, action.code);
      case 'look':
        return this.#look(transaction);
      case 'use-code':
        await this.#store.askForCode(id);
        return {state: 'code'};
      case 'ask-passkey':
        return {
          state: 'passkeys',
          challenge: await this.#passkeys.challenge(transaction),
          ids: await this.#passkeys.ofCard(transaction),
        };
      case 'create-passkey':
        return {state: (await this.#passkeys.register(transaction, action.passkey)) ? 'created' : 'unused'};
      case 'use-passkey':
        if (await this.#passkeys.accepts(transaction, action.assertion)) return this.#agree(transaction);
        return {state: 'unused'};
    }
  }

  #look({startedAt}: Transaction): StepUpAnswer {
    const waited = this.#deps.clock.now().getTime() - (startedAt ?? 0);
    return {state: 'waiting', again: waited < lookForMs ? lookEveryMs : null};
  }

  async #resend({id, codesSent}: Transaction): Promise<StepUpAnswer> {
    if (!(await this.#store.countCode(id, codesPerStepUp))) return {state: 'no-more-codes'};
    return {state: 'sent', codesLeft: codesPerStepUp - codesSent - 1};
  }

  async #confirm(transaction: Transaction, code: string): Promise<StepUpAnswer> {
    const {oneTimeCode, stepUpAttempts} = this.#deps.settings;
    const isRight = digitsOf(code) === oneTimeCode;
    if (isRight && transaction.stepUp === 'new-code' && transaction.codesSent === 1) {
      return {state: 'code-old'};
    }
    const attempts = await this.#store.countAttempt(transaction.id);
    if (attempts === undefined || attempts > stepUpAttempts) return {state: 'finished'};
    if (isRight) return this.#agree(transaction);
    if (attempts < stepUpAttempts) return {state: 'wrong', attemptsLeft: stepUpAttempts - attempts};
    return this.#finish(transaction, 'failed');
  }

  /** The shopper has proved who they are. The test card decides what comes of it. */
  #agree(transaction: Transaction): Promise<StepUpAnswer> {
    return this.#finish(transaction, issuerCases[transaction.case].afterStepUp ?? 'error');
  }

  async #finish(transaction: Transaction, state: IssuerResult['state']): Promise<StepUpAnswer> {
    await this.#end(transaction, state);
    return {state: 'finished'};
  }

  /** Ends a step-up. Returns the stored outcome, which may come from an earlier or concurrent request. */
  async #end(
    transaction: Transaction,
    state: IssuerResult['state'],
  ): Promise<Pick<Transaction, 'state' | 'eci'>> {
    await this.#store.finish(transaction.id, state, finalEci(state, transaction.brand));
    const ended = await this.#store.findTransaction(transaction.id);
    if (ended?.state === state) this.#deps.logger.info('issuer.step_up_ended', {result: state});
    return ended ?? {state, eci: finalEci(state, transaction.brand)};
  }
}

/** Whether the bank offers an action in a place. It asks for a code only where it shows the field for it. */
function offers({stepUp}: Transaction, action: StepUpAction['action'], place: StepUpPlace): boolean {
  const isSecondPage = place === 'step-up-window';
  switch (action) {
    case 'approve':
    case 'decline':
      return isSecondPage && stepUp === 'app';
    case 'create-passkey':
      return isSecondPage && stepUp === 'passkey';
    case 'ask-passkey':
      return stepUp === 'passkey';
    case 'use-passkey':
      return !isSecondPage && stepUp === 'passkey';
    case 'confirm':
    case 'resend':
      return stepUp === 'window' ? isSecondPage : stepUp !== 'app' && stepUp !== 'passkey';
    case 'cancel':
    case 'look':
    case 'use-code':
      return !isSecondPage;
  }
}
