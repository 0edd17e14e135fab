/** The wallet routes of the shop's server. */
import {Hono} from 'hono';
import type {Customers} from '../customers/customers.js';
import {merchantOf} from '../../platform/identity/callers.js';
import type {ServiceEnv} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import type {Guards} from '../../platform/identity/guards.js';
import {expiresAt, schemeOf} from './payment-methods.js';
import type {PaymentMethods} from './payment-methods.js';
import type {PaymentMethodRow} from './rows.js';

/** A saved card as these routes return it (wire 1.4). */
function walletItem(row: PaymentMethodRow) {
  return {
    token: row.token,
    kind: 'card',
    max_usage: row.max_usage,
    usage_count: row.usage_count,
    usage_interval: null,
    is_deleted: false,
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
 * Lists, reads and removes a customer's saved cards (wire 1.4). They require the secret key, because the
 * shop's server calls them.
 */
export function walletRoutes(deps: {
  readonly customers: Customers;
  readonly methods: PaymentMethods;
  readonly guards: Guards;
}): Hono<ServiceEnv> {
  const {customers, methods, guards} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  const walletPath = '/user/customers/v1/:customer/wallet';
  const methodPath = `${walletPath}/:method` as const;

  routes.get(walletPath, guards.secret, async (c) => {
    const {token} = await customers.read(merchantOf(c).id, c.req.param('customer'));
    const wallet = (await methods.list(merchantOf(c).id, token)).map(walletItem);
    return send(c, {status: 200, body: success({count: wallet.length, wallet})});
  });

  routes.get(methodPath, guards.secret, async (c) => {
    const {token} = await customers.read(merchantOf(c).id, c.req.param('customer'));
    const row = await methods.read(merchantOf(c).id, token, c.req.param('method'));
    return send(c, {status: 200, body: success(walletItem(row))});
  });

  routes.delete(methodPath, guards.secret, async (c) => {
    const {token} = await customers.read(merchantOf(c).id, c.req.param('customer'));
    const method = c.req.param('method');
    await methods.remove(merchantOf(c).id, token, method);
    return send(c, {status: 200, body: success({deleted: true, token: method})});
  });
  return routes;
}
