import assert from 'node:assert/strict';
import {startService} from '../../../service/src/index.js';
import {createServiceClient, type Fetch, type ServiceClient} from '../../../src/server/index.js';
import {startRecorded, type Recorded} from '../../recorded/index.js';

/** A service that saved cards are charged at. */
export interface Place {
  readonly client: (send?: Fetch) => ServiceClient;
  readonly serviceUrl: string;
  readonly secretKey: string;
  readonly publicKey: string;
  /** A capture of the last day is voided, not refunded. */
  laterByADay(): Promise<void>;
  decline(): void;
  approve(): void;
  /** What the network took, less what it gave back: on one tracker, or on all of them. */
  taken(tracker?: string): Promise<number>;
  stop(): Promise<unknown>;
}

const hour = 3_600_000;

/** The service of this repository. */
export async function own(): Promise<Place> {
  const service = await startService({
    ...{port: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:', allowRaw: true},
  });
  const {api: serviceUrl} = service.urls;
  const {secretKey, publicKey} = service.keys;
  const sandbox = async (path: string, body?: object) => {
    const response = await fetch(`${serviceUrl}/sandbox/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: body
        ? {'x-sfpy-merchant-secret': secretKey, 'content-type': 'application/json'}
        : {'sec-fetch-site': 'same-origin'},
      ...(body && {body: JSON.stringify(body)}),
    });
    assert.ok(response.ok, await response.clone().text());
    return (await response.json()) as {data: {kind: string; amount: number; approved: boolean}[]};
  };
  let now = Date.now();
  return {
    ...{serviceUrl, secretKey, publicKey},
    client: (send) =>
      createServiceClient({serviceUrl, secretKey, publicKey, timeout: 60_000, ...(send && {fetch: send})}),
    async laterByADay() {
      now += 25 * hour;
      await sandbox('/clock/advance', {to: new Date(now).toISOString()});
    },
    decline: () => undefined,
    approve: () => undefined,
    async taken(tracker) {
      const {data} = await sandbox(tracker === undefined ? '/ledger' : `/ledger?tracker=${tracker}`);
      const signs: Readonly<Record<string, number>> = {capture: 1, void: -1, refund: -1};
      return data
        .filter(({approved}) => approved)
        .reduce((sum, {kind, amount}) => sum + (signs[kind] ?? 0) * amount, 0);
    },
    stop: () => service.close(),
  };
}

/** A service as recorded: it keeps no idempotency keys. */
export async function recorded(): Promise<Place> {
  const double: Recorded = await startRecorded();
  const {serviceUrl, secretKey, publicKey} = double;
  const client = (send?: Fetch) =>
    createServiceClient({serviceUrl, secretKey, publicKey, timeout: 60_000, ...(send && {fetch: send})});
  return {
    ...{serviceUrl, secretKey, publicKey, client},
    laterByADay: () => Promise.resolve(),
    decline: () => double.setBehaviour({charges: 'declined'}),
    approve: () => double.setBehaviour({charges: 'approved'}),
    taken: (tracker) => Promise.resolve(double.taken(tracker)),
    stop: () => double.stop(),
  };
}
