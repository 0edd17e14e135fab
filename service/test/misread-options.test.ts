import assert from 'node:assert/strict';
import {mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, describe, it} from 'node:test';
import {readCommand} from '../src/cli/arguments.js';
import {flags} from '../src/cli/flags.js';
import {resolveOptions} from '../src/options.js';
import {databaseKind} from '../src/platform/storage/open.js';

const folder = mkdtempSync(join(tmpdir(), 'card-vault-options-'));
after(() => rmSync(folder, {recursive: true, force: true}));

/** A value of each kind that is right, so that only its spelling is wrong. */
const right = {text: 'hidden', port: '4100', seconds: '3', count: '128', list: 'hidden', switch: 'true'};
const misspelt: Readonly<Record<string, (value: string) => string>> = {
  'quotation marks': (value) => `"${value}"`,
  'single quotation marks': (value) => `'${value}'`,
  'one quotation mark': (value) => `${value}"`,
  'a carriage return': (value) => `${value}\r`,
  'a line break': (value) => `${value}\n`,
  'a blank': (value) => ` ${value}`,
  'a byte order mark': (value) => `\ufeff${value}`,
  'NUL, as in UTF-16': (value) => `${value}\0`,
  'blanks only': () => '  ',
};

const isOptionError = (error: Error, source: string) => {
  assert.equal(error.name, 'OptionError', error.stack);
  assert.ok(error.message.includes(source), `${source}: ${error.message}`);
  assert.doesNotMatch(error.message, /hidden/);
  return true;
};

describe('every option of the command', () => {
  const walked = Object.entries(flags).filter(([name]) => !['help', 'json'].includes(name));

  it('is refused by its name, with every spelling that an environment file or an editor gives it', () => {
    let tried = 0;
    for (const [name, {kind, env, option, secret}] of walked) {
      for (const [what, spell] of Object.entries(misspelt)) {
        // A shop's name is a text for people. It is trimmed, and may stand in quotation marks.
        if (option === 'merchantName' && what !== 'NUL, as in UTF-16') continue;
        const value = spell(right[kind]);
        if (env !== undefined) {
          const read = () => resolveOptions(optionsOf([], {[env]: value}));
          assert.throws(
            read,
            (error: Error) => isOptionError(error, option === 'merchantName' ? option : env),
            what,
          );
          tried++;
        }
        if (kind === 'switch' || option === 'merchantName') continue;
        assert.throws(
          () => readCommand([`--${name}=${value}`], {}),
          (error: Error) => isOptionError(error, `--${name}`),
          what,
        );
        tried++;
      }
      const refused = (read: () => unknown, source: string) =>
        assert.throws(
          read,
          (error: Error) => isOptionError(error, source) && /is empty\. Give it/.test(error.message),
          source,
        );
      if (kind !== 'switch') refused(() => readCommand([`--${name}=`], {}), `--${name}`);
      // A variable that a script expands to nothing must not mean a default, such as another database.
      if (env !== undefined) refused(() => readCommand([], {[env]: ''}), env);
      if (env !== undefined && secret) refused(() => readCommand([], {[`${env}_FILE`]: ''}), `${env}_FILE`);
    }
    assert.ok(tried > 300, String(tried));
  });

  it('that is secret is read from a file with a byte order mark and any line end, and from no other encoding', () => {
    const path = join(folder, 'secret');
    const secrets = walked.filter(([, {secret}]) => secret);
    assert.ok(secrets.length > 3);
    for (const [name, {option}] of secrets) {
      const value = name === 'database' || name === 'to' ? 'postgres://cv:hidden@db/cv' : 'hidden-key';
      const read = (bytes: Buffer | string) => {
        writeFileSync(path, bytes);
        const verb = name === 'to' ? ['export'] : [];
        const command = readCommand([...verb, `--${name}-file`, path], {});
        const given: object = 'options' in command ? command.options : command;
        return (given as Record<string, unknown>)[option];
      };
      for (const fine of [`${value}`, `${value}\n`, `${value}\r\n`, `\ufeff${value}\r\n\r\n`, `  ${value}  `])
        assert.equal(read(fine), value, name);
      for (const wrong of [
        ...['', '\n', `"${value}"\n`, `'${value}'`, `“${value}”`, `${value}\0`],
        ...[
          Buffer.from(`\ufeff${value}`, 'utf16le'),
          Buffer.from(value, 'utf16le'),
          Buffer.from([0xe9, 0x41]),
        ],
      ])
        assert.throws(
          () => read(wrong),
          (error: Error) => isOptionError(error, `--${name}-file`),
        );
    }
  });
});

const optionsOf = (args: readonly string[], env: Readonly<Record<string, string>>) => {
  const command = readCommand(args, env);
  assert.equal(command.name, 'service');
  return 'options' in command ? command.options : {};
};

describe('every option of startService', () => {
  it('is refused by its name when it is not what its writer meant', () => {
    const texts = Object.values(flags).filter(({kind}) => kind === 'text' || kind === 'list');
    for (const {option, kind} of texts) {
      if (['merchantName', 'out', 'to', 'in'].includes(option)) continue;
      for (const [what, spell] of Object.entries(misspelt)) {
        const value = spell('hidden');
        assert.throws(
          () => resolveOptions({[option]: kind === 'list' ? [value] : value}),
          (error: Error) => isOptionError(error, option),
          what,
        );
      }
    }
    const merchant = {publicKey: 'sec_a', secretKey: '"hidden"'};
    assert.throws(() => resolveOptions({merchants: [merchant]}), /^OptionError: merchants\.secretKey begins/);
  });
});

describe('the address of a database', () => {
  const before = readdirSync('.').length;

  it('is a server by its scheme, however that is written, or a folder that looks like a path', () => {
    for (const server of ['postgres://a@b/c', 'POSTGRES://a@b/c', 'PostgreSQL://a@b/c'])
      assert.equal(databaseKind(server), 'postgres');
    for (const path of [
      '.card-vault/db',
      'data',
      './a=b',
      '/srv/@data',
      '../x',
      './memory',
      'memory/data',
      'C:\\data',
      'über/db',
      'a b/c',
    ])
      assert.equal(databaseKind(path), 'folder', path);
    assert.equal(databaseKind('MEMORY:'), 'memory');
  });

  it('that is neither is refused by name, and never becomes a folder with a password in its name', () => {
    for (const address of [
      '"postgres://cv:hidden@db/cv"',
      "'postgres://cv:hidden@db/cv'",
      'postgres://cv:hidden@db/cv"',
      ' postgres://cv:hidden@db/cv',
      'postgres://cv:hidden@db/cv\r',
      ...['postgres:cv:hidden@db/cv', 'postgres:/cv:hidden@db', 'postgressql://cv:hidden@db/cv'],
      ...[
        'postgresql+asyncpg://cv:hidden@db/cv',
        'mysql://cv:hidden@db/cv',
        'jdbc:postgresql://db/cv?password=hidden',
      ],
      ...['sqlite:hidden.db', 'file:hidden', 'cv:hidden@db/cv', 'host=db password=hidden', 'db:5432/hidden'],
      ...['CARD_VAULT_DATABASE=postgres://cv:hidden@db/cv', ''],
      ...['memory', 'Memory', ':memory:', 'postgres', 'postgresql'],
    ]) {
      assert.throws(
        () => databaseKind(address),
        (error: Error) => isOptionError(error, '--database'),
        address,
      );
    }
    assert.equal(readdirSync('.').length, before);
  });
});
