// Runs in Node, because it starts the service: node --import tsx --test test/adapter/real-service.contract.ts
import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Service} from '../../service/src/index.js';
import {adapterContract} from './support/adapter-contract.js';
import {realHarness, startRealService} from './support/real-service.js';

let service: Service;
before(async () => {
  service = await startRealService();
});
after(() => service.close());

adapterContract(
  'the fetch adapter, over the real shop server and service,',
  (options) => realHarness(service)(options),
  {describe, it, same: assert.deepEqual},
);
