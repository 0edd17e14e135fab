import {execFileSync} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {findPrograms, startCluster, type Cluster} from '../../../service/test/support/postgres.js';
import {TestProcess} from '../../../service/test/support/process.js';
import {makeCertificate, type Certificate} from './certificate.js';
import {Proxy} from './proxy.js';
import {Ways, type Way} from './ways.js';

export const hosts = {
  api: 'pay.example',
  fields: 'fields.pay.example',
  issuer: 'bank.pay.example',
  shop: 'shop.example',
  secondShop: 'www.shop.example',
} as const;

type Part = keyof typeof hosts;

export const urls = Object.fromEntries(
  Object.entries(hosts).map(([part, host]) => [part, `https://${host}`]),
) as Readonly<Record<Part, string>>;

/** Secrets drawn for this run, as an operator does. */
export const secrets = {
  secret_key: `sk_live_${randomBytes(24).toString('hex')}`,
  vault_key: randomBytes(32).toString('hex'),
  next_vault_key: randomBytes(32).toString('hex'),
  webhook_secret: `whsec_${randomBytes(32).toString('base64')}`,
} as const;
export const publicKey = 'sec_0f1e2d3c-4b5a-4697-8877-665544332211';

interface Listening {
  readonly api: string;
  readonly fields: string;
  readonly issuer: string;
}

/** A process of the service, or of the shop. */
interface Member {
  readonly name: string;
  readonly process: TestProcess;
  /** Where it listens; a worker and the shop have one address. */
  readonly listening: Partial<Listening> & {readonly url: string};
}

/**
 * A deployment as in `service/deploy`: TLS proxy, API processes, workers, PostgreSQL and a shop, on this machine. The
 * processes reach PostgreSQL by several ways.
 */
export class World {
  readonly folder: string;
  readonly certificate: Certificate;
  readonly proxy: Proxy;
  /** All that each process has written, in the order of their starts. */
  readonly logs: {readonly name: string; readonly process: TestProcess; readonly way?: Way}[] = [];
  readonly #cluster: Cluster;
  readonly #ways: Ways;
  #database: string;
  readonly #members = new Map<string, Member>();

  constructor(cluster: Cluster, ways: Ways, database: string) {
    this.#cluster = cluster;
    this.#ways = ways;
    this.#database = database;
    this.folder = mkdtempSync(join(tmpdir(), 'card-vault-production-'));
    this.certificate = makeCertificate(this.folder, Object.values(hosts));
    this.proxy = new Proxy(this.certificate);
    for (const [name, text] of Object.entries(secrets))
      writeFileSync(this.#secretFile(name), `${text}\n`, {mode: 0o600});
  }

  static async start(): Promise<World> {
    const cluster = await startCluster({inMemory: true});
    const database = await cluster.createDatabase();
    const world = new World(cluster, await Ways.open(cluster, database), database);
    await world.proxy.listen();
    try {
      // All at once, on an empty database.
      await Promise.all([
        ...['api-1', 'api-2'].map((name) => world.startApi(name)),
        ...['worker-1', 'worker-2'].map((name) => world.startWorker(name)),
        world.#startShop(),
      ]);
      return world;
    } catch (error) {
      await world.close();
      throw error;
    }
  }

  get database(): string {
    return this.#database;
  }

  member(name: string): Member {
    return this.#members.get(name)!;
  }

  async startApi(name: string): Promise<void> {
    const process = this.#startService(name, {
      CARD_VAULT_ROLE: 'api',
      CARD_VAULT_PORT: '0',
      CARD_VAULT_FIELDS_PORT: '0',
      CARD_VAULT_ISSUER_PORT: '0',
      CARD_VAULT_PUBLIC_URL: urls.api,
      CARD_VAULT_FIELDS_URL: urls.fields,
      CARD_VAULT_ISSUER_URL: urls.issuer,
      // Only this address: the clients of the test have others.
      CARD_VAULT_TRUSTED_PROXIES: '127.0.0.1/32',
    });
    const {listening} = JSON.parse(await process.firstLine()) as {listening: Listening};
    await this.#join({name, process, listening: {...listening, url: listening.api}});
  }

  async startWorker(name: string): Promise<void> {
    const process = this.#startService(name, {CARD_VAULT_ROLE: 'worker', CARD_VAULT_PORT: '0'});
    const {health} = JSON.parse(await process.firstLine()) as {health: string};
    await this.#join({name, process, listening: {url: health}});
  }

  /** Ends a process by a signal, and returns its exit code or the signal. */
  async stop(name: string, signal: NodeJS.Signals): Promise<number | string> {
    const code = await this.member(name).process.kill(signal);
    this.#members.delete(name);
    this.#route();
    return code;
  }

  /** Restarts one process after the other; each has to be ready before the next one is ended. */
  async rollingRestart(): Promise<readonly (number | string)[]> {
    const codes = [];
    for (const name of ['api-1', 'api-2', 'worker-1', 'worker-2']) {
      codes.push(await this.stop(name, 'SIGTERM'));
      await (name.startsWith('api') ? this.startApi(name) : this.startWorker(name));
    }
    return codes;
  }

  /** Backs the database up, and restores it as another one, which later processes use. */
  async restoreBackup(): Promise<void> {
    const programs = findPrograms()!;
    const file = join(this.folder, 'backup');
    execFileSync(join(programs, 'pg_dump'), ['--format=custom', '--file', file, this.#database]);
    this.#database = await this.#cluster.createDatabase();
    execFileSync(join(programs, 'pg_restore'), ['--no-owner', '--dbname', this.#database, file]);
  }

  /** Puts a new vault key before the one in use. */
  rotateVaultKey(): void {
    const keys = `${secrets.next_vault_key}\n${secrets.vault_key}\n`;
    writeFileSync(this.#secretFile('vault_key'), keys, {mode: 0o600});
  }

  /** Keeps the logs for a reader, and removes everything else. */
  async close(): Promise<void> {
    for (const {process} of this.logs) await process.kill('SIGKILL');
    this.proxy.close();
    await this.#ways.close();
    await this.#cluster.stop();
    rmSync(this.folder, {recursive: true, force: true});
  }

  keepLogs(folder: string): void {
    mkdirSync(folder, {recursive: true});
    this.logs.forEach(({name, process}, index) =>
      writeFileSync(join(folder, `${index}-${name}.log`), process.stdout + process.stderr),
    );
  }

  readonly #secretFile = (name: string) => join(this.folder, name);

  #run(name: string, script: string, env: Readonly<Record<string, string>>, way?: Way): TestProcess {
    const process = new TestProcess(script, script.endsWith('cli.js') ? ['--production', '--json'] : [], {
      ...env,
      NODE_OPTIONS: `--import ${new URL('internet.mjs', import.meta.url).href}`,
      NODE_EXTRA_CA_CERTS: this.certificate.file,
      TEST_PROXY_PORT: String(this.proxy.port),
    });
    this.logs.push({name, process, ...(way && {way})});
    return process;
  }

  #startService(name: string, env: Readonly<Record<string, string>>): TestProcess {
    const {way, address} = this.#ways.next(this.#database);
    const databaseFile = this.#secretFile(`database-${name}`);
    writeFileSync(databaseFile, `${address}?application_name=${name}`, {mode: 0o600});
    const options = {
      CARD_VAULT_DATABASE_FILE: databaseFile,
      CARD_VAULT_PUBLIC_KEY: publicKey,
      CARD_VAULT_SECRET_KEY_FILE: this.#secretFile('secret_key'),
      CARD_VAULT_VAULT_KEY_FILE: this.#secretFile('vault_key'),
      CARD_VAULT_WEBHOOK_SECRET_FILE: this.#secretFile('webhook_secret'),
      CARD_VAULT_WEBHOOK_URL: `${urls.shop}/card-vault/webhooks`,
      CARD_VAULT_ORIGINS: urls.shop,
      // Much longer than the proxy takes to notice that a process is not ready, also on a busy machine.
      CARD_VAULT_SHUTDOWN_DELAY: env['CARD_VAULT_ROLE'] === 'api' ? '5' : '0',
      // The load of the test is one shopper of one address with one card.
      CARD_VAULT_LIMITS: 'card=100000,customer=100000,address=100000,merchant=100000',
      ...env,
    };
    return this.#run(name, 'service/dist/cli.js', options, way);
  }

  async #startShop(): Promise<void> {
    const process = this.#run('shop', 'test/production/support/shop.ts', {
      SHOP_URL: urls.shop,
      FIELDS_URL: urls.fields,
      SERVICE_URL: urls.api,
      PUBLIC_KEY: publicKey,
      SECRET_KEY_FILE: this.#secretFile('secret_key'),
      WEBHOOK_SECRET_FILE: this.#secretFile('webhook_secret'),
    });
    const {url} = JSON.parse(await process.firstLine()) as {url: string};
    await this.#join({name: 'shop', process, listening: {url}});
  }

  async #join(member: Member): Promise<void> {
    if (member.name !== 'shop') {
      while ((await fetch(`${member.listening.url}/readyz`)).status !== 200) await pause(20);
    }
    this.#members.set(member.name, member);
    this.#route();
  }

  #route(): void {
    const members = [...this.#members.values()];
    for (const part of ['api', 'fields', 'issuer'] as const) {
      const upstreams = members.flatMap(({listening}) => {
        const url = listening[part];
        return url === undefined ? [] : [{url, health: `${listening.url}/readyz`}];
      });
      this.proxy.serve(hosts[part], upstreams);
    }
    const shop = this.#members.get('shop');
    for (const host of shop ? [hosts.shop, hosts.secondShop] : [])
      this.proxy.serve(host, [{url: shop!.listening.url}]);
  }
}
