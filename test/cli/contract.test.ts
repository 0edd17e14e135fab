import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {after, before, describe, it} from 'node:test';
import {tryContract} from '../../src/cli/contract/index.js';
import {contractRules} from '../../src/cli/contract/rules.js';
import {login, openRecordedStreet, openStreet, otherLogin, run, type Street} from './support/shop.js';

const logins = ['--header', `Cookie: ${login}`, '--other-header', `Cookie: ${otherLogin}`];

describe('npx card-vault contract', () => {
  let street: Street;
  before(async () => (street = await openStreet()));
  after(() => street.close());

  it('finds no rule broken by the kit, and tries them all', async () => {
    const {session, errors} = await street.shop({options: {entryMode: 'raw'}});
    const {exitCode, text} = await run(['contract', session, ...logins, '--card', '4000 0000 0000 2701']);
    assert.equal(exitCode, 0, text);
    assert.match(text, new RegExp(`^${contractRules.length} ok, 0 wrong, 0 not tried$`, 'm'));
    assert.deepEqual(errors, []);
  });

  it('finds the routes where the session names them: below another path, with a query, behind a proxy', async () => {
    const {origin} = await street.shop({
      options: {entryMode: 'raw', basePath: '/shop/cards'},
      between: (request, handle) => {
        const {pathname, search} = new URL(request.url);
        // A proxy that adds a path, and another one that takes it away.
        return handle(
          new Request(`${request.url.split('/', 3).join('/')}/shop${pathname}${search}`, request),
        );
      },
    });
    const inner = (url: string) => url.replace(`${origin}/shop/`, `${origin}/`);
    const address = `${origin}/shop/cards/session?cart=1`;
    const {exitCode, text} = await run(['contract', address, ...logins, '--card', '4000000000002701'], {
      fetch: (url, init) => fetch(inner(String(url)), init),
    });
    assert.equal(exitCode, 0, text);
    assert.match(text, / 0 wrong, 0 not tried$/);
  });

  it('finds no rule broken by the kit at the recorded service, which has no idempotency keys', async () => {
    const recorded = await openRecordedStreet();
    try {
      const {session} = await recorded.shop();
      const {exitCode, text} = await run(['contract', session, ...logins]);
      assert.equal(exitCode, 0, text);
      for (const rule of ['same-key', 'at-once'])
        assert.match(
          text,
          new RegExp(`^not tried ${rule} +the session's features name no idempotency-keys`, 'm'),
        );
    } finally {
      await recorded.close();
    }
  });

  it('says what it could not try, and what it needs for that', async () => {
    const {session} = await street.shop();
    const card = await run(['contract', session, ...logins, '--card', '4000000000002701']);
    assert.equal(card.exitCode, 0, card.text);
    assert.match(card.text, /^not tried saved-card +without its page a card can be entered only where/m);
    const {text} = await run(['contract', session, '--header', `Cookie: ${login}`]);
    assert.match(text, /^not tried foreign-shopper +no other shopper was named; use --other-header/m);
    assert.match(text, /^not tried saved-card +no test card was given; use --card$/m);
    const guests = await street.shop({options: {customer: () => street.customer}});
    const {text: open} = await run(['contract', guests.session]);
    assert.match(open, /^not tried login +no login was given; use --header/m);
  });

  it('is a function for tests, whose findings name rule, place and mend, and no credential', async () => {
    const {session: address} = await street.shop({
      between: async (request, handle) => {
        const response = await handle(request);
        if (new URL(request.url).pathname !== '/card-vault/session' || response.status !== 200)
          return response;
        const session = (await response.json()) as {time_based_token: string};
        return Response.json({...session, return_url: `//shop/${login}/${session.time_based_token}`});
      },
    });
    const findings = await tryContract({address, headers: {cookie: login}});
    const wrong = findings.find(({check}) => check === 'return');
    assert.ok(wrong?.result === 'wrong');
    assert.equal(wrong.where, 'node_modules/card-vault/site/contract.md, "GET and POST /return"');
    assert.match(wrong.next, /^Answer GET and POST with the page of this section/);
    assert.match(wrong.says, /\[credential\]/);
    assert.doesNotMatch(JSON.stringify(findings), /eyJ|ada-0123456789/);
  });

  it('names sections of the contract that exist', () => {
    const headings = [...readFileSync('site/contract.md', 'utf8').matchAll(/^##? (.+)$/gm)].map(
      ([, heading = '']) => heading.replaceAll('`', ''),
    );
    for (const {check, section} of contractRules)
      assert.ok(headings.includes(section), `${check}: ${section}`);
  });

  const mistakes = {
    'the address of the session route is missing': [],
    'a --other-header is not of the form': ['http://shop.test/s', '--other-header', 'shopper=1234567'],
    '--card is no card number': ['http://shop.test/s', '--card', 'visa'],
    'an option is unknown': ['http://shop.test/s', '--secret', 'sk_1234567'],
  };
  for (const [says, args] of Object.entries(mistakes))
    it(`refuses a mistake in its arguments: ${says}`, async () => {
      const {exitCode, text} = await run(['contract', ...args]);
      assert.equal(exitCode, 2);
      assert.ok(text.includes(says), text);
      assert.match(text, /See card-vault contract --help\.$/);
      assert.doesNotMatch(text, /1234567/);
    });

  it('explains its options', async () => {
    const {exitCode, text} = await run(['contract', '--help']);
    assert.equal(exitCode, 0);
    for (const option of ['--header', '--other-header', '--origin', '--card', '--json'])
      assert.ok(text.includes(option), option);
  });
});
