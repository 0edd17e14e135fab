import assert from 'node:assert/strict';
import {chmodSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {createServer, type AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {helpText, readCommand} from '../src/cli/arguments.js';
import {flags} from '../src/cli/flags.js';
import {warningsFor} from '../src/cli/secret-files.js';
import {developmentKeys, resolveOptions} from '../src/options.js';
import {OptionError} from '../src/platform/errors.js';
import {TestProcess} from './support/process.js';
import {productionOptions} from './support/production.js';

const script = 'service/bin/card-vault-service.js';
const free = ['--port', '0', '--fields-port', '0', '--issuer-port', '0'];

describe('the command line (decision 0078)', () => {
  const read = (text: string, env: Record<string, string> = {}) =>
    readCommand(text.split(' ').filter(Boolean), env);

  it('reads every flag', () => {
    assert.deepEqual(
      read(
        '--port 1 --fields-port 2 --issuer-port 3 --database memory: --secret-key a --public-key b ' +
          '--webhook-secret c --vault-key d --origin https://a.example --origin https://b.example --allow-raw --allow-bypass ' +
          '--merchant-name Sorrel --network VISA --network PAYPAK --production --shutdown-delay 5 --max-requests 64 --role api --json',
      ),
      {
        name: 'service',
        json: true,
        options: {
          port: 1,
          fieldsPort: 2,
          issuerPort: 3,
          database: 'memory:',
          secretKey: 'a',
          publicKey: 'b',
          webhookSecret: 'c',
          vaultKey: 'd',
          merchantName: 'Sorrel',
          origins: ['https://a.example', 'https://b.example'],
          networks: ['VISA', 'PAYPAK'],
          allowRaw: true,
          allowBypass: true,
          production: true,
          shutdownDelay: 5,
          maxRequests: 64,
          role: 'api',
        },
        warnings: warningsFor({'secret-key': 'a', 'webhook-secret': 'c', 'vault-key': 'd'}),
      },
    );
  });

  // shows: attack 18
  it('reads secrets from files, which flags or variables name', () => {
    const folder = mkdtempSync(join(tmpdir(), 'card-vault-secrets-'));
    try {
      const file = (name: string, text: string) => {
        writeFileSync(join(folder, name), text, {mode: 0o600});
        return join(folder, name);
      };
      const env = {CARD_VAULT_SECRET_KEY_FILE: file('key', 'sk_in_a_file\n')};
      const command = read(`--vault-key-file ${file('vault', 'first\nsecond\n')}`, env);
      assert.deepEqual(command, {
        ...{name: 'service', json: false},
        options: {secretKey: 'sk_in_a_file', vaultKey: 'first,second'},
      });
      const both = {...env, CARD_VAULT_SECRET_KEY: 'sk_in_a_variable'};
      assert.throws(() => read('', both), /CARD_VAULT_SECRET_KEY_FILE or CARD_VAULT_SECRET_KEY, not both/);
      assert.throws(
        () => read(`--vault-key-file ${folder}/none`),
        /--vault-key-file cannot be read \(ENOENT\)/,
      );
      assert.throws(() => read(`--vault-key-file ${file('empty', ' \n')}`), /is empty/);
    } finally {
      rmSync(folder, {recursive: true, force: true});
    }
  });

  it('warns once of each secret file that other users can read or change', () => {
    const folder = mkdtempSync(join(tmpdir(), 'card-vault-secrets-'));
    try {
      const warned = (command: ReturnType<typeof read>) =>
        'warnings' in command ? (command.warnings ?? []) : [];
      const warningsWith = (mode: number) => {
        const file = join(folder, `key-${mode.toString(8)}`);
        writeFileSync(file, 'sk_in_a_file\n');
        chmodSync(file, mode);
        const byFlag = warned(read(`--secret-key-file ${file}`));
        const byVariable = warned(read('', {CARD_VAULT_SECRET_KEY_FILE: file}));
        assert.equal(byFlag.length, byVariable.length);
        return [...byFlag, ...byVariable].join(' ');
      };
      for (const mode of [0o600, 0o400, 0o700]) assert.equal(warningsWith(mode), '');
      for (const mode of [0o666, 0o644, 0o640, 0o604, 0o620]) {
        const warnings = warningsWith(mode);
        assert.match(warnings, /file of --secret-key-file can be read or changed by other users.*chmod 600/);
        assert.match(warnings, /file of CARD_VAULT_SECRET_KEY_FILE can be/);
        assert.doesNotMatch(warnings, /sk_in_a_file/);
      }
    } finally {
      rmSync(folder, {recursive: true, force: true});
    }
  });

  // shows: attack 18
  it('warns of a secret in the list of processes, without repeating it', () => {
    const command = read('--secret-key sk_visible --port 1');
    assert.ok(command.name === 'service');
    assert.equal(command.warnings?.length, 1);
    assert.match(command.warnings[0]!, /--secret-key-file or CARD_VAULT_SECRET_KEY\./);
    assert.doesNotMatch(command.warnings[0]!, /sk_visible/);
    assert.ok(helpText().indexOf('--secret-key-file') < helpText().indexOf('--secret-key <value>'));
  });

  it('takes the address of the database from a file, and warns of a flag only if there is a password in it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'card-vault-secrets-'));
    try {
      const path = join(folder, 'database');
      writeFileSync(path, 'postgres://ada:hidden@db/vault\n', {mode: 0o600});
      const database = 'postgres://ada:hidden@db/vault';
      const [env, other] = [{CARD_VAULT_DATABASE_FILE: path}, {CARD_VAULT_DATABASE: 'memory:'}];
      for (const command of [read('', env), read(`--database-file ${path}`, other)])
        assert.deepEqual(command, {name: 'service', json: false, options: {database}});
      const exported = read(`export --database-file ${path} --out copy`);
      assert.ok(exported.name === 'export');
      assert.equal(exported.database, database);
    } finally {
      rmSync(folder, {recursive: true, force: true});
    }
    // A flag goes before any variable, and says one thing.
    const env = {CARD_VAULT_DATABASE: 'memory:', CARD_VAULT_DATABASE_FILE: '/not/there'};
    const named = read('--database ./data', env);
    assert.deepEqual(named, {name: 'service', json: false, options: {database: './data'}});
    assert.throws(
      () => read('--database ./data --database-file x'),
      /--database-file or --database, not both/,
    );
    for (const open of ['postgres://ada@db/vault', 'memory:', './data', 'postgres://db:5432/vault?user=ada'])
      assert.deepEqual(warningsFor({database: open}), [], open);
    for (const secret of [
      'postgres://ada:hidden@db/vault',
      'postgres://ada:hid#den@db/vault',
      'postgres://db/vault?user=ada&password=hidden',
    ]) {
      const [warning] = warningsFor({database: secret});
      assert.match(warning!, /Use --database-file or CARD_VAULT_DATABASE\./, secret);
      assert.doesNotMatch(warning!, /hid/);
    }
    const moved = read('export --database memory: --to postgres://ada:hidden@db/vault');
    assert.ok(moved.name === 'export');
    assert.match(moved.warnings?.[0] ?? '', /^--to can be read .* Use --to-file\.$/);
  });

  it('reads the environment, and a flag wins over it', () => {
    const env = {
      CARD_VAULT_PORT: '5',
      CARD_VAULT_FIELDS_PORT: '6',
      CARD_VAULT_ALLOW_RAW: 'true',
      CARD_VAULT_PRODUCTION: '0',
      CARD_VAULT_ORIGINS: 'https://a.example, https://b.example',
    };
    assert.deepEqual(read('--port 7', env), {
      name: 'service',
      json: false,
      options: {
        port: 7,
        fieldsPort: 6,
        allowRaw: true,
        production: false,
        origins: ['https://a.example', 'https://b.example'],
      },
    });
  });

  for (const [text, expected] of [
    ['--nope', /--nope/],
    ['--port', /port/],
    ['--port many', /--port must be a port/],
    ['--port 70000', /--port must be a port/],
    ['--shutdown-delay soon', /--shutdown-delay must be a number of seconds/],
    ['--max-requests 0', /--max-requests must be a whole number, at least 1/],
    ['--json=yes', /json/],
    ['export more', /more is not expected after export/],
    ['serve', /no command "serve"/],
    ['--role king', /--role must be all, api or worker/],
  ] as const) {
    it(`“${text}” is refused with a readable message`, () => {
      assert.throws(
        () => read(text),
        (error: Error) => error instanceof OptionError && expected.test(error.message),
      );
    });
  }

  it('a variable that is neither true nor false is refused', () => {
    assert.throws(() => read('', {CARD_VAULT_ALLOW_RAW: 'perhaps'}), /CARD_VAULT_ALLOW_RAW must be/);
  });

  it('starts the service when there is no command', () => {
    assert.deepEqual(read(''), {name: 'service', json: false, options: {}});
  });

  it('help names every flag and variable', () => {
    assert.deepEqual(read('--help'), {name: 'help'});
    for (const [name, {env}] of Object.entries(flags)) {
      assert.ok(helpText().includes(`--${name}`));
      if (env) assert.ok(helpText().includes(env));
    }
  });
});

describe('options', () => {
  it('production refuses every development value by name, also as one of several vault keys', () => {
    assert.throws(() => resolveOptions({production: true}), /secretKey, publicKey, webhookSecret, vaultKey/);
    const {vaultKey} = productionOptions;
    const two = `${vaultKey},${developmentKeys.vaultKey}`;
    assert.throws(
      () => resolveOptions({...productionOptions, vaultKey: two}),
      /values of its own for vaultKey/,
    );
    assert.throws(() => resolveOptions({...productionOptions, secretKey: 'short'}), /24 characters/);
    assert.equal(resolveOptions(productionOptions).production, true);
  });

  it('settings are merged with their defaults', () => {
    const {settings} = resolveOptions({settings: {tokenTtlSeconds: 2, deviceData: {mode: 'v2', delayMs: 0}}});
    assert.equal(settings.tokenTtlSeconds, 2);
    assert.deepEqual(settings.deviceData, {mode: 'v2', delayMs: 0});
    assert.equal(settings.oneTimeCode, '1234');
    assert.equal(settings.directoryTimeoutMs, 10_500);
  });

  it('invalid origins and ports are refused', () => {
    for (const origins of [['shop.example'], ['https://shop.example/path'], ['*']]) {
      assert.throws(() => resolveOptions({origins}), /is not an origin/);
    }
    for (const port of [-1, 1.5, 65_536]) assert.throws(() => resolveOptions({port}), /must be a port/);
  });

  it('a merchant’s name is one line without characters that reorder text', () => {
    assert.equal(resolveOptions({merchantName: '  Käse & Brot '}).merchantName, 'Käse & Brot');
    assert.equal(resolveOptions({merchantName: 'سورل'}).merchantName, 'سورل');
    for (const merchantName of ['a\nb', 'shop\u202e', 'a\u2028b', 'x'.repeat(65)]) {
      assert.throws(() => resolveOptions({merchantName}), /one line of at most 64 characters/);
    }
  });

  it('a rehearsal names how events are signed, has a hexadecimal secret, and is none of production', () => {
    const rehearseOf = (text: string, env = {}) =>
      (readCommand(text.split(' ').filter(Boolean), env) as {options: {rehearse?: unknown}}).options.rehearse;
    assert.equal(rehearseOf('--rehearse --port 0'), 'sfpy');
    assert.equal(rehearseOf('--rehearse=sfpy-data'), 'sfpy-data');
    assert.equal(rehearseOf('--rehearse sfpy-data --port 0'), 'sfpy-data');
    assert.equal(rehearseOf('', {CARD_VAULT_REHEARSE: 'true'}), 'sfpy');
    assert.throws(() => readCommand(['--rehearse=standard'], {}), /--rehearse must be --rehearse=sfpy or /);
    const {webhookSecret, settings} = resolveOptions({rehearse: true});
    assert.match(webhookSecret, /^[0-9a-f]{64}$/);
    assert.equal(settings.enrollmentFailures, 'http');
    assert.equal(
      resolveOptions({rehearse: true, settings: {enrollmentFailures: 'status'}}).settings.enrollmentFailures,
      'status',
    );
    const webhookUrl = 'https://shop.example/hook';
    const {webhookSecret: secret} = developmentKeys;
    assert.throws(
      () => resolveOptions({rehearse: true, webhookUrl, webhookSecret: secret}),
      /hexadecimal digits/,
    );
    assert.throws(() => resolveOptions({...productionOptions, rehearse: true}), /is for development/);
  });

  it('several processes need a shared PostgreSQL server', () => {
    for (const role of ['api', 'worker'] as const) {
      assert.throws(() => resolveOptions({role, database: 'memory:'}), /needs a PostgreSQL server/);
      assert.equal(resolveOptions({role, database: 'postgres://x/y'}).role, role);
    }
    assert.equal(resolveOptions({role: 'worker', database: 'postgres://x/y'}).port, 0, 'any free port');
  });
});

describe('card-vault-service as a process', () => {
  let folder: string;
  const started: TestProcess[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'card-vault-cli-'));
  });
  after(async () => {
    for (const {child} of started) child.kill('SIGKILL');
    await rm(folder, {recursive: true, force: true});
  });

  it('prints its addresses as one line of JSON, serves, keeps its data, and drains on SIGTERM', async () => {
    const database = join(folder, 'db');
    const start = () => {
      const process = new TestProcess(script, ['--json', ...free, '--database', database]);
      started.push(process);
      return process;
    };
    const first = start();
    const ready = JSON.parse(await first.firstLine()) as Record<string, string>;
    assert.deepEqual(Object.keys(ready), [
      'api',
      'fields',
      'issuer',
      'public_key',
      'secret_key',
      'webhook_secret',
    ]);
    assert.match(ready['api']!, /^http:\/\/localhost:\d+$/);
    assert.match(ready['fields']!, /^http:\/\/127\.0\.0\.1:\d+$/);
    const headers = {'x-sfpy-merchant-secret': ready['secret_key']!, 'content-type': 'application/json'};
    const created = await fetch(`${ready['api']!}/user/customers/v1/`, {
      ...{method: 'POST', headers},
      body: '{"first_name":"Ada"}',
    });
    const {data} = (await created.json()) as {data: {token: string}};
    const second = start();
    assert.equal(await second.end(), 2);
    assert.match(second.stderr, new RegExp(`in use by process ${first.child.pid}\\b`));
    assert.equal(await first.kill('SIGTERM'), 0);
    assert.ok(!first.stderr.includes(ready['secret_key']!));

    const third = start();
    const again = JSON.parse(await third.firstLine()) as Record<string, string>;
    const read = await fetch(`${again['api']!}/user/customers/v1/${data.token}`, {headers});
    assert.equal(read.status, 200);
    assert.equal(await third.kill('SIGTERM'), 0);
  });

  it('a port in use is reported in a sentence without a stack trace', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const {port} = other.address() as AddressInfo;
    const args = [...free, '--fields-port', String(port), '--database', 'memory:'];
    const service = new TestProcess(script, args);
    assert.equal(await service.end(), 2);
    assert.match(service.stderr, new RegExp(`Port ${port} .* is in use.*--fields-port`));
    assert.ok(!service.stderr.includes('    at '));
    other.close();
  });
});
