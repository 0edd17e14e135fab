import type {LedgerEntry} from '../../../../service/src/domain/ports/network.js';
import type {Json} from '../../../../service/test/support/harness.js';
import type {Shopper} from './shopper.js';
import type {Received} from './outside.js';
import type {World} from './world.js';

/** How an enrollment ended, by the bank's own books. */
interface BankLine {
  readonly tracker: string;
  readonly state: string;
}

/** All there is to know of one shopper from outside. */
interface Seen {
  readonly shopper: Shopper;
  readonly lines: readonly LedgerEntry[];
  readonly bank: readonly BankLine[];
  /** Tokens of saved methods, as the wallet answers. */
  readonly wallet: readonly string[];
  readonly events: readonly Received[];
}

const of = (seen: Seen, kind: LedgerEntry['kind']) =>
  seen.lines.filter((line) => line.kind === kind && line.approved);

/**
 * What is not as the guarantees say of cards that were saved (V4 to V11, V17), in words: by the network's and the bank's books, the
 * receiver's log and the answers that the shop's server got.
 */
export async function violationsOfSaves(
  world: World,
  shoppers: readonly Shopper[],
  ledger: readonly LedgerEntry[],
): Promise<string[]> {
  const bank = await world.rig.database.query<BankLine>(
    `SELECT s.tracker, t.state FROM issuer_transactions t JOIN issuer_setups s ON s.reference_id = t.reference_id`,
    [],
  );
  const received = [...new Map(world.received.map((event) => [event.token, event])).values()];
  const wrong: string[] = [];
  for (const shopper of shoppers) {
    wrong.push(...usesOf(shopper, ledger));
    const {tracker} = shopper;
    if (tracker === undefined) continue;
    const seen: Seen = {
      shopper,
      lines: ledger.filter((line) => line.tracker === tracker),
      bank: bank.filter((line) => line.tracker === tracker),
      wallet: await walletOf(world, shopper),
      events: received.filter(({data}) => data['tracker'] === tracker),
    };
    wrong.push(...holds(seen), ...methods(seen), ...notified(seen), ...kept(seen));
  }
  return wrong;
}

async function walletOf(world: World, {customer}: Shopper): Promise<readonly string[]> {
  const reply = await world.ask(0, {path: `/user/customers/v1/${customer}/wallet`});
  if (reply?.status !== 200) throw new Error(`The wallet answers ${reply?.status}: ${reply?.text}`);
  const {wallet} = (JSON.parse(reply.text) as Json)['data'] as unknown as {wallet: {token: string}[]};
  return wallet.map(({token}) => token);
}

/** What was held was given back, once and whole; with account verification nothing was held (V6, V7). */
function holds(seen: Seen): string[] {
  const {tracker, isVerification} = seen.shopper;
  const held = of(seen, 'authorization');
  const back = of(seen, 'reversal');
  const wrong: string[] = [];
  if (seen.lines.filter(({kind}) => kind === 'authorization').length > 1)
    wrong.push(`V1, V16 ${tracker} was authorized more than once`);
  if (of(seen, 'capture').length > 0) wrong.push(`V6 ${tracker} was captured`);
  if (isVerification) {
    if (seen.lines.some(({kind, amount}) => kind !== 'authorization' || amount !== 0))
      wrong.push(`V7 ${tracker}: ${seen.lines.map(({kind, amount}) => `${kind} ${amount}`).join(', ')}`);
    return wrong;
  }
  for (const {authorization, amount} of held) {
    const amounts = back.filter((line) => line.authorization === authorization).map((line) => line.amount);
    if (amounts.length !== 1 || amounts[0] !== amount)
      wrong.push(`V6 ${tracker}: ${amount} was held, given back: ${amounts.join(', ') || 'nothing'}`);
  }
  if (held.length === 0 && back.length > 0) wrong.push(`V6 ${tracker}: given back and never held`);
  return wrong;
}

/** A method exists only with a proof of the bank's and an approval of the network's, and never two (V8, V9, V10). */
function methods(seen: Seen): string[] {
  const {shopper, bank, wallet, lines} = seen;
  const {tracker, stop} = shopper;
  const wrong: string[] = [];
  const proven = bank.some(({state}) => state === 'succeeded');
  if (wallet.length > 1) wrong.push(`V10 ${tracker} made ${wallet.length} methods`);
  if (wallet.length > 0 && !(proven && of(seen, 'authorization').length > 0))
    wrong.push(`V9 ${wallet.join()} of ${tracker}: the bank says ${bank.map(({state}) => state).join()}`);
  const stopped = stop !== undefined || (bank.length > 0 && bank.every(({state}) => isStop(state)));
  if (stopped && (lines.length > 0 || wallet.length > 0))
    wrong.push(`V8 ${tracker} was stopped, and has ${lines.length} lines and ${wallet.length} methods`);
  return wrong;
}

/** States of the bank's books after which nothing may follow. */
const isStop = (state: string) => ['failed', 'rejected', 'unavailable', 'cancelled', 'error'].includes(state);

/** One event for each method and each reversal, and none for anything else (V4, V5). */
function notified({shopper: {tracker}, lines, wallet, events}: Seen): string[] {
  const wrong: string[] = [];
  const count = (type: string) => events.filter((event) => event.type === type).length;
  const pairs = [
    ['payment_method.saved', wallet.length],
    ['authorization.reversed', lines.filter(({kind, approved}) => kind === 'reversal' && approved).length],
  ] as const;
  for (const [type, wanted] of pairs) {
    if (count(type) < wanted) wrong.push(`V4 ${tracker}: ${wanted} × ${type}; sent ${count(type)} times`);
    if (count(type) > wanted) wrong.push(`V5 ${tracker}: ${wanted} × ${type}; sent ${count(type)} times`);
  }
  return wrong;
}

/** What was acknowledged is there (V17). */
function kept(seen: Seen): string[] {
  const {tracker, isAuthorized, isReversed, method} = seen.shopper;
  const wrong: string[] = [];
  if (isAuthorized && (of(seen, 'authorization').length === 0 || seen.wallet.length === 0))
    wrong.push(`V17 ${tracker} was authorized, and has no method`);
  if (method !== undefined && !seen.wallet.includes(method))
    wrong.push(`V17 ${method} of ${tracker} is lost`);
  if (isReversed && of(seen, 'reversal').length === 0) wrong.push(`V17 ${tracker}: the reversal is lost`);
  return wrong;
}

/** A guest's method has at most one success, and what was acknowledged as one stays one (V11, V17). */
function usesOf({uses, method, customer}: Shopper, ledger: readonly LedgerEntry[]): string[] {
  const wrong: string[] = [];
  let successes = 0;
  for (const [tracker, status] of uses) {
    const lines = ledger.filter((line) => line.tracker === tracker && line.approved);
    const undone = lines.some(({kind}) => kind === 'void' || kind === 'reversal');
    const taken = lines.some(({kind}) => kind === 'capture') && !undone;
    if (taken) successes++;
    if (status === 200 && !taken) wrong.push(`V17 ${tracker} was paid, and the books do not say so`);
    if (lines.some(({kind}) => kind === 'authorization') && !taken && !undone)
      wrong.push(`V6 ${tracker} is still held`);
  }
  if (successes > 1) wrong.push(`V11 ${method ?? customer} had ${successes} successes`);
  return wrong;
}
