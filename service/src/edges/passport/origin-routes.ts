/** The routes with which a merchant's server manages the web origins of its shops (decision 0075). */
import {randomUUID} from 'node:crypto';
import {Hono} from 'hono';
import type {Clock} from '../../platform/clock/clock.js';
import type {Events} from '../../domain/events/events.js';
import type {Merchants} from '../../domain/merchants/merchants.js';
import type {ListedOrigin, OriginLists} from '../../domain/merchants/origins.js';
import {clearText, closedRecord, readBody} from '../../platform/http/body.js';
import type {ServiceEnv} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import {merchantOf} from '../../platform/identity/callers.js';
import type {Guards} from '../../platform/identity/guards.js';
import type {Merchant} from '../../platform/identity/merchant.js';
import {isLoopback, readOrigin} from '../../platform/identity/origins.js';
import type {Logger} from '../../platform/logger.js';
import {createExaminer, type ReadProof} from './origin-proofs.js';

/** Request body of `POST /client/origins/v1`. */
export const originBody = closedRecord({
  origin: clearText('the origin of the shop’s pages, such as https://shop.example'),
});

const path = '/client/origins/v1';

interface Dependencies {
  readonly origins: OriginLists;
  readonly merchants: Merchants;
  readonly events: Events;
  readonly clock: Clock;
  readonly guards: Guards;
  readonly once: AnswerOnce;
  readonly logger: Logger;
  /** Reads the proofs on an origin. Undefined in development, where no proof is asked for. */
  readonly readProof: ReadProof | undefined;
}

/** Creates the functions that change a list, with an event for each merchant. */
function createChanges({origins, events, clock, readProof, logger}: Dependencies) {
  const record = (
    unit: UnitOfWork,
    merchant: string,
    type: 'origin.added' | 'origin.removed',
    origin: string,
  ) => events.append(unit, {merchant, type, subject: origin, occurrence: randomUUID(), data: {origin}});

  /** Never awaits anything but the database: the origin has been asked before. */
  async function add(
    unit: UnitOfWork,
    merchant: Merchant,
    {origin, from}: {readonly origin: string; readonly from: string | undefined},
  ): Promise<ListedOrigin> {
    const at = clock.now();
    const provenAt = readProof ? at : null;
    if (await origins.add(unit, merchant, {origin, at, provenAt, from})) {
      if (from !== undefined) {
        record(unit, from, 'origin.removed', origin);
        unit.afterCommit(() => logger.warn('origins.moved', {merchant: merchant.id, name: origin}));
      }
      record(unit, merchant.id, 'origin.added', origin);
    }
    return {origin, configured: false, created_at: at, proven_at: provenAt};
  }
  return {record, add};
}

/** Lists, adds and removes origins. All require the secret key. */
export function originRoutes(deps: Dependencies): Hono<ServiceEnv> {
  const {origins, guards, once} = deps;
  const examine = createExaminer(deps);

  const {record, add} = createChanges(deps);
  const find = async (merchant: Merchant, origin: string) =>
    (await origins.list(merchant)).find((listed) => listed.origin === origin);

  const routes = new Hono<ServiceEnv>({strict: false});
  routes.get(path, guards.secret, async (c) => {
    const list = await origins.list(merchantOf(c));
    return send(c, {status: 200, body: success(list.map(originJson))});
  });
  routes.post(
    path,
    guards.secret,
    once(async (c, unit) => {
      const merchant = merchantOf(c);
      const body = await readBody(c, originBody);
      const origin = readOrigin(body.origin, '/origin', merchant.development);
      const isEveryones = merchant.development && isLoopback(new URL(origin));
      const known = isEveryones ? everyones(origin) : await find(merchant, origin);
      const listed = known ?? (await add(unit, merchant, {origin, from: await examine(merchant, origin)}));
      return unit.commit({status: 200, body: success(originJson(listed))});
    }),
  );
  routes.delete(
    `${path}/:origin`,
    guards.secret,
    once.databaseOnly(async (c, unit) => {
      const merchant = merchantOf(c);
      const origin = c.req.param('origin')!;
      await origins.remove(unit, merchant, origin);
      record(unit, merchant.id, 'origin.removed', origin);
      return unit.commit({status: 200, body: success({deleted: true, origin})});
    }),
  );
  return routes;
}

/** In development, origins on this machine are on no list. */
const everyones = (origin: string): ListedOrigin => ({
  ...{origin, configured: true, created_at: null, proven_at: null},
});

const originJson = ({origin, configured, created_at, proven_at}: ListedOrigin) => ({
  origin,
  configured,
  created_at: created_at?.toISOString() ?? null,
  proven_at: proven_at?.toISOString() ?? null,
});
