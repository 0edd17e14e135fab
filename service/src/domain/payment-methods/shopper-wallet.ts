/** The routes with which shoppers see and remove their saved cards. */
import {Hono} from 'hono';
import {addressJson, type Address, type Addresses} from '../addresses/addresses.js';
import {sessionOf} from '../../platform/identity/callers.js';
import type {ServiceEnv} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import type {Guards} from '../../platform/identity/guards.js';
import type {Vault} from '../../platform/sealing.js';
import type {SessionClaims} from '../../platform/identity/sessions.js';
import {
  paymentMethodNotFound,
  schemeOf,
  type FingerprintedMethod,
  type PaymentMethods,
} from './payment-methods.js';

/** A saved card in the format that mobile clients read (wire 1.4). */
function walletItem(row: FingerprintedMethod, address: Address | undefined, deduplicationKey: string) {
  return {
    token: row.token,
    user: row.customer,
    payment_method_token: row.token,
    deduplication_key: deduplicationKey,
    intent: 'CYBERSOURCE',
    last_4: row.last_four,
    instrument_type: schemeOf(row.brand),
    expiry_month: row.expiration_month,
    expiry_year: row.expiration_year,
    max_usage: row.max_usage,
    usage_count: row.usage_count,
    address: address ? addressJson(address) : null,
    created_at: row.created_at.toISOString(),
  };
}

/** Lists, reads and removes a shopper's own saved cards. These routes require the shopper's session. */
export function shopperWalletRoutes(deps: {
  readonly methods: PaymentMethods;
  readonly addresses: Addresses;
  readonly vault: Pick<Vault, 'fingerprint'>;
  readonly guards: Guards;
}): Hono<ServiceEnv> {
  const {methods, addresses, vault, guards} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});
  const walletPath = '/user/wallets/v1';
  const cardPath = `${walletPath}/:method` as const;

  async function readWallet({merchant, customer}: SessionClaims) {
    const address = await addresses.latestOf(merchant, customer);
    // The vault's fingerprint never leaves the service. Clients get a keyed hash of it, which only shows
    // whether two cards have the same number.
    const deduplicationKeyOf = ({fingerprint}: FingerprintedMethod) =>
      vault.fingerprint(`deduplication\n${fingerprint}`, merchant);
    const rows = await methods.listWithFingerprints(merchant, customer);
    return rows.map((row) => walletItem(row, address, deduplicationKeyOf(row)));
  }

  routes.get(walletPath, guards.shopper, async (c) =>
    send(c, {status: 200, body: success(await readWallet(sessionOf(c)))}),
  );

  routes.get(cardPath, guards.shopper, async (c) => {
    const item = (await readWallet(sessionOf(c))).find(({token}) => token === c.req.param('method'));
    if (!item) throw paymentMethodNotFound();
    return send(c, {status: 200, body: success(item)});
  });

  routes.delete(cardPath, guards.shopper, async (c) => {
    const {merchant, customer} = sessionOf(c);
    const token = c.req.param('method');
    await methods.remove(merchant, customer, token);
    return send(c, {status: 200, body: success({deleted: true, token})});
  });
  return routes;
}
