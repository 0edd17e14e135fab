import {insertPlan} from '../../service/test/support/billing.js';
import {startTestService, type TestService} from '../../service/test/support/harness.js';
import {HostedBrowser, asksToContinue, linksOf} from '../../service/test/support/hosted-browser.js';
import {Random} from './support/simulator/random.js';
import {sizeOf} from './support/size.js';
import type {ProofResult} from './support/proof.js';

export const id = 'E4';
export const title =
  'a link of one customer, opened by many browsers in any order, belongs to the first that presses';

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
  {browsers: count, draw, shared}: {browsers: number; draw: () => number; shared: boolean},
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
async function vouchedRound(
  api: TestService,
  customer: string,
  draw: () => number,
  leaked: boolean,
): Promise<string[]> {
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

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const rounds = sizeOf('CARD_VAULT_ROUNDS', {bar, slice: 6, full: 57});
  const violations: string[] = [];
  const random = new Random(4);
  const draw = () => random.next();
  let opened = 0;
  let api = await startTestService();
  try {
    for (let index = 0; index <= rounds; index++) {
      const kind = kinds[index % 3]!;
      const shared = index === rounds;
      const browsers = shared ? 2 : 2 + (Math.floor(index / 3) % 19);
      // A link's page takes twenty trackers, and an address a number of calls: each kind has a service of its own.
      if (index % 3 === 0 && index > 0) {
        await api.service.close();
        api = await startTestService();
      }
      const user = await api.customer(person);
      const links = linksOf(api);
      const link =
        kind === 'subscribe'
          ? await links.subscribe((await insertPlan(api)).token, user)
          : kind === 'portal'
            ? await links.portal(user)
            : await links.embedded(await api.tracker({user}));
      const found = await round(api, link, {browsers, draw, shared});
      opened += browsers;
      if (!shared) violations.push(...found.map((what) => `${kind}, ${browsers} browsers: ${what}`));
      else if (found.length === 0) violations.push('two browsers with one cookie were not noticed');
      const strange = await vouchedRound(api, await api.customer(person), draw, shared);
      if (!shared) violations.push(...strange.map((what) => `vouched: ${what}`));
      else if (strange.length === 0) violations.push('a proof that another browser had was not noticed');
    }
  } finally {
    await api.service.close();
  }
  return {
    lines: [
      `${rounds} links, ${opened} browsers: one browser each had the page`,
      `${rounds} vouched links in six browsers each: only the one that asked, in time, had the page unasked`,
    ],
    violations,
  };
}
