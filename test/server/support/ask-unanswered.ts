import {OutsideService, type Answered} from './outside.js';
import {refusedRequests, unansweredPaths, type Unanswered} from './unanswered.js';

/** What the path needs anyway, to which a row's body is added. */
const plan = {
  name: 'Box',
  product: 'Box',
  amount: '24.00',
  currency: 'PKR',
  interval: 'MONTH',
  interval_count: 1,
  type: 'RECURRING',
  active: true,
};

export interface Refused extends Unanswered {
  readonly answer: Answered;
}

/** Sends every refused request of the official clients to a service of its own. */
export async function askUnanswered(): Promise<{
  readonly paths: readonly Refused[];
  readonly requests: readonly Refused[];
}> {
  const api = await OutsideService.start();
  try {
    const customer = await api.customer();
    const charged = await api.charged(customer, await api.saved(customer));
    /** A tracker in the state that the path names. */
    const trackerFor = (name: string): Promise<string> => {
      if (name === 'charged') return Promise.resolve(charged);
      if (name === 'enrollable') return api.setUp(customer);
      if (name === 'enrolled') return api.enrolled(customer);
      return api.tracker({user: customer});
    };
    const ask = async (row: Unanswered): Promise<Refused> => {
      const {method, path, body, isWithoutCredential} = row;
      const name = /\{(\w+)\}/.exec(path)?.[1];
      const value = name === undefined || name === 'quicklink' ? 'ql_none' : await trackerFor(name);
      const needed = path.startsWith('/client/plans/')
        ? plan
        : path === '/order/payments/v3'
          ? {user: customer, currency: 'PKR', merchant_api_key: api.service.keys.publicKey}
          : {};
      const answer = await api.ask({
        method,
        path: path.replace(/\{\w+\}/, value),
        ...(method === 'GET' ? {} : {body: {...needed, ...body}}),
        ...(isWithoutCredential && {headers: {'content-type': 'application/json'}}),
      });
      return {...row, answer};
    };
    const inOrder = async (rows: readonly Unanswered[]) => {
      const refused: Refused[] = [];
      for (const row of rows) refused.push(await ask(row));
      return refused;
    };
    return {paths: await inOrder(unansweredPaths), requests: await inOrder(refusedRequests)};
  } finally {
    await api.close();
  }
}
