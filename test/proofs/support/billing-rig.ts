import {randomUUID} from 'node:crypto';
import {createBilling} from '../../../service/src/domain/billing/billing.js';
import type {Clock} from '../../../service/src/platform/clock/clock.js';
import {composeEvents} from '../../../service/src/compose/domain.js';
import type {Events} from '../../../service/src/domain/events/events.js';
import {silentLogger} from '../../../service/src/platform/http/log.js';
import type {CardNetwork} from '../../../service/src/domain/ports/network.js';
import {
  createSimulatedNetwork,
  type SimulatedNetwork,
} from '../../../service/src/simulators/network/simulated.js';
import type {Vault} from '../../../service/src/platform/sealing.js';
import type {Plan} from '../../../service/src/domain/plans/plan.js';
import {migrations} from '../../../service/src/start.js';
import type {Database} from '../../../service/src/platform/storage/database.js';
import {migrate} from '../../../service/src/platform/storage/migrate.js';
import {openDatabase} from '../../../service/src/platform/storage/open.js';
import {insertSubscription} from '../../../service/src/domain/subscriptions/create.js';
import type {Subscription} from '../../../service/src/domain/subscriptions/subscription.js';
import {createCardStore} from '../../../service/src/domain/vault/cards.js';
import {readKeyRing} from '../../../service/src/domain/vault/keys.js';
import {createVault} from '../../../service/src/domain/vault/vault.js';
import {makeDeliveries} from '../../../service/src/edges/webhooks/deliveries.js';
import {developmentKeys} from '../../../service/src/options.js';
import type {DueWork} from '../../../service/src/platform/worker/due-work.js';

export const goodCard = '4111111111111111';

/** A clock that a proof sets as it likes, also backwards. */
export class SetClock implements Clock {
  time: number;
  constructor(time: Date) {
    this.time = time.getTime();
  }
  now(): Date {
    return new Date(this.time);
  }
}

/** A database with the tables of the service, and what charging needs, without any process around it. */
export interface Rig {
  readonly database: Database;
  readonly vault: Vault;
  readonly network: SimulatedNetwork;
  close(): Promise<void>;
}

export async function openRig(address: string, clock: Clock): Promise<Rig> {
  const database = await openDatabase(address, silentLogger, {thread: false, migrations});
  await migrate(database, migrations);
  const vault = await createVault(database, readKeyRing(developmentKeys.vaultKey));
  const fingerprint = (number: string) => vault.fingerprint(number, 'network');
  const network = createSimulatedNetwork({database, clock, fingerprint});
  return {database, vault, network, close: () => database.close()};
}

/** The engine of one worker. Parts may be replaced by ones that fail. */
export function billingOf(
  rig: Rig,
  clock: Clock,
  parts: {readonly database?: Database; readonly network?: CardNetwork; readonly events?: Events} = {},
) {
  const {database = rig.database, network = rig.network} = parts;
  const events = parts.events ?? composeEvents(clock, [makeDeliveries]);
  const cards = createCardStore({vault: rig.vault, clock});
  return createBilling({database, clock, events, network, cards, logger: silentLogger});
}

/** Does everything that is due. @returns rows that were taken. */
export async function runDue(work: readonly DueWork[]): Promise<number> {
  let all = 0;
  for (let taken = 1; taken > 0;) {
    taken = 0;
    for (const kind of work) taken += await kind.run();
    all += taken;
  }
  return all;
}

/** When the next work falls due. */
export async function nextDue(work: readonly DueWork[]): Promise<Date | undefined> {
  const times = await Promise.all(work.map((kind) => kind.nextDue()));
  return times.filter((time) => time !== undefined).sort((a, b) => a.getTime() - b.getTime())[0];
}

/** Passes through time from one instant at which something is due to the next. */
export async function travel(work: readonly DueWork[], clock: SetClock, to: Date): Promise<void> {
  for (;;) {
    await runDue(work);
    const next = await nextDue(work);
    if (next === undefined || next > to) break;
    clock.time = Math.max(clock.time, next.getTime());
  }
  clock.time = Math.max(clock.time, to.getTime());
  await runDue(work);
}

/** Puts rows into a table; all have the columns of the first. */
async function insert(
  database: Database,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return;
  const values = rows.map(
    (_, row) => `(${names.map((__, at) => `$${row * names.length + at + 1}`).join(', ')})`,
  );
  await database.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES ${values.join(', ')}`,
    rows.flatMap((row) => names.map((name) => row[name])),
  );
}

/** A sealed card of the vault, for any number of payment methods. */
export async function sealCard(
  {database, vault}: Pick<Rig, 'database' | 'vault'>,
  {merchant, number, clock}: {readonly merchant: string; readonly number: string; readonly clock: Clock},
): Promise<string> {
  const card = {number, expirationMonth: '12', expirationYear: '2099', brand: 'visa'} as const;
  const {stored, save} = await createCardStore({vault, clock}).prepare(card, merchant);
  await database.transaction(save);
  return stored.id;
}

/** 12.50 dollars a month unless said otherwise. */
export async function insertPlan(
  database: Database,
  {merchant, clock, ...more}: {readonly merchant: string; readonly clock: Clock} & Partial<Plan>,
): Promise<Plan> {
  const at = clock.now();
  const plan = {
    ...{token: `plan_${randomUUID()}`, merchant, name: null, description: null, type: 'RECURRING'},
    ...{amount: '12.50', amount_minor: 1250, currency: 'USD', interval_unit: 'MONTH', interval_count: 1},
    ...{product: 'Tea club', active: true, trial_period_days: 0, number_of_billing_cycles: null},
    ...{time_zone: 'UTC', created_at: at, updated_at: at, archived_at: null, ...more},
  } as Plan;
  await insert(database, 'plans', [{...plan}]);
  return plan;
}

/** A customer with one saved method. @returns their tokens. */
export async function insertCustomer(
  database: Database,
  {merchant, card, clock}: {readonly merchant: string; readonly card: string; readonly clock: Clock},
): Promise<{customer: string; method: string}> {
  const at = clock.now();
  const customer = `cus_${randomUUID()}`;
  await insert(database, 'customers', [
    {token: customer, merchant, is_guest: false, created_at: at, updated_at: at},
  ]);
  return {customer, method: await insertMethod(database, {merchant, customer, card, clock})};
}

export async function insertMethod(
  database: Database,
  owner: {readonly merchant: string; readonly customer: string; readonly card: string; readonly clock: Clock},
): Promise<string> {
  const {merchant, customer, card, clock} = owner;
  const token = `pm_${randomUUID()}`;
  await insert(database, 'payment_methods', [
    {
      ...{token, merchant, customer, card, tracker: `track_${randomUUID()}`, brand: 'visa', bin: '411111'},
      ...{last_four: '1111', expiration_month: '12', expiration_year: '2099', created_at: clock.now()},
    },
  ]);
  return token;
}

/** Begins subscriptions to one plan, each of a customer of its own, as the checkout would. */
export async function subscribeMany(
  rig: Pick<Rig, 'database'>,
  count: number,
  {plan, card, clock}: {readonly plan: Plan; readonly card: string; readonly clock: Clock},
): Promise<readonly Subscription[]> {
  const {merchant} = plan;
  const events = composeEvents(clock, [makeDeliveries]);
  const made: Subscription[] = [];
  for (let index = 0; index < count; index++) {
    const {customer, method} = await insertCustomer(rig.database, {merchant, card, clock});
    const request = {merchant, customer, plan: plan.token, paymentMethod: method};
    made.push(await rig.database.transaction((tx) => insertSubscription({clock, events}, tx, request)));
  }
  return made;
}
