import assert from 'node:assert/strict';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {startService} from '../../../service/src/index.js';
import {createServiceClient} from '../../../src/server/index.js';
import {webhookSecret} from './contract.js';

export const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A service, an address where nothing listens, one that never answers, and what a kit needs to know of them. */
export async function openServices() {
  const service = await startService({
    port: 0,
    fieldsPort: 0,
    issuerPort: 0,
    database: 'memory:',
    allowRaw: true,
  });
  const closed = createServer();
  const closedUrl = await listen(closed);
  closed.close();
  const silent = createServer(() => undefined);
  const settings = {
    ...{serviceUrl: service.urls.api, closedUrl, silentUrl: await listen(silent), webhookSecret},
    ...{secretKey: service.keys.secretKey, publicKey: service.keys.publicKey},
  };
  const client = createServiceClient(settings);
  return {
    settings,
    /** A customer for one run of the contract. */
    async customer(): Promise<string> {
      const {token} = await client.customers.create({
        ...{firstName: 'Ada', lastName: 'Byron', email: 'ada@shop.example'},
        ...{phoneNumber: '+441234567', country: 'GB'},
      });
      assert.ok(token);
      return token;
    },
    async close(): Promise<void> {
      silent.closeAllConnections();
      silent.close();
      await service.close();
    },
  };
}

export type Services = Awaited<ReturnType<typeof openServices>>;
