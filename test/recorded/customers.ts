import {merchantOnly, refused, succeeded} from './answers.js';
import {brandOf} from './cards.js';
import {bodyOf, textOf, type Answer, type Json, type RecordedRequest} from './http.js';
import {newToken} from './keys.js';
import type {Customer, SavedMethod, World} from './state.js';

const fieldNames = ['first_name', 'last_name', 'email', 'phone_number', 'country', 'is_guest'];

const viewOf = ({token, fields}: Customer): Json => ({token, is_guest: false, ...fields});

/** A saved method as the wallet shows it. Its card holds more or less, as the recordings differ. */
function methodView({behaviour}: World, method: SavedMethod): Json {
  const {scheme, expiry} = behaviour().wallet;
  const brand = brandOf(method.number);
  const schemes = {integer: brand.schemeNumber, upper: brand.type, text: brand.scheme, missing: undefined};
  return {
    token: method.token,
    kind: 'CYBERSOURCE',
    max_usage: method.singleUse ? 1 : 0,
    usage_count: 0,
    usage_interval: 0,
    is_deleted: false,
    cybersource: {
      token: newToken('cs'),
      customer_payment_method: newToken('cpm'),
      ...(scheme === 'missing' ? {card_type: brand.type} : {scheme: schemes[scheme]}),
      bin: method.number.slice(0, 6),
      last_four: method.number.slice(-4),
      ...(expiry && {expiry_month: method.month, expiry_year: method.year}),
    },
  };
}

function problemOf(fields: Json): string | undefined {
  for (const name of ['first_name', 'last_name', 'email', 'phone_number', 'country'])
    if (textOf(fields[name]).trim() === '') return `${name} is required`;
  return [...textOf(fields['last_name']).trim()].length < 2 ? 'last_name is too short' : undefined;
}

function wallet(request: RecordedRequest, world: World, customer: Customer, token = ''): Answer {
  if (token === '') {
    const methods = customer.wallet.map((method) => methodView(world, method));
    return succeeded({count: methods.length, wallet: methods});
  }
  const place = customer.wallet.findIndex((method) => method.token === token);
  const found = customer.wallet[place];
  if (!found) return refused(404, 'payment method not found');
  if (request.method === 'DELETE') customer.wallet.splice(place, 1);
  return succeeded(methodView(world, found));
}

/** Customers and their wallets; for the shop's server only. */
export function customers(
  request: RecordedRequest,
  world: World,
  parts: readonly string[],
  isMerchant: boolean,
): Answer {
  if (!isMerchant) return merchantOnly();
  const [token, part, method] = parts;
  if (token === undefined) {
    if (request.method === 'GET') return succeeded([...world.customers.values()].map(viewOf));
    const body = bodyOf(request) ?? {};
    const fields = Object.fromEntries(
      fieldNames.filter((name) => name in body).map((name) => [name, body[name]]),
    );
    const problem = problemOf(fields);
    if (problem) return refused(400, problem);
    const customer: Customer = {token: newToken('cus'), fields, wallet: []};
    world.customers.set(customer.token, customer);
    return succeeded(viewOf(customer), 201);
  }
  const customer = world.customers.get(token);
  if (!customer) return refused(404, 'customer not found');
  if (part === 'wallet') return wallet(request, world, customer, method);
  if (part !== undefined) return refused(404, 'not found');
  if (request.method === 'PUT') {
    const fields = {...customer.fields, ...bodyOf(request)};
    const problem = problemOf(fields);
    if (problem) return refused(400, problem);
    customer.fields = fields;
  }
  if (request.method !== 'DELETE') return succeeded(viewOf(customer));
  world.customers.delete(token);
  return succeeded({deleted: true, token});
}
