// `npm create card-vault`, from packed files: a shop is written, installed and started, and saves a card.
import assert from 'node:assert/strict';
import {execFileSync, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {answerStepUp, fillCard, testCard} from '../../src/testing/index.js';
import {closedAddress} from '../cli/support/shop.js';
import {launch} from '../server/support/browser.js';

const quiet = ['--no-audit', '--no-fund', '--ignore-scripts'];

describe('npm create card-vault', () => {
  const folder = mkdtempSync(join(tmpdir(), 'card-vault-create-'));
  const npm = (cwd: string, ...args: string[]) => execFileSync('npm', args, {cwd, stdio: 'pipe'});
  const create = (...args: string[]) =>
    spawnSync(process.execPath, ['node_modules/create-card-vault/bin.mjs', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });

  before(() => {
    for (const workspace of [[], ['--workspace', 'service']])
      npm('.', 'pack', '--ignore-scripts', '--pack-destination', folder, ...workspace);
    npm('.', 'pack', '--workspace', 'create', '--pack-destination', folder);
    writeFileSync(join(folder, 'package.json'), '{"private": true}');
    npm(folder, 'install', ...quiet, `./${readdirSync(folder).find((name) => name.startsWith('create-'))}`);
  });
  after(() => rmSync(folder, {recursive: true, force: true}));

  it('has every example as a stack', () => {
    const {status, stdout} = create('--help');
    assert.equal(status, 0);
    for (const stack of readdirSync('examples')) assert.match(stdout, new RegExp(`\\b${stack}\\b`));
  });

  it('writes each stack with the packages at versions, and nothing of this repository', () => {
    for (const stack of readdirSync('examples')) {
      assert.equal(create(`of-${stack}`, '--stack', stack).status, 0);
      const shop = join(folder, `of-${stack}`);
      const manifest = JSON.parse(readFileSync(join(shop, 'package.json'), 'utf8')) as {
        readonly name: string;
        readonly scripts: Readonly<Record<string, string>>;
        readonly dependencies: Readonly<Record<string, string>>;
        readonly devDependencies: Readonly<Record<string, string>>;
      };
      assert.equal(manifest.name, `of-${stack}`);
      assert.match(manifest.scripts['shop']!, /^card-vault-service --run "/);
      const needed = {...manifest.dependencies, ...manifest.devDependencies};
      assert.match(needed['card-vault']!, /^\^\d/);
      assert.match(needed['card-vault-service']!, /^\^\d/);
      for (const [name, version] of Object.entries(needed)) assert.match(version, /^[\^~]?\d/, name);
      for (const left of ['template.json', 'node_modules']) assert.ok(!existsSync(join(shop, left)), left);
      assert.match(readFileSync(join(shop, '.gitignore'), 'utf8'), /^\.env/m);
    }
  });

  it('says what it cannot do, and writes nothing', () => {
    for (const [args, said] of [
      [['shop', '--stack', 'cobol'], /There is no stack "cobol"\. Stacks: .*\bexpress\b/],
      [['node_modules', '--stack', 'express'], /node_modules is not empty/],
      [['shop'], /Name a folder and --stack/],
      [['shop', '--stack', 'express', '--packages', 'node_modules'], /Make it with npm pack/],
    ] as const) {
      const {status, stderr} = create(...args);
      assert.equal(status, 2);
      assert.match(stderr, said);
      assert.ok(!stderr.includes('    at '));
    }
    assert.ok(!existsSync(join(folder, 'shop')));
  });

  it('writes a shop that saves a step-up card once it is installed', {timeout: 600_000}, async () => {
    const {status, stderr, stdout} = create('shop', '--stack', 'express', '--packages', '.');
    assert.equal(status, 0, stderr);
    assert.match(stdout, /cd shop && npm install && npm run/);
    const shop = resolve(folder, 'shop');
    npm(shop, 'install', ...quiet);
    const address = new URL(await closedAddress());
    address.hostname = 'localhost';
    const free = ['--port', '0', '--fields-port', '0', '--issuer-port', '0', '--database', 'memory:'];
    const child = spawn('npm', ['run', 'shop', '--', ...free], {
      cwd: shop,
      detached: true,
      env: {...process.env, SHOP_URL: address.origin, NODE_OPTIONS: ''},
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const browser = await launch();
    try {
      let said = '';
      for await (const part of child.stdout) if (/The shop is at/.test((said += String(part)))) break;
      assert.match(said, /The shop is at/);
      const page = await browser.newPage();
      await page.goto(address.href);
      await fillCard(page, testCard('2.9'));
      await page.getByRole('button', {name: 'Save card'}).click();
      await answerStepUp(page, '1234');
      await page.getByText('Saved: visa •••• 2503').waitFor();
    } finally {
      await browser.close();
      if (child.exitCode === null) {
        process.kill(-child.pid!, 'SIGTERM');
        await once(child, 'exit');
      }
    }
  });
});
