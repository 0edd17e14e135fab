import {at, type ServiceProcess} from './service-process.js';
import type {RawSave} from './raw-save.js';

interface Line {
  readonly tracker: string;
  readonly kind: 'authorization' | 'reversal' | 'capture';
  readonly approved: boolean;
  readonly amount: number;
}

/** The network's own books, by tracker. */
export async function ledger(service: ServiceProcess): Promise<ReadonlyMap<string, readonly Line[]>> {
  const {json} = await service.get('/sandbox/v1/ledger');
  const books = new Map<string, Line[]>();
  for (const line of at(json, 'data') as readonly Line[]) {
    books.set(line.tracker, [...(books.get(line.tracker) ?? []), line]);
  }
  return books;
}

/** Moves the service's clock; answers when everything that fell due is done. */
export async function advance(service: ServiceProcess, milliseconds: number): Promise<void> {
  const {json} = await service.get('/sandbox/v1/clock');
  const now = new Date(at(json, 'data', 'now') as string).getTime();
  const reply = await service.post('/sandbox/v1/clock/advance', {
    to: new Date(now + milliseconds).toISOString(),
  });
  if (reply.status !== 200) throw new Error(`The clock stands: ${reply.text}`);
}

/** What was acknowledged is there, answered again with the same bytes, and no action was done by half (V16, V17, V10). */
export async function checkSave(service: ServiceProcess, save: RawSave): Promise<string[]> {
  const wrong: string[] = [];
  if (save.customer) {
    const {status} = await service.get(`/user/customers/v1/${save.customer}`);
    if (status !== 200) wrong.push(`V17 customer ${save.customer} was acknowledged and is ${status}`);
  }
  const last = save.acknowledged.at(-1);
  if (last) {
    const again = await service.post(last.path, last.body, last.key);
    if (again.text !== last.text)
      wrong.push(`V16 ${last.path} answers otherwise under its key: ${again.text.slice(0, 200)}`);
  }
  if (!save.tracker) return wrong;
  const {json, status} = await service.get(`/reporter/api/v1/payments/${save.tracker}`);
  if (status !== 200) return [...wrong, `V17 tracker ${save.tracker} was acknowledged and is ${status}`];
  const method = at(json, 'data', 'payment_method');
  const pending = at(json, 'data', 'next_actions', 'CYBERSOURCE', 'kind');
  if (save.authorized && !method) wrong.push(`V17 ${save.tracker}: authorized, and no payment method`);
  if (save.reversed && pending !== 'NOOP')
    wrong.push(`V17 ${save.tracker}: reversed, and ${String(pending)} is pending`);
  if (method && pending !== 'REVERSAL' && pending !== 'NOOP') {
    wrong.push(`V18 ${save.tracker}: half an action, a method while ${String(pending)} is pending`);
  }
  return wrong;
}

/** Nothing is held for longer than is owed, nothing given back twice (V6), once everything due has been done. */
export function checkHolds(books: ReadonlyMap<string, readonly Line[]>): string[] {
  const wrong: string[] = [];
  for (const [tracker, lines] of books) {
    const held = lines.filter(
      ({kind, approved, amount}) => kind === 'authorization' && approved && amount > 0,
    );
    const back = lines.filter(({kind, approved}) => kind === 'reversal' && approved);
    if (held.length > 1) wrong.push(`V1 ${tracker}: held ${held.length} times`);
    if (back.length !== held.length)
      wrong.push(`V6 ${tracker}: ${held.length} holds, ${back.length} reversals`);
    else if (held[0] && back[0]!.amount !== held[0].amount)
      wrong.push(`V6 ${tracker}: not the amount that was held`);
  }
  return wrong;
}
