import fc from 'fast-check';
import {toJsonSchema, type JsonSchema} from '../../service/src/edges/openapi/json-schema.js';
import {operationsOf} from '../../service/src/edges/openapi/operations.js';
import type {Operation} from '../../service/src/platform/openapi/operation.js';
import {startRealService} from '../../service/test/rules/support.js';
import type {Reply, ServiceClient} from '../../service/test/support/harness.js';
import {GarbageCollector} from './support/garbage.js';
import {percentile} from '../../bench/support/client.js';
import {sizeOf} from './support/size.js';
import type {ProofResult} from './support/proof.js';

export const id = 'B7';
export const title =
  'every request that the description allows gets an answer in the envelope, and nothing leaks';

const card = '4000000000002701';
/** Stack frames, SQL, paths of this machine. */
const leak =
  /\bat [^ ]+ \([^ ]+:\d+|node_modules|\.[jt]s:\d|\b(SELECT|INSERT INTO|UPDATE [a-z_]+ SET)\b|pglite|syntax error/i;

const noise = fc.oneof(
  fc.string({unit: 'binary', maxLength: 20}),
  fc.constantFrom(
    '',
    '\u0000',
    '\ud800',
    'x'.repeat(300),
    card,
    'javascript:alert(1)',
    '../../etc/passwd',
    "' OR 1=1 --",
  ),
  fc.double(),
  fc.constantFrom<unknown>(null, true, -1, 1e308, [], {}, [[]], {'': {}}),
);

/** Values that fit a schema, and now and then one that does not. */
function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({weight: 6, arbitrary: fitting(schema)}, {weight: 1, arbitrary: noise});
}

function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  const {
    properties,
    required = [],
    enum: values,
    items,
    anyOf,
    type,
  } = schema as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
    readonly enum?: readonly unknown[];
    readonly items?: JsonSchema;
    readonly anyOf?: readonly JsonSchema[];
    readonly type?: string | readonly string[];
  };
  if (values) return fc.constantFrom(...values);
  if (anyOf) return fc.oneof(...anyOf.map(valuesOf));
  if (properties) {
    const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valuesOf(one)]));
    return fc.record(fields, {requiredKeys: [...required].filter((name) => name in fields)});
  }
  if (items) return fc.array(valuesOf(items), {maxLength: 3});
  const kind = typeof type === 'string' ? type : type?.[0];
  if (kind === 'boolean') return fc.boolean();
  if (kind === 'integer' || kind === 'number') return fc.integer({min: 0, max: 4000});
  if (kind === 'object') return fc.dictionary(fc.string({maxLength: 5}), noise, {maxKeys: 3});
  return fc.oneof(
    fc.string({maxLength: 12}),
    fc.constantFrom(
      'PKR',
      'PK',
      'https://shop.example',
      'https://shop.example/a?b=c',
      '2030',
      '01',
      '123',
      card,
    ),
  );
}

function problemsOf(reply: Reply, what: string): string[] {
  const problems = [];
  if (reply.status >= 500) problems.push(`${what}: ${reply.status} ${reply.text}`);
  if (reply.status >= 400) {
    const {code, message, status} = reply.json as unknown as Record<string, unknown>;
    const errors = (status as {errors?: unknown[]} | undefined)?.errors ?? [];
    const whole = typeof code === 'string' && typeof message === 'string' && errors.length > 0;
    if (!whole) problems.push(`${what}: ${reply.status} outside the envelope`);
    if (reply.text.includes(card)) problems.push(`${what}: a card number comes back in an error`);
  }
  if (leak.test(reply.text) && /json/.test(reply.headers.get('content-type') ?? '') && reply.status >= 400) {
    problems.push(`${what}: a leak in ${reply.text}`);
  }
  return problems;
}

/** One request drawn from the description: real tokens of this service stand among the made-up ones. */
async function requestsOf(
  service: ServiceClient,
): Promise<fc.Arbitrary<[Operation, string, unknown, string | undefined]>> {
  const [raw, flex] = [await service.tracker({entry_mode: 'raw'}), await service.tracker()];
  const customer = await service.customer();
  const known = {tracker: [raw, flex, 'track_x'], customer: [customer, 'cus_x'], method: ['pm_x']};
  const kinds = operationsOf({sandbox: true})
    // The clock stays where it is and no faults are asked for: what they do is not what is shown here.
    .filter(({path}) => !/clock\/advance|faults|secret-key/.test(path))
    .map((operation) => {
      const parts = operation.path.split('/').map((part) => {
        if (!part.startsWith(':')) return fc.constant(part);
        const names = known[part.slice(1) as keyof typeof known] ?? ['x'];
        const wild = fc.string({unit: 'grapheme-ascii', minLength: 1, maxLength: 12}).map(encodeURIComponent);
        return fc.oneof({weight: 5, arbitrary: fc.constantFrom(...names)}, {weight: 1, arbitrary: wild});
      });
      const path = fc.tuple(...parts).map((all) => all.join('/'));
      const body = operation.body ? valuesOf(toJsonSchema(operation.body)) : fc.constant(undefined);
      const key = fc.option(fc.constantFrom('a', 'b', '"c"', 'x'.repeat(256)), {nil: undefined, freq: 4});
      return fc.tuple(fc.constant(operation), path, body, key);
    });
  return fc.oneof(...kinds);
}

/** Requests between two looks at the heap. */
const stride = 1000;
/** Bytes that a thousand requests may leave in the heap: two of each. Measured over 40,000: none. */
const flat = 16 * 1024;

type Drawn = readonly [Operation, string, unknown, string | undefined];

function send(
  service: ServiceClient,
  [{method, takesIdempotencyKey, bodyIsForm}, path, body, key]: Drawn,
): Promise<Reply> {
  const verb = method.toUpperCase();
  const json = body === undefined ? {} : {raw: JSON.stringify(body)};
  return service.call(path, {
    method: verb,
    ...(verb === 'GET' ? {} : bodyIsForm ? {raw: 'TransactionId=x&MD=null'} : json),
    ...(takesIdempotencyKey && key !== undefined && {key}),
    ...(bodyIsForm && {headers: {'content-type': 'application/x-www-form-urlencoded'}}),
  });
}

/** Milliseconds of every request, what came back, and what was wrong with it. */
class Findings {
  readonly times: Float64Array;
  readonly statuses = new Map<number, number>();
  readonly violations: string[] = [];
  count = 0;

  constructor(runs: number) {
    this.times = new Float64Array(runs);
  }

  async take(service: ServiceClient, request: Drawn): Promise<void> {
    const [{method}, path, body] = request;
    const what = `${method.toUpperCase()} ${path} ${JSON.stringify(body)}`;
    const started = performance.now();
    try {
      const reply = await send(service, request);
      this.times[this.count++] = performance.now() - started;
      this.statuses.set(reply.status, (this.statuses.get(reply.status) ?? 0) + 1);
      this.violations.push(...problemsOf(reply, what));
    } catch (error) {
      this.violations.push(`${what}: ${(error as Error).message}`);
    }
  }
}

/** `CARD_VAULT_REQUESTS` names another number of requests. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const runs = sizeOf('CARD_VAULT_REQUESTS', {bar, slice: 10_000, full: 200_000});
  // The database lives in a thread of its own: what it keeps is not the service's heap. Log lines are not kept by the test either.
  const service = await startRealService({allowRaw: true, databaseThread: true, log: () => undefined});
  const findings = new Findings(runs);
  const heap = new GarbageCollector();
  const seed = Number(process.env['SEED'] ?? 7);
  try {
    const requests = await requestsOf(service);
    for (let done = 0; done < runs; done += stride) {
      const next = fc.sample(requests, {numRuns: stride, seed: seed + done})[Symbol.iterator]();
      const caller = async () => {
        for (const request of next) await findings.take(service, request);
      };
      await Promise.all(Array.from({length: 8}, caller));
      await heap.note(done + stride);
    }
  } finally {
    await service.service.close();
  }
  const {statuses, violations, count} = findings;
  const times = [...findings.times.subarray(0, count)];
  const census = [...statuses].sort(([a], [b]) => a - b).map(([status, found]) => `${status}: ${found}`);
  const slope = heap.bytesPerThousand;
  if (slope > flat) violations.push(`the heap grows by ${Math.round(slope / 1024)} kB every 1000 requests`);
  return {
    lines: [
      `${count} requests drawn from the description (seed ${seed}); ${census.join(', ')}`,
      `every answer held against the description; p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms; heap ${slope >= 0 ? '+' : ''}${Math.round(slope / 1024)} kB every 1000 requests`,
    ],
    violations: violations.slice(0, 20),
  };
}
