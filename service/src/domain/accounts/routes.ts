import {Hono} from 'hono';
import {complete} from '../customers/routes.js';
import type {Customers} from '../customers/customers.js';
import {check, readJson} from '../../platform/http/body.js';
import {sessionOf} from '../../platform/http/env.js';
import type {ServiceContext, ServiceEnv} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import {merchantOnly} from '../../platform/http/guards.js';
import type {Guards} from '../../platform/http/guards.js';
import type {AnswerOnce} from '../../platform/idempotency/answer.js';
import type {DeadTokens} from '../../platform/passport/dead-tokens.js';
import {emailKey} from './accounts.js';
import type {AccountHolder} from './accounts.js';
import {existsQuery, loginBody, refreshBody, registrationBody} from './bodies.js';
import type {AccountParts} from './compose.js';
import {loginRefused, refreshRefused} from './logins.js';
import type {Opened} from './logins.js';
import {addProfile} from './own-routes.js';
import {profileJson} from './profile.js';

export interface AccountRouteDependencies extends AccountParts {
  readonly customers: Customers;
  readonly deadTokens: DeadTokens;
  readonly guards: Guards;
  readonly once: AnswerOnce;
}

/** What a login answers (wire 1.2). `token` names the customer, as for guests. */
function openedAnswer({customer, session, expiresAt, refreshToken}: Opened) {
  const data = {session, token: customer, refresh_token: refreshToken, expires_at: expiresAt.toISOString()};
  return {status: 200, body: success(data)};
}

/**
 * Accounts of shoppers (wire 1.2): registering, logging in, renewing. Whoever asks has no credentials yet, so the request says by
 * the merchant's key whose shopper it is about. Answers that hold credentials are kept under no idempotency key: they would
 * outlive what they hold.
 */
export function accountRoutes(deps: AccountRouteDependencies): Hono<ServiceEnv> {
  const {accounts, customers, visitors, passwords, once} = deps;
  const routes = new Hono<ServiceEnv>({strict: false});

  routes.post('/user/v2', async (c, next) => {
    const {
      email,
      password,
      merchant_api_key: key,
      user,
      phone,
      ...given
    } = check(registrationBody, await readJson(c));
    const {merchant, relayed} = await visitors.greet(c, key);
    if (user !== undefined && !relayed) throw merchantOnly();
    // Not inside the transaction: everybody else would wait for it.
    const hash = await passwords.hash(password);
    const details = {...given, email, phone_number: given.phone_number ?? phone, is_guest: false};
    const holder: AccountHolder = user === undefined ? {details: complete(details)} : {customer: user};
    const create = once.local(async () => {
      const account = await accounts.create(merchant.id, holder, {email, password: hash});
      const customer = await customers.read(merchant.id, account.customer);
      return {status: 200, body: success(profileJson(account, customer))};
    });
    return create(c, next);
  });

  routes.get('/user/v2/exists', async (c) => {
    const {email, merchant_api_key: key} = check(existsQuery, c.req.query());
    const {merchant} = await visitors.greet(c, key);
    const exists = (await accounts.byEmail(merchant.id, email)) !== undefined;
    // The number is the account's own: it is told to whoever has logged in.
    const data = {exists, is_local: exists, has_password: exists, email: emailKey(email), phone: ''};
    return send(c, {status: 200, body: success(data)});
  });

  addLogins(routes, deps);
  addProfile(routes, deps);
  return routes;
}

function addLogins(routes: Hono<ServiceEnv>, deps: AccountRouteDependencies): void {
  const {accounts, visitors, passwords, tries, logins} = deps;

  routes.post('/auth/v2/user/login', async (c) => {
    const {email, password, merchant_api_key: key} = check(loginBody, await readJson(c));
    const {merchant, origin} = await visitors.greet(c, key);
    await tries.count(merchant.id, emailKey(email));
    const account = await accounts.byEmail(merchant.id, email);
    const isRight = await passwords.verify(password, account?.password);
    if (!account || !isRight) throw loginRefused();
    await tries.forget(merchant.id, account.email);
    const hash = await renewed(deps, account, password);
    const {customer} = account;
    return send(c, openedAnswer(await logins.open({merchant: merchant.id, customer, origin}, hash)));
  });

  routes.post('/auth/v2/user/refresh', async (c) => {
    const {refresh_token: token, merchant_api_key: key} = check(refreshBody, await readJson(c));
    const login = await visitors.welcome(c, await logins.find(token), key);
    if (!login) throw refreshRefused();
    return send(c, openedAnswer(await logins.renew(login, token)));
  });

  routes.post('/auth/v2/user/logout', deps.guards.shopper, async (c: ServiceContext) => {
    const {id, login} = sessionOf(c);
    // A guest's session has no login: it ends alone.
    await (login === undefined ? deps.deadTokens.add(id) : logins.end(login));
    return send(c, {status: 200, body: success({logged_out: true})});
  });
}

/** The hash as it is kept from now on: anew, where it was made with parameters of another time. */
async function renewed(
  {accounts, passwords}: AccountRouteDependencies,
  {customer, password: hash}: {readonly customer: string; readonly password: string},
  password: string,
): Promise<string> {
  if (!passwords.isOld(hash)) return hash;
  const fresh = await passwords.hash(password);
  return (await accounts.setPassword(customer, fresh, hash)) ? fresh : hash;
}
