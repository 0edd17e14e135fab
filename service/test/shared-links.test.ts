// Further: a link in many browsers; in two: `service/test/checkout-links.test.ts`.
import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {rounds} from '../../test/support/rounds.js';
import {randomFraction} from '../src/edges/faults/random.js';
import {insertPlan} from './support/billing.js';
import {startTestService, type TestService} from './support/harness.js';
import {HostedBrowser, asksToContinue, linksOf} from './support/hosted-browser.js';

let draws = 0;
const draw = () => randomFraction(4, ++draws, 0);
const person = {first_name: 'Mallory', email: 'mallory@evil.example'};
const kinds = ['subscribe', 'embedded', 'portal'] as const;

/**
 * Opens one link in some browsers, lets them press in a random order, and tries what each may do.
 *
 * @param shared The planted fault: the second browser has the cookies of the first.
 */
async function round(
  api: TestService,
  link: string,
  {browsers: count, shared}: {browsers: number; shared: boolean},
): Promise<string[]> {
  const found: string[] = [];
  const browsers = Array.from({length: count}, () => new HostedBrowser(api));
  if (shared) browsers[1] = browsers[0]!;
  let owner: number | undefined;
  let self = '';
  const steps = Array.from({length: count * 3}, () => Math.floor(draw() * count));
  for (const [step, index] of [...browsers.keys(), ...steps].entries()) {
    const browser = browsers[index]!;
    const {self: address, page} = await browser.look(link);
    self = address;
    const isOwn = !asksToContinue(page) && !/another browser/.test(page.text);
    const at = `step ${step}, browser ${index}, owner ${owner ?? 'none'}`;
    if (isOwn !== (index === owner)) found.push(`${at}: ${isOwn ? 'has' : 'has not'} the page`);
    if (!isOwn && /Mallory|mallory@|evil\.example/.test(page.text))
      found.push(`${at}: the name is not masked`);
    const card = (await browser.post(`${self}/card`, {})).status;
    if (index !== owner && card < 400) found.push(`${at}: got a card session (${card})`);
    // The first rounds only look, as scanners do.
    if (step < count || draw() < 0.5) continue;
    const pressed = (await browser.press(self)).status;
    const mayPress = owner === undefined || owner === index;
    if ((pressed === 303) !== mayPress) found.push(`${at}: pressing answered ${pressed}`);
    owner ??= index;
  }
  return found;
}

const sites = ['https://shop.example', 'https://evil.example', 'null', ''];

/**
 * One vouched link: scanners, followers of the address, other sites and browsers with a wrong proof come before and after the
 * browser that asked, which may be late.
 *
 * @param leaked The planted fault: a second browser has the proof too, and comes first.
 */
async function vouchedRound(api: TestService, customer: string, leaked: boolean): Promise<string[]> {
  const found: string[] = [];
  const {link, verifier} = await linksOf(api).vouched(customer);
  const [asking, ...others] = Array.from({length: 6}, () => new HostedBrowser(api));
  const isOwn = ({text}: {readonly text: string}) => !/\/continue\?|another browser/.test(text);
  const late = !leaked && draw() < 0.25;
  const turn = Math.floor(draw() * others.length);
  for (const [index, other] of others.entries()) {
    if (index === turn) {
      if (leaked) await other.prove(link, verifier);
      const {clock} = api.service;
      if (late) clock.advanceTo(new Date(clock.now().getTime() + 61_000));
      const {self, page} = await asking!.prove(link, verifier);
      if (isOwn(page) === late)
        found.push(late ? 'a late proof was taken' : 'the browser that asked was asked');
      if (!late && !isOwn(await asking!.get(self))) found.push('a reload lost the page');
      if (!late && !isOwn((await asking!.look(link)).page)) found.push('the second tab lost the page');
    }
    const origin = sites[Math.floor(draw() * sites.length)]!;
    const proof = origin === sites[0] ? `${verifier}${index}` : verifier;
    const {page} = draw() < 0.5 ? await other.look(link) : await other.prove(link, proof, {origin});
    if (isOwn(page)) found.push(`browser ${index} has the page by ${origin || 'no origin'}`);
  }
  return found;
}

const linkOf = async (api: TestService, kind: (typeof kinds)[number]): Promise<string> => {
  const user = await api.customer(person);
  const links = linksOf(api);
  if (kind === 'subscribe') return links.subscribe((await insertPlan(api)).token, user);
  return kind === 'portal' ? links.portal(user) : links.embedded(await api.tracker({user}));
};

describe('a link in many browsers', () => {
  it('a link of one customer, opened by many browsers in any order, belongs to the first that presses (E4)', async () => {
    // A link's page takes twenty trackers, and an address a number of calls: three links have a service of their own.
    for (let first = 0; first < rounds(3); first += kinds.length) {
      const api = await startTestService();
      try {
        for (const kind of kinds) {
          const browsers = 2 + ((first / kinds.length) % 19);
          const link = await linkOf(api, kind);
          assert.deepEqual(await round(api, link, {browsers, shared: false}), [], kind);
          assert.deepEqual(await vouchedRound(api, await api.customer(person), false), [], 'vouched');
        }
      } finally {
        await api.service.close();
      }
    }
  });

  it('is noticed where two browsers have one cookie, or one has another’s proof', async () => {
    const api = await startTestService();
    try {
      assert.notDeepEqual(await round(api, await linkOf(api, 'subscribe'), {browsers: 2, shared: true}), []);
      assert.notDeepEqual(await vouchedRound(api, await api.customer(person), true), []);
    } finally {
      await api.service.close();
    }
  });
});
