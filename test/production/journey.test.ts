import assert from 'node:assert/strict';
import {setTimeout as pause} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import {createServiceClient} from 'card-vault/server';
import {answerStepUp, fillCard} from 'card-vault/testing';
import type {Browser} from 'playwright';
import {saveCard} from '../../bench/support/save.js';
import {tracesOf} from '../proofs/support/traces.js';
import {Books} from './support/books.js';
import {clientOf} from './support/client.js';
import {Shopper, patience, startBrowser} from './support/shopper.js';
import {World, hosts, publicKey, secrets, urls} from './support/world.js';

const cards = {frictionless: '4000000000002701', stepUp: '4000000000002503'};
/** Subscriptions that are renewed while a worker dies. */
const renewals = 40;

/**
 * A service as an operator runs it: production, three hosts behind a TLS proxy, PostgreSQL and its poolers, two of each
 * process.
 */
void describe('a deployment in production', {timeout: 600_000}, () => {
  let world: World;
  let browser: Browser;
  let books: Books;
  let shopper: Shopper;
  let subscription: string;

  before(async () => {
    world = await World.start();
    [browser, books] = await Promise.all([startBrowser(world), Books.open(world.database)]);
    shopper = await Shopper.open(browser);
  });
  after(async () => {
    await browser?.close();
    await books?.close();
    world?.keepLogs('.cache/production/logs');
    await world?.close();
  });

  /** Production has no clock that could be moved, so the dates of the subscriptions are. */
  const monthPasses = `UPDATE subscriptions SET anchor = anchor - interval '1 month',
    next_charge_at = next_charge_at - interval '1 month'`;
  const isCharge = `tracker LIKE 'ch\\_%' AND kind = 'capture' AND approved`;
  const shopHeard = () =>
    world
      .member('shop')
      .process.stdout.trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as {event?: string; outcome?: string; id?: string; type?: string})
      .filter(({event}) => event === 'webhook');

  it('saves a card with a step-up on the bank’s own host', async () => {
    const {page} = shopper;
    await page.goto(`${urls.shop}/`);
    await fillCard(page, {number: cards.stepUp}, patience);
    await shopper.picture('save');
    await page.getByRole('button', {name: 'Save card'}).click();
    await shopper.isAtBank();
    await shopper.picture('step-up');
    await answerStepUp(page, '1234', patience);
    await page.locator('#card').waitFor();
    assert.match((await page.locator('#card').textContent()) ?? '', /ending in 2503/);
    const [saved] = await books.rows<{tracker: string}>('SELECT DISTINCT tracker FROM network_ledger');
    assert.deepEqual(await books.moved(saved!.tracker), ['authorization', 'reversal']);
    assert.deepEqual(shopper.complaints, []);
  });

  it('gives each request one id, from the browser to the log', () => {
    const toApi = shopper.received.filter(
      ({url}) => new URL(url).host === hosts.api && url.includes('/order/payments/'),
    );
    assert.ok(toApi.length >= 3);
    const lines = world.logs.flatMap(({process}) => process.stderr.split('\n'));
    for (const {url, status, id} of toApi) {
      const own = lines.filter(
        (line) => line.includes(`"request":"${id}"`) && line.includes('http.answered'),
      );
      assert.equal(own.length, 1, url);
      assert.equal((JSON.parse(own[0]!) as {status: number}).status, status);
      assert.equal(world.proxy.passed.filter((passed) => passed.id === id).length, 1);
    }
  });

  it('names what the shop asks of the service by the id of the shopper’s request', () => {
    const session = shopper.received.find(({url}) => url === `${urls.shop}/card-vault/session`);
    assert.ok(session?.id);
    const routes = world.logs
      .flatMap(({process}) => process.stderr.split('\n'))
      .filter((line) => line.includes(`"request":"${session.id}"`) && line.includes('http.answered'))
      .map((line) => (JSON.parse(line) as {route: string}).route);
    assert.deepEqual(routes.sort(), [
      '/client/passport/v1/token',
      '/order/payments/v3',
      '/order/payments/v3/:tracker',
    ]);
  });

  it('gives the merchant a second origin once it has read there whose it is', async () => {
    const client = createServiceClient({
      ...{serviceUrl: world.member('api-1').listening.api!, secretKey: secrets.secret_key, publicKey},
    });
    const {token: customer} = await client.customers.create({
      ...{firstName: 'Ada', lastName: 'Byron', email: 'ada@www.shop.example'},
      ...{phoneNumber: '+15550100', country: 'GB'},
    });
    const {token: tracker} = await client.trackers.create({customer, currency: 'USD'});
    const allow = () => client.passport.createToken({tracker, origin: urls.secondShop, expiresIn: 60});
    await assert.rejects(allow, {code: 'credentials-refused'});
    // The proxy has no shop of this name, so nobody can say whose it is.
    await assert.rejects(client.origins.add('https://nobody.example'), /origin\.not_proven/);
    const {origin, configured, provenAt} = await client.origins.add(urls.secondShop);
    assert.deepEqual([origin, configured], [urls.secondShop, false]);
    assert.ok(Date.now() - Date.parse(provenAt ?? '') < 60_000, provenAt);
    const asked = world.proxy.passed.filter(({path}) => path === '/.well-known/card-vault');
    assert.deepEqual(
      asked.map(({host, status}) => [host, status]),
      [[hosts.secondShop, 200]],
    );
    assert.match((await allow()).token, /./);
    await client.origins.remove(urls.secondShop);
    await assert.rejects(allow, {code: 'credentials-refused'});
  });

  it('subscribes the shopper on the hosted page', async () => {
    const made = await fetch(`${world.member('api-1').listening.api}/client/plans/v1/`, {
      method: 'POST',
      headers: {'content-type': 'application/json', 'x-sfpy-merchant-secret': secrets.secret_key},
      body: JSON.stringify({
        ...{amount: '24.00', currency: 'USD', interval: 'MONTH', interval_count: 1, type: 'RECURRING'},
        ...{product: 'Season box', name: 'Season box', active: true},
      }),
    });
    const {data} = (await made.json()) as {data: {plan_id: string}};
    const {page} = shopper;
    await page.goto(`${urls.shop}/subscribe?plan=${data.plan_id}`);
    await page.getByRole('button', {name: 'Continue to payment'}).click();
    await page.getByRole('button', {name: /^Subscribe/}).waitFor();
    await shopper.picture('checkout');
    await page.getByRole('button', {name: /^Subscribe/}).click();
    await page.waitForURL(`${urls.shop}/thanks?**`);
    subscription = new URL(page.url()).searchParams.get('subscription')!;
    assert.equal(await books.count(`FROM network_ledger WHERE ${isCharge}`), 1);
    assert.deepEqual(shopper.complaints, []);
  });

  it('a rolling restart under load loses no request, and the step-up that it interrupts goes on', async () => {
    const other = await Shopper.open(browser);
    const {page} = other;
    await page.goto(`${urls.shop}/`);
    await fillCard(page, {number: cards.stepUp}, patience);
    await page.getByRole('button', {name: 'Save card'}).click();
    await other.isAtBank();
    const client = clientOf(world, 4);
    const {api, fields, issuer, shop} = urls;
    const saved: string[] = [];
    const failures: string[] = [];
    let isOver = false;
    const caller = async () => {
      while (!isOver) {
        await saveCard(client, {api, fields, issuer}, {shop, secretKey: secrets.secret_key}).then(
          (tracker) => saved.push(tracker),
          (error: Error) => failures.push(error.message),
        );
      }
    };
    const load = Promise.all(Array.from({length: 4}, caller));
    const codes = await world.rollingRestart();
    isOver = true;
    await load;
    client.close();
    assert.deepEqual(codes, [0, 0, 0, 0]);
    assert.deepEqual(failures, []);
    for (const tracker of saved)
      assert.deepEqual(await books.moved(tracker), ['authorization', 'reversal'], tracker);

    await answerStepUp(page, '1234', patience);
    await page.locator('#card').waitFor();
    assert.deepEqual(other.complaints, []);
    await other.context.close();
  });

  it('a worker that dies while it renews: each subscription is charged once', async () => {
    await books.rows(
      `INSERT INTO subscriptions SELECT (jsonb_populate_record(s, jsonb_build_object('token', 'sub_copy_' || n))).*
       FROM subscriptions s, generate_series(1, $1::int) n WHERE s.token = $2`,
      [renewals - 1, subscription],
    );
    const before = await books.count(`FROM network_ledger WHERE ${isCharge}`);
    // While the network's books are locked, the workers hold charges that they cannot make.
    const lock = await Books.open(world.database);
    await lock.rows('BEGIN');
    await lock.rows('LOCK TABLE network_ledger IN ACCESS EXCLUSIVE MODE');
    await books.rows(monthPasses);
    const waiting = `FROM pg_stat_activity WHERE application_name = 'worker-1' AND wait_event_type = 'Lock'`;
    while ((await books.count(waiting)) === 0) await pause(20);
    assert.equal(await world.stop('worker-1', 'SIGKILL'), 'SIGKILL');
    await lock.rows('COMMIT');
    await lock.close();
    await world.startWorker('worker-1');
    while ((await books.count(`FROM subscriptions WHERE next_charge_at <= now()`)) > 0) await pause(100);
    while ((await books.count(`FROM charges WHERE state <> 'paid'`)) > 0) await pause(100);
    assert.equal((await books.count(`FROM network_ledger WHERE ${isCharge}`)) - before, renewals);
    const charged = await books.count(
      `FROM (SELECT tracker FROM network_ledger WHERE ${isCharge} GROUP BY tracker HAVING count(*) > 1) AS twice`,
    );
    assert.equal(charged, 0);
  });

  it('every event reached the shop, and was handled once', async () => {
    while ((await books.count(`FROM webhook_deliveries WHERE state <> 'delivered'`)) > 0) await pause(100);
    const events = await books.rows<{id: string}>('SELECT id FROM events');
    const handled = shopHeard().filter(({outcome}) => outcome === 'handled' || outcome === 'ignored');
    assert.deepEqual(handled.map(({id}) => id).sort(), events.map(({id}) => id).sort());
    assert.ok(events.length > renewals);
  });

  it('a backup, restored under a new vault key, has every card and charges it', async () => {
    for (const name of ['api-1', 'api-2', 'worker-1', 'worker-2'])
      assert.equal(await world.stop(name, 'SIGTERM'), 0);
    const charged = await books.count(`FROM network_ledger WHERE ${isCharge}`);
    await world.restoreBackup();
    world.rotateVaultKey();
    const restored = await Books.open(world.database);
    try {
      await restored.rows(monthPasses);
      await Promise.all([world.startApi('api-1'), world.startWorker('worker-1')]);
      while ((await restored.count(`FROM subscriptions WHERE next_charge_at <= now()`)) > 0) await pause(100);
      while ((await restored.count(`FROM charges WHERE state <> 'paid'`)) > 0) await pause(100);
      assert.equal((await restored.count(`FROM network_ledger WHERE ${isCharge}`)) - charged, renewals);
      const client = clientOf(world, 1);
      const {api, fields, issuer, shop} = urls;
      await saveCard(client, {api, fields, issuer}, {shop, secretKey: secrets.secret_key});
      client.close();
      // The worker seals what the backup has under the key of now, so that the old one can go.
      const worker = world.logs.findLast(({name}) => name === 'worker-1')!.process;
      while (!`${worker.stdout}${worker.stderr}`.includes('"vault.resealed"')) await pause(100);
      const keysInUse = `SELECT DISTINCT split_part(sealed, '.', 2) AS key FROM vault_cards`;
      assert.equal((await restored.rows(keysInUse)).length, 1);
    } finally {
      await restored.close();
    }
  });

  it('every one of them was done through PgBouncer in both modes, and as a role with strange settings', () => {
    const processes = world.logs.filter(({way}) => way !== undefined);
    for (const {name, way, process} of processes)
      assert.equal(process.stderr.includes('"storage.through_pooler"'), way !== 'strange', name);
    for (const role of ['api', 'worker']) {
      const taken = processes.filter(({name}) => name.startsWith(role)).map(({way}) => way);
      assert.deepEqual([...new Set(taken)].sort(), ['session', 'strange', 'transaction'], role);
    }
  });

  it('stops gracefully, and its logs hold no secret and no card', async () => {
    for (const name of ['api-1', 'worker-1']) assert.equal(await world.stop(name, 'SIGTERM'), 0);
    for (const {name, process} of world.logs) {
      const text = process.stdout + process.stderr;
      for (const line of text.trimEnd().split('\n'))
        assert.doesNotThrow(() => JSON.parse(line), `${name}: ${line}`);
      for (const secret of [...Object.values(secrets), ...Object.values(cards)])
        assert.deepEqual(tracesOf(secret, Buffer.from(text)), [], name);
      assert.doesNotMatch(text, /eyJ[\w-]{10,}\.[\w-]+|"[^"]*cvv[^"]*"/);
    }
    assert.ok(world.logs.some(({process}) => process.stdout.includes(publicKey)));
  });
});
