import type {Customer} from '../customers/customers.js';
import type {Account} from './accounts.js';

/**
 * An account as mobile clients read it, who want every field to be there. What nobody has told is empty, and so is all about
 * checking addresses, suspending people and their pictures: nothing of that happens here.
 */
export function profileJson(account: Account, customer: Customer) {
  return {
    token: customer.token,
    first_name: customer.first_name ?? '',
    last_name: customer.last_name ?? '',
    email: account.email,
    phone: customer.phone_number ?? '',
    country: customer.country ?? '',
    contacts: [],
    avatar: '',
    suspended: 0,
    suspend_reason: '',
    verified: 0,
    verification: {
      ...{user_id: customer.token, code: '', verification_type: 0},
      ...{expires_at: '', created_at: '', updated_at: ''},
    },
    created_at: account.created_at.toISOString(),
    updated_at: account.updated_at.toISOString(),
  };
}
