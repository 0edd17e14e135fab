import {randomInt, randomUUID} from 'node:crypto';
import {mkdir, mkdtemp, readFile, readdir, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {passesLuhn} from '../../service/src/platform/pages/card-number.js';
import {testCards} from '../../service/src/simulators/issuer/index.js';
import {decliningCards} from '../../service/src/simulators/network/declines.js';
import {developmentKeys} from '../../service/src/options.js';
import {Client} from '../../bench/support/client.js';
import {RawSave} from './support/raw-save.js';
import {saveCard} from '../../bench/support/save.js';
import {searchRunning, writtenCode} from './support/service-memory.js';
import {ServiceProcess} from './support/service-process.js';
import {sizeOf} from './support/size.js';
import {encodings, plantOf, tracesOf} from './support/traces.js';
import type {ProofResult} from './support/proof.js';

export const id = 'B1';
export const title =
  'marker cards through every way in that needs no browser, and then no byte of them anywhere (V12 to V14)';

/** Prefixes and lengths of the brands. */
const brands = [
  ['492900', 16],
  ['520000', 16],
  ['340000', 15],
  ['601100', 16],
  ['353011', 16],
  ['305693', 14],
] as const;

/** A number that is used here only, so that every place that has it has it from here. */
function marker(index: number): string {
  const [prefix, length] = brands[index % brands.length]!;
  for (;;) {
    const rest = Array.from({length: length - prefix.length}, () => randomInt(10)).join('');
    if (passesLuhn(prefix + rest)) return prefix + rest;
  }
}
const codeOf = (number: string) => (number.length === 15 ? '7391' : '739');
const rawOf = (number: string) => ({
  ...{card_number: number, expiration_month: '01', expiration_year: '2031', cvv: codeOf(number)},
});

/** Everything the run left behind. */
class Evidence {
  readonly numbers = new Set<string>();
  /** Those of them that stand in no list of the program itself. */
  get markers(): readonly string[] {
    const listed = [...testCards, ...decliningCards].map(({number}) => number);
    return [...this.numbers].filter((number) => !listed.includes(number));
  }
  readonly answers: string[] = [];
  log = '';

  hear = (answer: string): void => void this.answers.push(answer);
}

/** One service on a folder, which may be killed and started again. */
class Target {
  readonly #database: string;
  readonly #evidence: Evidence;
  readonly #snapshots: string;
  #process: Promise<ServiceProcess> | undefined;

  constructor(home: string, evidence: Evidence) {
    this.#database = join(home, 'db');
    this.#snapshots = join(home, 'snapshots');
    this.#evidence = evidence;
  }

  process = (): Promise<ServiceProcess> => {
    this.#process ??= (async () => {
      const started = new ServiceProcess({
        ...{database: this.#database, flags: ['--allow-raw'], keepLog: 50_000_000},
        snapshots: this.#snapshots,
      });
      await started.ready();
      return started;
    })();
    return this.#process;
  };

  /** The same search of what is in memory while it runs. */
  async searchMemory(numbers: readonly string[]): Promise<ProofResult> {
    return searchRunning(await this.process(), this.#snapshots, numbers);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const running = await this.#process;
    if (running === undefined) return;
    this.#process = undefined;
    await running.kill(signal);
    this.#evidence.log += running.stderr;
  }

  async post(path: string, body: unknown): Promise<string> {
    const {text} = await (await this.process()).post(path, body, randomUUID());
    this.#evidence.hear(text);
    return text;
  }
}

/** A whole save in raw mode; `killed` ends the process in its middle, and the client goes on with the next one. */
async function saveRaw(target: Target, evidence: Evidence, number: string, killed: boolean): Promise<void> {
  evidence.numbers.add(number);
  const save = new RawSave(false, rawOf(number));
  let ending: Promise<void> | undefined;
  await save.run(target.process, (step) => {
    if (killed && step === 'enrollment') ending ??= target.end('SIGKILL');
  });
  await ending;
  for (const {text} of [...save.acknowledged, ...save.refusals]) evidence.hear(text);
}

/** Up to the bank's answer or the network's decline, for numbers with an outcome of their own. */
async function tryCard(target: Target, evidence: Evidence, number: string): Promise<void> {
  evidence.numbers.add(number);
  const read = (text: string) => JSON.parse(text) as {data: {token: string; tracker: {token: string}}};
  const user = read(await target.post('/user/customers/v1/', {first_name: 'Ada'})).data.token;
  const opened = await target.post('/order/payments/v3/', {user, currency: 'PKR', entry_mode: 'raw'});
  const path = `/order/payments/v3/${read(opened).data.tracker.token}`;
  await target.post(path, {payload: {payment_method: {card: rawOf(number)}}});
  const back = 'http://localhost:5173/r';
  await target.post(path, {payload: {authentication_setup: {success_url: back, failure_url: back}}});
  await target.post(path, {payload: {authorization: {do_capture: false}}});
  evidence.hear(
    (await (await target.process()).get(path.replace('/order/payments/v3', '/reporter/api/v1/payments')))
      .text,
  );
}

/** The number where it does not belong. What a merchant writes about a customer is its own affair and not tried here. */
async function misplace(target: Target, evidence: Evidence, number: string): Promise<void> {
  evidence.numbers.add(number);
  const card = rawOf(number);
  const path = '/order/payments/v3/track_nobody';
  const bodies: readonly (readonly [string, unknown])[] = [
    [path, {payload: {payment_method: {card: {...card, expiration_month: '99'}}}}],
    [path, {payload: {payment_method: {card: {...card, cvv: number}}}}],
    [path, {payload: {payment_method: {card: {...card, card_number: [number]}}}}],
    [path, {payload: {payment_method: {flex: {transient_token_jwt: number}}}}],
    [path, {payload: {origin: `https://${number}.example/x`}, card}],
    ['/order/payments/v3/', {user: number, currency: number}],
    ['/user/customers/v1/', {first_name: {card}, phone_number: number}],
    ['/client/passport/v1/token', {tracker: number, origin: number}],
    [`/order/payments/v3/${number}`, {payload: {}}],
    [`/nowhere/${number}?card=${number}`, {card}],
  ];
  for (const [where, body] of bodies) await target.post(where, body);
}

/** Lists and pages of the service, as they are after everything. */
async function look(target: Target, evidence: Evidence): Promise<void> {
  const lists = ['events', 'logs', 'trackers', 'customers', 'payment-methods', 'moves', 'faults'];
  const paths = [
    ...lists.map((name) => `/sandbox/v1/${name}`),
    '/sandbox/v1/ledger',
    '/reporter/api/v1/payments',
  ];
  for (const path of paths) evidence.hear((await (await target.process()).get(path)).text);
}

async function bytesOf(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, {recursive: true, withFileTypes: true});
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(
    await Promise.all(files.map(({parentPath, name}) => readFile(join(parentPath, name)))),
  );
}

/** Puts a number into the folder in every encoding, by way of the service. */
async function plant(target: Target, number: string): Promise<void> {
  for (const text of plantOf(number))
    await target.post('/user/customers/v1/', {first_name: text.replaceAll('\0', '')});
}

function search(evidence: Evidence, folder: Buffer): string[] {
  const places = {folder, log: Buffer.from(evidence.log), answers: Buffer.from(evidence.answers.join('\n'))};
  return Object.entries(places).flatMap(([place, bytes]) => {
    const numbers = [...evidence.numbers].flatMap((number) =>
      tracesOf(number, bytes).map((form) => `V12: ${number} is in the ${place}, ${form}`),
    );
    const code = writtenCode.exec(bytes.toString('latin1'))?.[0];
    const {secretKey, webhookSecret, vaultKey} = developmentKeys;
    const secrets = [secretKey, webhookSecret, vaultKey].filter((secret) => bytes.includes(secret));
    return [
      ...numbers,
      ...(code === undefined ? [] : [`V13: a security code in the ${place}: ${code.replaceAll(/\d/g, '#')}`]),
      ...secrets.map((secret) => `V14: ${secret.slice(0, 8)}… is in the ${place}`),
    ];
  });
}

async function journeys(target: Target, evidence: Evidence, count: number): Promise<void> {
  const outcomes = [...testCards, ...decliningCards].map(({number}) => number);
  const client = new Client(1);
  for (let index = 0; index < count; index++) {
    await saveRaw(target, evidence, marker(index), index % 3 === 2);
    const number = marker(index + 1);
    evidence.numbers.add(number);
    const card = {number, securityCode: codeOf(number), expirationMonth: '01', expirationYear: '2031'};
    await saveCard(client, await (await target.process()).ready(), {card, heard: evidence.hear});
    await tryCard(target, evidence, outcomes[index % outcomes.length]!);
    await misplace(target, evidence, marker(index + 2));
  }
  client.close();
}

/** `CARD_VAULT_ROUNDS` names another number of rounds. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const count = sizeOf('CARD_VAULT_ROUNDS', {bar, slice: 10, full: 200});
  const folder = await mkdtemp(join(tmpdir(), 'card-vault-b1-'));
  const evidence = new Evidence();
  await mkdir(join(folder, 'snapshots'));
  const target = new Target(folder, evidence);
  try {
    await journeys(target, evidence, count);
    await look(target, evidence);
    const memory = await target.searchMemory(evidence.markers.slice(bar ? -12 : -4));
    await target.end('SIGKILL');
    const violations = [...memory.violations, ...search(evidence, await bytesOf(folder))];
    // The number must be found once it is there, in each encoding, or the search proves nothing.
    const planted = marker(0);
    await plant(target, planted);
    await target.end('SIGTERM');
    // No text of a database holds NUL: this form can only come as a file.
    await writeFile(join(folder, 'db', 'planted'), Buffer.from(planted, 'utf16le'));
    const after = await bytesOf(folder);
    const found = tracesOf(planted, after);
    const missed = Object.keys(encodings).filter((name) => !found.includes(name));
    violations.push(...missed.map((name) => `the search does not find a planted number, ${name}`));
    const kilobytes = Math.round(after.length / 1024);
    return {
      lines: [
        `${count} rounds of a raw save (a third killed midway), a flex save, an outcome card and misplaced numbers: ${evidence.numbers.size} marker numbers`,
        `${kilobytes} kB of folder with its write-ahead log, ${Math.round(evidence.log.length / 1024)} kB of log, ${evidence.answers.length} answers; ${Object.keys(encodings).length} encodings; a planted number is found in each`,
        ...memory.lines,
      ],
      violations,
    };
  } finally {
    await target.end('SIGKILL').catch(() => undefined);
    await rm(folder, {recursive: true, force: true});
  }
}
