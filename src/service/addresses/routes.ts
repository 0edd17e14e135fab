import {Hono} from 'hono';
import * as v from 'valibot';
import {ServiceError} from '../errors.js';
import {check, record, text} from '../http/body.js';
import type {ServiceEnv} from '../http/env.js';
import {send, success} from '../http/envelope.js';
import {rulesJson, rulesOf} from './country-rules.js';

const countryQuery = record({
  cc: v.pipe(text, v.regex(/^[A-Za-z]{2}$/, 'a two-letter country code')),
});

/** What a country wants of an address (wire 1.4). Nobody's in particular: mobile clients ask without credentials. */
export function countryRoutes(): Hono<ServiceEnv> {
  const routes = new Hono<ServiceEnv>({strict: false});
  routes.get('/user/meta/v2/country', (c) => {
    const rules = rulesOf(check(countryQuery, c.req.query()).cc);
    if (!rules) throw new ServiceError(404, 'country.unknown', 'There is no country with this code.');
    return send(c, {status: 200, body: success(rulesJson(rules), {api_version: 'v2'})});
  });
  return routes;
}
