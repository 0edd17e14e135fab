import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {shop, startTestService, string, type Call, type Reply, type TestService} from './support/harness.js';
import {productionOptions} from './support/production.js';

const path = '/client/origins/v1';
const branch = 'https://branch.example';
const hanging = 'https://hanging.example';
const home = productionOptions.publicKey;
const other = {publicKey: 'sec_other_live', secretKey: 'sk_live_8d02c5f7a1b94e36d8c1'};
const asOther = {secret: other.secretKey};
const day = 24 * 3600_000;

const add = (api: TestService, origin: string, call: Call = {}): Promise<Reply> =>
  api.call(path, {body: {origin}, ...call});
async function listOf(api: TestService, call: Call = {}): Promise<Record<string, string>> {
  const {json} = await api.call(path, call);
  return Object.fromEntries(
    [...json['data']!].map((entry) => [string(entry['origin']), String(entry['proven_at'] ?? 'configured')]),
  );
}

/** What the files on origins say. An origin that has none here answers nothing until `answer` is called. */
class Files {
  readonly keys = new Map<string, ReadonlySet<string> | string>();
  readonly #asked: string[] = [];
  #answer!: () => void;
  readonly #answered = new Promise<void>((resolve) => (this.#answer = resolve));
  #onAsked: (() => void) | undefined;

  read = async (origin: string): Promise<ReadonlySet<string> | string> => {
    this.#asked.push(origin);
    this.#onAsked?.();
    const keys = this.keys.get(origin);
    if (keys !== undefined) return keys;
    await this.#answered;
    return 'does not answer in time';
  };

  async asked(origin: string): Promise<void> {
    while (!this.#asked.includes(origin)) await new Promise<void>((resolve) => (this.#onAsked = resolve));
  }

  answer(): void {
    this.#answer();
  }
}

describe('an origin that hangs when it is asked for its proof', () => {
  it('keeps one request of its merchant, and the requests of others go on', async () => {
    const files = new Files();
    const api = await startTestService({...productionOptions, merchants: [other]}, {readProof: files.read});
    try {
      const waiting = add(api, hanging, asOther);
      await files.asked(hanging);
      assert.equal((await api.call('/readyz', {secret: null})).status, 200);
      assert.equal((await api.call(path)).status, 200);
      await api.customer();
      assert.equal((await api.call(path, asOther)).status, 200);
      const second = await add(api, 'https://second.example', asOther);
      assert.deepEqual([second.status, second.json['code']], [429, 'origin.proof_under_way']);
      assert.equal(second.headers.get('retry-after'), '3');
      files.keys.set(branch, new Set([home]));
      assert.equal((await add(api, branch)).status, 200);
      files.answer();
      assert.equal((await waiting).json['code'], 'origin.not_proven');
    } finally {
      files.answer();
      await api.service.close();
    }
  });
});

describe('an origin whose file names another merchant', () => {
  let api: TestService;
  const files = new Files();
  before(async () => {
    api = await startTestService({...productionOptions, merchants: [other]}, {readProof: files.read});
    files.keys.set(shop, new Set([other.publicKey]));
  });
  after(() => api.service.close());

  const passDay = async () => {
    const {clock} = api.service;
    clock.advanceTo(new Date(clock.now().getTime() + day + 1));
    await clock.listenersDone();
  };
  const eventsOf = async () =>
    (
      await api.service.database.query<{type: string; merchant: string}>(
        "SELECT type, merchant FROM events WHERE type LIKE 'origin.%' ORDER BY created_at, type",
      )
    ).map(({type}) => type);

  it('belongs to the owner as long as its file names the owner, whomever else it names', async () => {
    files.keys.set(branch, new Set([home, other.publicKey]));
    assert.equal((await add(api, branch)).status, 200);
    assert.equal((await add(api, branch, asOther)).json['code'], 'origin.taken');
    for (const unproven of [new Set<string>(), 'cannot be read'] as const) {
      files.keys.set(branch, unproven);
      assert.equal((await add(api, branch, asOther)).json['code'], 'origin.taken');
    }
    assert.ok(branch in (await listOf(api)));
  });

  it('moves to the merchant that it names alone, by an event for each, and returns the same way', async () => {
    files.keys.set(branch, new Set([other.publicKey]));
    assert.equal((await add(api, branch, asOther)).status, 200);
    assert.ok(!(branch in (await listOf(api))));
    assert.ok(branch in (await listOf(api, asOther)));
    assert.deepEqual(await eventsOf(), ['origin.added', 'origin.added', 'origin.removed']);
    assert.ok(api.logs.some((line) => line.includes('origins.moved')));
    files.keys.set(branch, new Set([home]));
    assert.equal((await add(api, branch)).status, 200);
    assert.deepEqual(await listOf(api, asOther), {});
  });

  it('never moves from the merchant to which the options give it', async () => {
    assert.equal((await add(api, shop, asOther)).json['code'], 'origin.taken');
  });

  it('is read once a day: a merchant in its file is proven anew, any other stays listed and is logged', async () => {
    const first = (await listOf(api))[branch];
    await passDay();
    const second = (await listOf(api))[branch];
    assert.ok(first && second && second > first, `${first} ${second}`);
    files.keys.set(branch, new Set());
    await passDay();
    assert.equal((await listOf(api))[branch], second);
    assert.ok(api.logs.some((line) => line.includes('origins.not_proven_again')));
  });
});
