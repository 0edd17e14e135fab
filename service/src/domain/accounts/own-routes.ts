import type {Hono} from 'hono';
import {ServiceError} from '../../platform/errors.js';
import {check, readJson} from '../../platform/http/body.js';
import {merchantOf, sessionOf} from '../../platform/http/env.js';
import type {ServiceContext, ServiceEnv} from '../../platform/http/env.js';
import {send, success} from '../../platform/http/envelope.js';
import {stated} from '../customers/routes.js';
import type {Account} from './accounts.js';
import {passwordChange, passwordReset, profileChanges} from './bodies.js';
import {profileJson} from './profile.js';
import type {AccountRouteDependencies} from './routes.js';

const notFound = () => new ServiceError(404, 'account.not_found', 'This shopper has no account.');

/** What a shopper with a session sees and changes of the account; and the merchant's server, for one who forgot the password. */
export function addProfile(routes: Hono<ServiceEnv>, deps: AccountRouteDependencies): void {
  const {accounts, customers, passwords, logins, tries, guards, once} = deps;

  async function own(c: ServiceContext): Promise<Account> {
    const {merchant, customer} = sessionOf(c);
    const account = await accounts.ofCustomer(merchant, customer);
    if (!account) throw notFound();
    return account;
  }

  routes.get('/user/v2', guards.shopper, async (c) => {
    const account = await own(c);
    const customer = await customers.read(account.merchant, account.customer);
    return send(c, {status: 200, body: success(profileJson(account, customer))});
  });

  routes.put('/user/v2', guards.shopper, async (c) => {
    const account = await own(c);
    const {phone, ...given} = check(profileChanges, await readJson(c));
    const changes = stated({...given, phone_number: given.phone_number ?? phone});
    const customer = await customers.update(account.merchant, account.customer, changes);
    return send(c, {status: 200, body: success(profileJson(account, customer))});
  });

  routes.post(
    '/user/v2/change-password',
    guards.shopper,
    once(async (c) => {
      const account = await own(c);
      const {old_password: old, new_password: password} = check(passwordChange, await readJson(c));
      await tries.count(account.merchant, account.email);
      const isRight = await passwords.verify(old, account.password);
      const isSet =
        isRight &&
        (await accounts.setPassword(account.customer, await passwords.hash(password), account.password));
      if (!isSet) throw new ServiceError(403, 'account.password_wrong', 'The old password is not right.');
      await tries.forget(account.merchant, account.email);
      await logins.endOthers(account.customer, sessionOf(c).login);
      return {status: 200, body: success({changed: true, token: account.customer})};
    }),
  );

  routes.post(
    '/user/v2/password-reset',
    guards.secret,
    once(async (c) => {
      const {user, password} = check(passwordReset, await readJson(c));
      const account = await accounts.ofCustomer(merchantOf(c).id, user);
      if (!account) throw notFound();
      await accounts.setPassword(account.customer, await passwords.hash(password));
      await tries.forget(account.merchant, account.email);
      await logins.endOthers(account.customer);
      return {status: 200, body: success({changed: true, token: account.customer})};
    }),
  );
}
