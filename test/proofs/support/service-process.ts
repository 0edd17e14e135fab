import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {developmentKeys} from '../../../service/src/options.js';
import {noCardLimitFlags} from '../../../bench/support/no-card-limits.js';

/** The `percent`-th of a hundred of these numbers, rounded. */
export function p(numbers: readonly number[], percent: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1);
  return Math.round(sorted[Math.max(0, index)] ?? 0);
}

/** An answer, read to its end. */
export interface Reply {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
  /** `undefined` when the answer is no JSON. */
  readonly json: unknown;
}

interface Addresses {
  readonly api: string;
  readonly fields: string;
  readonly issuer: string;
}

/** Reads a value inside JSON by its path; `undefined` when any step is missing. */
export function at(json: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
    json,
  );
}

/** `card-vault-service` as it is published (`service/dist/cli.js`), in a process of its own. */
export class ServiceProcess {
  readonly #child: ChildProcess;
  #stdout = '';
  #stderr = '';
  #addresses: Addresses | undefined;

  constructor(options: {
    readonly database: string;
    readonly flags?: readonly string[];
    readonly ports?: readonly number[];
    /** A module that is loaded into the process before anything else. */
    readonly preload?: string | undefined;
    /** How much of the end of the log is kept, in characters: a process under load writes much. */
    readonly keepLog?: number;
    /** Where snapshots of the heap are written. */
    readonly snapshots?: string;
  }) {
    const {keepLog = 20_000, ports = [0, 0, 0]} = options;
    const [port, fields, issuer] = ports;
    const args = [
      ...(options.preload === undefined ? [] : ['--import', options.preload]),
      ...(options.snapshots === undefined
        ? []
        : ['--heapsnapshot-signal=SIGUSR2', `--diagnostic-dir=${options.snapshots}`]),
      ...['service/dist/cli.js', '--json', '--database', options.database],
      ...['--port', String(port), '--fields-port', String(fields), '--issuer-port', String(issuer)],
      ...noCardLimitFlags,
      ...(options.flags ?? []),
    ];
    this.#child = spawn(process.execPath, args, {stdio: ['ignore', 'pipe', 'pipe']});
    this.#child.stdout!.setEncoding('utf8').on('data', (text: string) => (this.#stdout += text));
    this.#child
      .stderr!.setEncoding('utf8')
      .on('data', (text: string) => (this.#stderr = (this.#stderr + text).slice(-keepLog)));
    process.once('exit', this.#endWithParent);
    this.#child.once('close', () => process.off('exit', this.#endWithParent));
  }

  readonly #endWithParent = () => void this.#child.kill('SIGKILL');

  get pid(): number {
    return this.#child.pid!;
  }

  get stderr(): string {
    return this.#stderr;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Waits until it has said where it is. */
  async ready(): Promise<Addresses> {
    while (!this.#stdout.includes('\n')) {
      if (!this.isRunning) throw new Error(`The service ended without a word: ${this.#stderr}`);
      await Promise.race([once(this.#child.stdout!, 'data'), once(this.#child, 'close')]);
    }
    return (this.#addresses ??= JSON.parse(this.#stdout.split('\n')[0]!) as Addresses);
  }

  /** Exit code, or the signal's name. */
  async end(): Promise<number | string> {
    if (this.isRunning) await once(this.#child, 'close');
    return this.#child.exitCode ?? this.#child.signalCode!;
  }

  /** Ends it without a chance to tidy up (`SIGKILL`), or with another signal. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | string> {
    this.#child.kill(signal);
    return this.end();
  }

  get(path: string): Promise<Reply> {
    return this.send('GET', path);
  }

  post(path: string, body: unknown, key?: string): Promise<Reply> {
    return this.send('POST', path, {body, ...(key !== undefined && {key})});
  }

  /** Calls with the secret key. Rejects when no answer comes. */
  async send(method: string, path: string, {body, key}: {body?: unknown; key?: string} = {}): Promise<Reply> {
    if (this.#addresses === undefined) throw new Error('Not ready.');
    const response = await fetch(new URL(path, this.#addresses.api), {
      method,
      redirect: 'manual',
      headers: {
        'x-sfpy-merchant-secret': developmentKeys.secretKey,
        ...(body !== undefined && {'content-type': 'application/json'}),
        ...(key !== undefined && {'idempotency-key': key}),
      },
      ...(body !== undefined && {body: JSON.stringify(body)}),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      json = undefined;
    }
    return {status: response.status, retryAfter: response.headers.get('retry-after'), text, json};
  }

  async createCustomer(): Promise<string> {
    const {json, text} = await this.post('/user/customers/v1/', {first_name: 'Ada', last_name: 'Byron'});
    const token = at(json, 'data', 'token');
    if (typeof token !== 'string') throw new Error(`No customer: ${text}`);
    return token;
  }
}
