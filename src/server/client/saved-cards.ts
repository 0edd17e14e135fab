import {CardVaultError} from '../../protocol/index.js';
import {readSavedMethod, readWallet, type SavedPaymentMethod} from './readers.js';
import {at} from './sending.js';
import type {Call} from './transport.js';

interface OwnedMethod {
  readonly customer: string;
  readonly token: string;
}

/** The saved cards of a customer's wallet. */
export interface PaymentMethods {
  list(customer: string): Promise<readonly SavedPaymentMethod[]>;
  /**
   * One of them, by its token.
   *
   * @throws CardVaultError `request-refused` (status 404) for a card that is removed, used up, or another customer's
   */
  read(method: OwnedMethod): Promise<SavedPaymentMethod>;
  /**
   * Makes it the customer's default, which comes first in every list, or with `false` takes that back. For services with the feature
   * `default-method`.
   *
   * @throws CardVaultError `request-refused` (status 404) for a card that is not there
   */
  setDefault(method: OwnedMethod, isDefault?: boolean): Promise<SavedPaymentMethod>;
  /**
   * Removes one, and erases its number.
   *
   * @throws CardVaultError `request-refused`: status 404 for a card that the customer does not have; 409 while subscriptions are
   *   charged to it. The message names them: give them another card, or cancel them, first.
   */
  remove(method: OwnedMethod): Promise<void>;
}

export function createPaymentMethods(call: Call, now: () => number): PaymentMethods {
  const path = (customer: string) => at`/user/customers/v1/${{customer}}/wallet/`;
  const pathOfOne = ({customer, token}: OwnedMethod) => path(customer) + at`${{token}}`;
  const list = async (customer: string) =>
    readWallet(await call({method: 'GET', path: path(customer), doing: 'reading a wallet'}), now());
  return {
    list,
    // The list is recorded of the real service, an address for one card is not.
    async read({customer, token}) {
      const method = (await list(customer)).find((one) => one.token === token);
      if (method) return method;
      const message = `card-vault/server: ${customer} has no usable saved card ${token}. List the customer's cards to see what is there.`;
      throw new CardVaultError('request-refused', message, {status: 404, field: 'token'});
    },
    async setDefault({customer, token}, isDefault = true) {
      const address = pathOfOne({customer, token});
      const doing = 'choosing the default card (a service without the feature default-method has none)';
      const body = {is_default: isDefault};
      const method = readSavedMethod(await call({method: 'PUT', path: address, doing, body}), now());
      if (method.isDefault === isDefault) return method;
      // The service may answer what it knows of the card, and leave out the rest.
      const message =
        'card-vault/server: this service keeps no default card: it has not the feature default-method. Keep the choice yourself.';
      throw new CardVaultError('request-refused', message, {field: 'isDefault'});
    },
    remove: async (method) => {
      await call({
        method: 'DELETE',
        path: pathOfOne(method),
        doing: 'removing a payment method',
      });
    },
  };
}
