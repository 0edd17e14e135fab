import {Hono} from 'hono';
import * as v from 'valibot';
import {ServiceError} from '../errors.js';
import {check, readJson, record, text} from '../http/body.js';
import {merchantOf} from '../http/env.js';
import type {ServiceEnv} from '../http/env.js';
import {success} from '../http/envelope.js';
import type {Guards} from '../http/guards.js';
import {readOrigin} from '../http/origins.js';
import type {AnswerOnce} from '../idempotency/answer.js';
import type {Merchant, Origins} from '../merchant.js';
import type {Engine} from '../trackers/engine.js';
import {longestLifeSeconds} from './passport.js';
import type {Passport, TokenScope} from './passport.js';

/** `{}` asks for a token without a scope, tracker and origin together for a scoped one. */
export const tokenBody = record({
  tracker: v.optional(v.pipe(text, v.nonEmpty('a tracker token'))),
  origin: v.optional(text),
  expires_in: v.optional(
    v.pipe(
      v.number('a number of seconds'),
      v.integer('a whole number of seconds'),
      v.minValue(1, 'at least 1 second'),
      v.maxValue(longestLifeSeconds, `at most ${longestLifeSeconds} seconds`),
    ),
  ),
});

/**
 * Mints time-based tokens for the merchant's server (wire 1.2): `{}` for one without a scope, `{tracker, origin}` for one that
 * opens one tracker to the pages of one origin. Naming the origin here is what puts it on the merchant's list.
 */
export function passportRoutes(deps: {
  readonly passport: Passport;
  readonly engine: Engine;
  readonly origins: Origins;
  readonly guards: Guards;
  readonly once: AnswerOnce;
}): Hono<ServiceEnv> {
  const {passport, guards, once} = deps;

  async function scopeOf(
    merchant: Merchant,
    tracker: string | undefined,
    named: string | undefined,
  ): Promise<TokenScope | undefined> {
    if (tracker === undefined && named === undefined) return undefined;
    if (tracker === undefined || named === undefined) {
      const pointer = tracker === undefined ? '/tracker' : '/origin';
      throw new ServiceError(400, 'request.invalid', 'A scoped token needs both tracker and origin.', [
        {pointer, expected: 'a value', got: 'nothing'},
      ]);
    }
    const origin = readOrigin(named, '/origin', merchant.development);
    const {customer} = await deps.engine.bindOrigin({merchant: merchant.id, token: tracker}, origin);
    await deps.origins.of(merchant).vouch(origin);
    return {tracker, customer, origin};
  }

  const routes = new Hono<ServiceEnv>({strict: false});
  routes.post(
    '/client/passport/v1/token',
    guards.secret,
    once(async (c) => {
      const body = check(tokenBody, await readJson(c));
      const scope = await scopeOf(merchantOf(c), body.tracker, body.origin);
      const {token, expiresAt} = await passport.mint({
        merchant: merchantOf(c).id,
        scope,
        expiresIn: body.expires_in,
      });
      return {status: 200, body: success(token, {expires_at: expiresAt.toISOString()})};
    }),
  );
  return routes;
}
