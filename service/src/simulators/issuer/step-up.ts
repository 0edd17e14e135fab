import {digitsOf} from '../../platform/pages/card-number.js';
import type {PartDependencies} from '../../domain/ports/hosted-parts.js';
import type {IssuerResult} from '../../domain/ports/issuer.js';
import {finalEci, stateAt} from './decide.js';
import {issuerCases} from './test-cards.js';
import type {IssuerStore, Transaction} from './store.js';

/** How many codes one step-up may send, including the first. */
const codesPerStepUp = 4;

/** The answer to an action of the shopper. */
export type StepUpAnswer =
  | {readonly state: 'wrong'; readonly attemptsLeft: number}
  | {readonly state: 'sent'; readonly codesLeft: number}
  | {readonly state: 'no-more-codes'}
  | {readonly state: 'finished'; readonly handle: string};

export type StepUpAction =
  | {readonly action: 'confirm'; readonly code: string}
  | {readonly action: 'resend'}
  | {readonly action: 'cancel'};

/** Carries out what the shopper does in a step-up: start it, resend the code, confirm or cancel. */
export class StepUp {
  readonly #deps: PartDependencies;
  readonly #store: IssuerStore;

  constructor(deps: PartDependencies, store: IssuerStore) {
    this.#deps = deps;
    this.#store = store;
  }

  /** The current state of a transaction. If its time is over, its end is stored first. */
  async expire(transaction: Transaction): Promise<Pick<Transaction, 'state' | 'eci'>> {
    const now = this.#deps.clock.now().getTime();
    const state = stateAt(transaction, now, this.#deps.settings.challengeStartLimitMs);
    if (state === transaction.state) return transaction;
    return this.#end(transaction, state);
  }

  /** Starts a step-up, or continues it after a reload. Returns undefined if there is no such transaction. */
  async start(id: string, md: string | null): Promise<Transaction | undefined> {
    const transaction = await this.#store.findTransaction(id);
    if (!transaction) return undefined;
    const {state} = await this.expire(transaction);
    if (state === 'pending') await this.#store.start(id, md);
    return this.#store.findTransaction(id);
  }

  /**
   * Carries out an action of the shopper. If the step-up has ended, nothing changes and the page is sent on to
   * the return page.
   *
   * @returns undefined if the step-up was not started.
   */
  async act(id: string, action: StepUpAction): Promise<StepUpAnswer | undefined> {
    const transaction = await this.#store.findTransaction(id);
    if (!transaction || transaction.startedAt === null) return undefined;
    const {state} = await this.expire(transaction);
    if (state !== 'pending') return this.#finished(transaction);
    switch (action.action) {
      case 'cancel':
        await this.#end(transaction, 'cancelled');
        return this.#finished(transaction);
      case 'resend':
        return this.#resend(transaction);
      case 'confirm':
        return this.#confirm(transaction, action.code);
    }
  }

  async #resend({id, codesSent}: Transaction): Promise<StepUpAnswer> {
    if (!(await this.#store.countCode(id, codesPerStepUp))) return {state: 'no-more-codes'};
    return {state: 'sent', codesLeft: codesPerStepUp - codesSent - 1};
  }

  async #confirm(transaction: Transaction, code: string): Promise<StepUpAnswer> {
    const {oneTimeCode, stepUpAttempts} = this.#deps.settings;
    const attempts = await this.#store.countAttempt(transaction.id);
    if (attempts === undefined || attempts > stepUpAttempts) return this.#finished(transaction);
    if (digitsOf(code) === oneTimeCode) {
      await this.#end(transaction, issuerCases[transaction.case].afterStepUp ?? 'error');
      return this.#finished(transaction);
    }
    if (attempts < stepUpAttempts) return {state: 'wrong', attemptsLeft: stepUpAttempts - attempts};
    await this.#end(transaction, 'failed');
    return this.#finished(transaction);
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

  async #finished({id}: Transaction): Promise<StepUpAnswer> {
    return {state: 'finished', handle: await this.#store.makeFinishHandle(id)};
  }
}
