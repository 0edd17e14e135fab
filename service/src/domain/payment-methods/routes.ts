/** The routes with which the shop's server manages a customer's saved cards. */
import {Hono} from 'hono';
import type {Customers} from '../customers/customers.js';
import {merchantOf} from '../../platform/identity/callers.js';
import {flag, readBody, record} from '../../platform/http/body.js';
import type {ServiceEnv} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import type {Queries} from '../../platform/storage/database.js';
import type {Guards} from '../../platform/identity/guards.js';
import {consentsOf, type CardConsents} from './consents.js';
import {expiresAt, schemeOf, type PaymentMethods} from './payment-methods.js';
import type {ListedMethod} from './rows.js';

export const methodChanges = record({is_default: flag});

/** A saved card as these routes return it (wire 1.4). */
function walletItem(row: ListedMethod, {consent, consents}: CardConsents) {
  return {
    token: row.token,
    kind: 'card',
    max_usage: row.max_usage,
    usage_count: row.usage_count,
    usage_interval: null,
    is_deleted: false,
    is_default: row.is_default,
    consent,
    consents,
    expires_at: {seconds: Math.floor(expiresAt(row).getTime() / 1000)},
    cybersource: {
      token: row.card,
      customer_payment_method: row.token,
      scheme: schemeOf(row.brand),
      bin: row.bin,
      last_four: row.last_four,
      expiry_month: row.expiration_month,
      expiry_year: row.expiration_year,
    },
  };
}

/**
 * Lists, reads, changes and removes a customer's saved cards (wire 1.4). These routes require the secret key,
 * because the shop's server calls them. Each reads the customer first, which answers 404 if there is none.
 */
export function walletRoutes(deps: {
  readonly database: Queries;
  readonly customers: Customers;
  readonly methods: PaymentMethods;
  readonly guards: Guards;
}): Hono<ServiceEnv> {
  const {database, customers, methods, guards} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  const walletPath = '/user/customers/v1/:customer/wallet';
  const cardPath = `${walletPath}/:method` as const;

  async function itemOf(merchant: string, customer: string, token: string) {
    const row = await methods.read(merchant, customer, token);
    return walletItem(row, (await consentsOf(database, [row.token]))(row.token));
  }

  routes.get(walletPath, guards.secret, async (c) => {
    const {token: customer} = await customers.read(merchantOf(c).id, c.req.param('customer'));
    const rows = await methods.list(merchantOf(c).id, customer);
    const consents = await consentsOf(
      database,
      rows.map(({token}) => token),
    );
    const wallet = rows.map((row) => walletItem(row, consents(row.token)));
    return send(c, {status: 200, body: success({count: wallet.length, wallet})});
  });

  routes.get(cardPath, guards.secret, async (c) => {
    const {token: customer} = await customers.read(merchantOf(c).id, c.req.param('customer'));
    const item = await itemOf(merchantOf(c).id, customer, c.req.param('method'));
    return send(c, {status: 200, body: success(item)});
  });

  routes.put(cardPath, guards.secret, async (c) => {
    const {is_default: isDefault} = await readBody(c, methodChanges);
    const merchant = merchantOf(c).id;
    const {token: customer} = await customers.read(merchant, c.req.param('customer'));
    const token = c.req.param('method');
    await methods.setDefault({merchant, customer, token}, isDefault);
    return send(c, {status: 200, body: success(await itemOf(merchant, customer, token))});
  });

  routes.delete(cardPath, guards.secret, async (c) => {
    const {token: customer} = await customers.read(merchantOf(c).id, c.req.param('customer'));
    const token = c.req.param('method');
    await methods.remove(merchantOf(c).id, customer, token);
    return send(c, {status: 200, body: success({deleted: true, token})});
  });
  return routes;
}
