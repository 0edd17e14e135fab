import {startService} from '../../service/src/index.js';
import {developmentKeys} from '../../service/src/options.js';
import {defaultMaxRequests} from '../../service/src/platform/http/admission.js';
import {Client} from '../../bench/support/client.js';
import {flood} from './support/flooding.js';
import {sizeOf} from './support/size.js';
import type {ProofResult} from './support/proof.js';

export const id = 'D11';
export const title = 'health checks, however many, keep no request out, and no load makes them fail';

const secret = {'x-sfpy-merchant-secret': developmentKeys.secretKey};
/** More connections than there are places, and a rate that no service reaches: each asks again as soon as it is answered. */
const flooding = {connections: defaultMaxRequests + 72, perSecond: 100_000};
const list = '/user/customers/v1/?limit=1';
const health = '/readyz';

/** Floods one path with so many requests, and calls another path one by one until the flood is over. */
async function callBeside(api: string, flooded: string, called: string, count: number) {
  let isOver = false;
  const requests = [{method: 'GET', path: flooded, headers: secret}];
  const sent = flood({url: api, ...flooding, count, requests}).finally(() => (isOver = true));
  const client = new Client(1);
  const statuses: number[] = [];
  try {
    while (!isOver) statuses.push((await client.send('GET', api + called, secret)).status);
  } finally {
    client.close();
  }
  const answered = Object.values((await sent).statuses).reduce((sum, more) => sum + more, 0);
  return {answered, calls: statuses.length, failed: statuses.filter((status) => status !== 200).length};
}

/** The slice floods with 5,000 requests each, the bar with 200,000. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const count = sizeOf('CARD_VAULT_REQUESTS', {bar, slice: 5000, full: 200_000});
  const service = await startService({port: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'});
  try {
    const {api} = service.urls;
    // A health check that takes the places of other requests is like any other path.
    const planted = await callBeside(api, list, list, 5000);
    const honest = await callBeside(api, health, list, count);
    const checks = await callBeside(api, list, health, count);
    const enough = [honest, checks].every(({answered, calls}) => answered === count && calls > 0);
    return {
      lines: [
        `${honest.answered} health checks over ${flooding.connections} connections: ${honest.failed} of ${honest.calls} honest requests failed; ${planted.failed} of ${planted.calls} where the flood takes places`,
        `${checks.answered} requests over as many: ${checks.failed} of ${checks.calls} health checks failed`,
      ],
      violations: [
        ...(planted.failed > 0 ? [] : ['a flood that takes places is not noticed']),
        ...(enough ? [] : ['a part of the flood was not answered, or nothing was called beside it']),
        ...(honest.failed > 0
          ? [`${honest.failed} honest requests failed beside a flood of health checks`]
          : []),
        ...(checks.failed > 0 ? [`${checks.failed} health checks failed beside a flood of requests`] : []),
      ],
    };
  } finally {
    await service.close();
  }
}
