import {digitsOf} from '../../platform/pages/card-number.js';
import type {PartDependencies} from '../../domain/ports/hosted-parts.js';
import type {IssuerResult} from '../../domain/ports/issuer.js';
import {finalEci, standing} from './decide.js';
import {issuerCases} from './test-cards.js';
import type {IssuerStore, Transaction} from './store.js';

/** Codes that one step-up sends at most, the first included. */
const codesPerStepUp = 4;

/** The next page after the shopper's action. */
export type StepUpAnswer =
  | {readonly state: 'wrong'; readonly attemptsLeft: number}
  | {readonly state: 'sent'; readonly codesLeft: number}
  | {readonly state: 'no-more-codes'}
  | {readonly state: 'finished'; readonly handle: string};

export type StepUpAction =
  | {readonly action: 'confirm'; readonly code: string}
  | {readonly action: 'resend'}
  | {readonly action: 'cancel'};

/** The shopper's side of a step-up: begins once, counts codes, ends once. */
export class StepUp {
  readonly #deps: PartDependencies;
  readonly #store: IssuerStore;

  constructor(deps: PartDependencies, store: IssuerStore) {
    this.#deps = deps;
    this.#store = store;
  }

  /** Where a transaction stands now; one that ran out of time is written down as such. */
  async expire(transaction: Transaction): Promise<Pick<Transaction, 'state' | 'eci'>> {
    const now = this.#deps.clock.now().getTime();
    const state = standing(transaction, now, this.#deps.settings.challengeStartLimitMs);
    if (state === transaction.state) return transaction;
    return this.#end(transaction, state);
  }

  /** Begins a step-up, or takes it up again after a refresh. Answers the transaction as it stands now. */
  async begin(id: string, md: string | null): Promise<Transaction | undefined> {
    const found = await this.#store.findTransaction(id);
    if (!found) return undefined;
    const {state} = await this.expire(found);
    if (state === 'pending') await this.#store.start(id, md);
    return this.#store.findTransaction(id);
  }

  /** Does what the shopper asked for. On a finished step-up nothing changes: the page is sent on. */
  async act(id: string, action: StepUpAction): Promise<StepUpAnswer | undefined> {
    const found = await this.#store.findTransaction(id);
    if (!found || found.startedAt === null) return undefined;
    const {state} = await this.expire(found);
    if (state !== 'pending') return this.#finished(found);
    switch (action.action) {
      case 'cancel':
        await this.#end(found, 'cancelled');
        return this.#finished(found);
      case 'resend':
        return this.#resend(found);
      case 'confirm':
        return this.#confirm(found, action.code);
    }
  }

  async #resend({id, codesSent}: Transaction): Promise<StepUpAnswer> {
    if (!(await this.#store.countCode(id, codesPerStepUp))) return {state: 'no-more-codes'};
    return {state: 'sent', codesLeft: codesPerStepUp - codesSent - 1};
  }

  async #confirm(transaction: Transaction, typed: string): Promise<StepUpAnswer> {
    const {oneTimeCode, stepUpAttempts} = this.#deps.settings;
    const used = await this.#store.countAttempt(transaction.id);
    if (used === undefined || used > stepUpAttempts) return this.#finished(transaction);
    if (digitsOf(typed) === oneTimeCode) {
      await this.#end(transaction, issuerCases[transaction.case].afterStepUp ?? 'error');
      return this.#finished(transaction);
    }
    if (used < stepUpAttempts) return {state: 'wrong', attemptsLeft: stepUpAttempts - used};
    await this.#end(transaction, 'failed');
    return this.#finished(transaction);
  }

  /** The first outcome counts: returns the recorded one, even if a concurrent request recorded it. */
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
