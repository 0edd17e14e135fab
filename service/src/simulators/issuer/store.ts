import type {Writes} from '../../platform/storage/database.js';
import {createHash, randomUUID} from 'node:crypto';
import type {BrandId} from '../../../../src/protocol/index.js';
import type {PartDependencies} from '../../domain/ports/hosted-parts.js';
import type {IssuerResult, Purchase} from '../../domain/ports/issuer.js';
import type {StepUpKind} from '../../platform/settings.js';
import type {CaseId} from './test-cards.js';

/** What the bank stores about a card before its enrollment. */
export interface Setup {
  readonly referenceId: string;
  readonly tracker: string;
  readonly case: CaseId;
  readonly brand: BrandId | 'unknown';
  readonly lastFour: string;
  readonly origin: string | null;
  /** Whether device data was collected. */
  readonly collected: boolean;
}

/** An enrollment, and its step-up if it has one. */
export interface Transaction {
  readonly id: string;
  readonly tracker: string;
  readonly returnUrl: string;
  /** The merchant's name. */
  readonly shop: string | null;
  /** What the shopper pays; undefined if the card is only saved. */
  readonly purchase: Purchase | undefined;
  /** How the bank asks in the step-up. */
  readonly stepUp: StepUpKind;
  /** Language of the shop's page, as it was given. */
  readonly language: string | null;
  /** Name on the card as it was typed, while the step-up is open. */
  readonly cardholder: string | null;
  /** Origins that may frame the step-up's pages. */
  readonly origins: readonly string[];
  readonly state: IssuerResult['state'];
  readonly eci: string | undefined;
  /** Data from the shop's page, returned to it unchanged. */
  readonly md: string | null;
  readonly attempts: number;
  readonly codesSent: number;
  /** Milliseconds since the epoch. */
  readonly enrolledAt: number;
  readonly startedAt: number | null;
  readonly case: CaseId;
  readonly brand: BrandId | 'unknown';
  readonly lastFour: string;
  readonly origin: string | null;
}

interface SetupRow {
  readonly reference_id: string;
  readonly tracker: string;
  readonly case_id: CaseId;
  readonly brand: BrandId | 'unknown';
  readonly last_four: string;
  readonly origin: string | null;
  readonly collected_at: unknown;
}

interface TransactionRow extends SetupRow {
  readonly transaction_id: string;
  readonly return_url: string;
  readonly shop: string | null;
  readonly purchase: string | null;
  readonly step_up: StepUpKind;
  readonly language: string | null;
  readonly cardholder: string | null;
  readonly origins: string;
  readonly state: IssuerResult['state'];
  readonly eci: string | null;
  readonly md: string | null;
  readonly attempts: number;
  readonly codes_sent: number;
  readonly enrolled_at: number | string;
  readonly started_at: number | string | null;
}

const hashOf = (handle: string) => createHash('sha256').update(handle).digest('hex');

/** Reads and writes the issuer's tables. Each statement that changes a step-up changes only a pending one. */
export class IssuerStore {
  readonly #deps: PartDependencies;

  constructor(deps: PartDependencies) {
    this.#deps = deps;
  }

  /** Stores a setup at the end of the transaction, and returns its reference id. */
  addSetup(tx: Writes, setup: Omit<Setup, 'referenceId' | 'collected'>): string {
    const referenceId = randomUUID();
    tx.atEnd(
      `INSERT INTO issuer_setups (reference_id, tracker, case_id, brand, last_four, origin, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [referenceId, setup.tracker, setup.case, setup.brand, setup.lastFour, setup.origin, this.#now()],
    );
    return referenceId;
  }

  async findSetup(referenceId: string): Promise<Setup | undefined> {
    const [row] = await this.#query<SetupRow>(
      `SELECT reference_id, tracker, case_id, brand, last_four, origin, collected_at
        FROM issuer_setups WHERE reference_id = $1`,
      [referenceId],
    );
    return (
      row && {
        referenceId: row.reference_id,
        tracker: row.tracker,
        case: row.case_id,
        brand: row.brand,
        lastFour: row.last_four,
        origin: row.origin,
        collected: row.collected_at !== null,
      }
    );
  }

  async markCollected(referenceId: string): Promise<void> {
    await this.#query(
      'UPDATE issuer_setups SET collected_at = $2 WHERE reference_id = $1 AND collected_at IS NULL',
      [referenceId, this.#now()],
    );
  }

  /** Stores an enrollment at the end of the transaction, and returns its id. */
  addTransaction(
    tx: Writes,
    transaction: {
      readonly referenceId: string;
      readonly returnUrl: string;
      readonly shop: string | undefined;
      readonly purchase: Purchase | undefined;
      readonly stepUp: StepUpKind;
      readonly language: string | undefined;
      readonly cardholder: string | undefined;
      readonly origins: readonly string[];
      readonly state: IssuerResult['state'];
      readonly eci: string | undefined;
    },
  ): string {
    const id = randomUUID();
    const now = this.#now();
    tx.atEnd(
      `INSERT INTO issuer_transactions
        (transaction_id, reference_id, return_url, origins, state, eci, enrolled_at, finished_at, shop, purchase,
          step_up, language, cardholder)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        id,
        transaction.referenceId,
        transaction.returnUrl,
        JSON.stringify(transaction.origins),
        transaction.state,
        transaction.eci ?? null,
        now,
        transaction.state === 'pending' ? null : now,
        transaction.shop ?? null,
        transaction.purchase ? JSON.stringify(transaction.purchase) : null,
        transaction.stepUp,
        transaction.language ?? null,
        // No page shows the name of one that is over.
        (transaction.state === 'pending' && transaction.cardholder) || null,
      ],
    );
    return id;
  }

  findTransaction(id: string): Promise<Transaction | undefined> {
    return this.#findTransaction('t.transaction_id = $1', id);
  }

  /** Finds the transaction of a finish handle. */
  findByFinishHandle(handle: string): Promise<Transaction | undefined> {
    return this.#findTransaction('t.finish_hash = $1', hashOf(handle));
  }

  /** Marks a step-up as started. A repeated start keeps the first time and the first `MD`. */
  async start(id: string, md: string | null): Promise<void> {
    await this.#query(
      `UPDATE issuer_transactions SET started_at = $2, md = $3, codes_sent = 1
        WHERE transaction_id = $1 AND started_at IS NULL AND state = 'pending'`,
      [id, this.#now(), md],
    );
  }

  /** Lets the bank ask for a code instead. */
  async askForCode(id: string): Promise<void> {
    await this.#query(
      "UPDATE issuer_transactions SET step_up = 'code' WHERE transaction_id = $1 AND state = 'pending'",
      [id],
    );
  }

  /** Counts an attempt to enter the code. Returns the new count; undefined if the step-up has ended. */
  async countAttempt(id: string): Promise<number | undefined> {
    const [row] = await this.#query<{attempts: number}>(
      `UPDATE issuer_transactions SET attempts = attempts + 1
        WHERE transaction_id = $1 AND state = 'pending' RETURNING attempts`,
      [id],
    );
    return row?.attempts;
  }

  /** Counts a code that is sent. Returns false if `limit` is reached or the step-up has ended. */
  async countCode(id: string, limit: number): Promise<boolean> {
    const rows = await this.#query(
      `UPDATE issuer_transactions SET codes_sent = codes_sent + 1
        WHERE transaction_id = $1 AND state = 'pending' AND codes_sent < $2 RETURNING codes_sent`,
      [id, limit],
    );
    return rows.length > 0;
  }

  /** Ends a pending step-up. Later calls change nothing. */
  async finish(id: string, state: IssuerResult['state'], eci: string | undefined): Promise<void> {
    await this.#query(
      `UPDATE issuer_transactions SET state = $2, eci = $3, finished_at = $4, cardholder = NULL
        WHERE transaction_id = $1 AND state = 'pending'`,
      [id, state, eci ?? null, this.#now()],
    );
  }

  /**
   * The handle that opens the return page, the same for every request, because several may end at once. Only
   * its hash is stored.
   */
  async finishHandle(id: string): Promise<string> {
    const handle = this.#deps.vault.fingerprint(id, 'issuer');
    await this.#query('UPDATE issuer_transactions SET finish_hash = $2 WHERE transaction_id = $1', [
      id,
      hashOf(handle),
    ]);
    return handle;
  }

  async #findTransaction(condition: string, value: string): Promise<Transaction | undefined> {
    const [row] = await this.#query<TransactionRow>(
      `SELECT t.transaction_id, t.return_url, t.shop, t.purchase, t.step_up, t.language, t.cardholder, t.origins, t.state,
          t.eci, t.md, t.attempts, t.codes_sent, t.enrolled_at, t.started_at, s.reference_id, s.tracker, s.case_id, s.brand, s.last_four, s.origin, s.collected_at
        FROM issuer_transactions t JOIN issuer_setups s ON s.reference_id = t.reference_id WHERE ${condition}`,
      [value],
    );
    return (
      row && {
        id: row.transaction_id,
        tracker: row.tracker,
        returnUrl: row.return_url,
        shop: row.shop,
        purchase: row.purchase === null ? undefined : (JSON.parse(row.purchase) as Purchase),
        stepUp: row.step_up,
        language: row.language,
        cardholder: row.cardholder,
        origins: JSON.parse(row.origins) as string[],
        state: row.state,
        eci: row.eci ?? undefined,
        md: row.md,
        attempts: row.attempts,
        codesSent: row.codes_sent,
        enrolledAt: Number(row.enrolled_at),
        startedAt: row.started_at === null ? null : Number(row.started_at),
        case: row.case_id,
        brand: row.brand,
        lastFour: row.last_four,
        origin: row.origin,
      }
    );
  }

  #query<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    return this.#deps.database.query<Row>(sql, parameters);
  }

  #now(): number {
    return this.#deps.clock.now().getTime();
  }
}
