import {randomInt} from 'node:crypto';
import {passesLuhn} from '../../service/src/platform/pages/card-number.js';
import {Rig, bookErrors} from './support/page/rig.js';
import {setUps, type Places, type SetUp} from './support/page/set-ups.js';
import {lootScript, spyScript} from './support/page/spy.js';
import {type Visit, cards, type Outcome} from './support/page/visit.js';
import {encodings, tracesOf} from './support/traces.js';
import type {ProofResult} from './support/proof.js';

export const id = 'C9';
export const title =
  'no hostile page reads a card that is typed into the fields, and a cover over them is reported';

/** A number that is in no list: if it turns up anywhere, it was typed here. */
function marker(): string {
  for (;;) {
    const number = `492900${Array.from({length: 10}, () => randomInt(10)).join('')}`;
    if (passesLuhn(number)) return number;
  }
}

/** What left the page's own documents, and what the page itself could gather. */
class Loot {
  readonly #visit: Visit;
  readonly requests: string[] = [];

  constructor(visit: Visit, fields: string) {
    this.#visit = visit;
    visit.page.on('request', (request) => {
      // What the fields send to their own origin is encrypted there; it is searched as well.
      this.requests.push(
        `${request.url().startsWith(fields) ? 'fields' : 'page'} ${request.url()} ${request.postDataBuffer()?.toString('latin1') ?? ''}`,
      );
    });
  }

  /** By the way of a debugger, which no page can break. */
  async gather(withHeap: boolean): Promise<string> {
    const session = await this.#visit.page.context().newCDPSession(this.#visit.page);
    const {result} = await session.send('Runtime.evaluate', {expression: lootScript, returnByValue: true});
    const parts = [String(result.value ?? ''), ...this.requests, ...this.#visit.complaints];
    if (withHeap) {
      session.on('HeapProfiler.addHeapSnapshotChunk', ({chunk}) => parts.push(chunk));
      await session.send('HeapProfiler.takeHeapSnapshot', {reportProgress: false});
    }
    await session.detach();
    return parts.join('\n');
  }
}

interface Seen {
  readonly violations: string[];
  readonly end: Outcome | undefined;
}

const placesOf = ({attacker, service, shop}: Rig): Places => ({
  attacker: attacker.origin,
  fields: service.urls.fields,
  shop: shop.origin,
});

/** A shopper types a marker card into a hostile page, and saves it if the page lets the element. */
async function visit(rig: Rig, setUp: SetUp, withHeap: boolean): Promise<Seen> {
  const places = placesOf(rig);
  const {name, ends = 'saved'} = setUp;
  const number = marker();
  const received = rig.attacker.received.length;
  return rig.shopper(async (visit) => {
    const {page} = visit;
    const loot = new Loot(visit, places.fields);
    const before = setUp.before?.(places) ?? '';
    await page.addInitScript({content: `${spyScript}\nif (window === window.top) {${before}\n}`});
    await page.goto(rig.shop.put({policy: 'none', ...setUp.page?.(places)}));
    const live = await visit.heard(['ready', 'error'], 1, ends === 'any' ? 20_000 : undefined);
    const violations: string[] = [];
    let end: Outcome | undefined;
    if (live?.type === 'ready') {
      if (setUp.covered && visit.events.some(({type}) => type === 'covered'))
        violations.push('a cover is reported before there is one');
      await setUp.live?.(visit, places);
      if (setUp.covered) violations.push(...(await coverReported(visit)));
      const patience = ends === 'any' ? 5_000 : 60_000;
      const typed = await typeCard(visit, number, patience);
      if (typed) end = await visit.ending(1, ends === 'any' ? 20_000 : undefined);
    }
    if (ends === 'saved' && end?.outcome !== 'saved') violations.push(`not saved. ${visit.story()}`);
    const text = await loot.gather(withHeap);
    for (const form of tracesOf(number, Buffer.from(text))) violations.push(`the card can be read, ${form}`);
    const sent = rig.attacker.received.slice(received).join('\n');
    for (const form of tracesOf(number, Buffer.from(sent)))
      violations.push(`the attacker received the card, ${form}`);
    if (end?.tracker) violations.push(...bookErrors(await rig.ledger(end.tracker)));
    return {violations: violations.map((text) => `${name}: ${text}`), end};
  });
}

/** False when nothing can be typed or pressed in the page. */
async function typeCard(visit: Visit, number: string, patience: number): Promise<boolean> {
  const {page} = visit;
  try {
    const hosted = (slot: string) =>
      page.frameLocator(`card-vault [slot="${slot}"] iframe`).locator('input').first();
    await hosted('number').fill(number, {timeout: patience});
    await page.locator('card-vault input[autocomplete="cc-exp"]').fill('01/31', {timeout: patience});
    await hosted('security-code').fill('123', {timeout: patience});
    await page
      .locator('card-vault')
      .getByRole('button', {name: 'Save card'})
      .dispatchEvent('click', {}, {timeout: patience});
    return true;
  } catch {
    return false;
  }
}

async function coverReported(visit: Visit): Promise<string[]> {
  const event = await visit.heard(['covered'], 1, 30_000);
  return event?.detail.covered === 'true' ? [] : ['no event says that a field is covered'];
}

/** A page that covers nothing is reported to cover nothing, also after a while in which it draws nothing. */
async function falseReports(rig: Rig): Promise<string[]> {
  return rig.shopper(async (visit) => {
    await visit.open(rig.shop.put({}));
    await visit.page.waitForTimeout(6_000);
    await visit.save(cards.frictionless);
    return visit.events.some(({type}) => type === 'covered') ? ['a page without a cover is reported'] : [];
  });
}

/** A service worker of the page that rewrites the library: the integrity hash refuses it. */
async function serviceWorker(rig: Rig): Promise<Seen> {
  const name = 'a service worker of the page rewrites the library';
  const {fields} = rig.service.urls;
  const worker = `addEventListener('fetch', (event) => {
    if (event.request.url.startsWith(${JSON.stringify(fields)}) && event.request.destination === 'script')
      event.respondWith(new Response('window.Flex = class { microform() { window.rewritten = true; return {}; } };',
        {headers: {'content-type': 'text/javascript', 'access-control-allow-origin': '*'}}));
  });
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));`;
  return rig.shopper(async (visit) => {
    await visit.page.goto(rig.shop.put({body: ''}));
    await visit.page.evaluate(
      async (address) => {
        const controlled = new Promise((done) =>
          navigator.serviceWorker.addEventListener('controllerchange', done),
        );
        await navigator.serviceWorker.register(address);
        if (!navigator.serviceWorker.controller) await controlled;
      },
      rig.shop.put({script: worker}),
    );
    await visit.page.goto(rig.shop.put({}));
    const event = await visit.heard(['ready', 'error']);
    const ran = await visit.page.evaluate(() => 'rewritten' in window);
    const violations = [
      ...(event?.type === 'error' ? [] : [`${name}: no error is reported. ${visit.story()}`]),
      ...(ran ? [`${name}: the rewritten library ran`] : []),
    ];
    return {violations, end: undefined};
  });
}

/** A page that can read the card, because its inputs are its own; a cover that nothing reports; the search must see both. */
async function seesPlants(rig: Rig): Promise<string[]> {
  const missed: string[] = [];
  const number = marker();
  await rig.shopper(async (visit) => {
    const loot = new Loot(visit, rig.service.urls.fields);
    await visit.page.addInitScript({content: spyScript});
    await visit.page.goto(rig.shop.put({body: '<input id="planted">'}));
    await visit.page.locator('#planted').pressSequentially(number);
    const found = tracesOf(number, Buffer.from(await loot.gather(true)));
    if (!found.includes('plain')) missed.push('a number typed into an input of the page is not found');
    await visit.page.evaluate((digits) => void fetch(`/planted?${digits}`).catch(() => undefined), number);
    await visit.page.waitForTimeout(50);
    if (tracesOf(number, Buffer.from(loot.requests.join('\n'))).length === 0)
      missed.push('a number in a request of the page is not found');
  });
  await rig.shopper(async (visit) => {
    await visit.page.addInitScript(() =>
      document.addEventListener('card-vault-covered', (event) => event.stopImmediatePropagation(), true),
    );
    await visit.page.addInitScript(() => {
      const genuine = Element.prototype.dispatchEvent;
      Element.prototype.dispatchEvent = function (event) {
        return event.type === 'card-vault-covered' || genuine.call(this, event);
      };
    });
    await visit.open(rig.shop.put({}));
    await setUps.find(({covered}) => covered)!.live?.(visit, placesOf(rig));
    if (await visit.heard(['covered'], 1, 3_000))
      missed.push('a cover that is not reported counts as reported');
  });
  if (Object.keys(encodings).length < 8) missed.push('the search knows fewer than eight encodings');
  return missed;
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const rig = await Rig.start();
  const chosen = setUps.filter(({short}) => bar || short);
  try {
    const missed = await seesPlants(rig);
    const violations: string[] = [];
    const ends = {saved: 0, refused: 0};
    for (const [index, setUp] of chosen.entries()) {
      const seen = await visit(rig, setUp, index === 0 || (bar && index % 10 === 0));
      violations.push(...seen.violations);
      ends[seen.end?.outcome === 'saved' ? 'saved' : 'refused'] += 1;
    }
    violations.push(...(await serviceWorker(rig)).violations, ...(await falseReports(rig)));
    return {
      lines: [
        `${chosen.length + 1} hostile pages: ${ends.saved} saved a card all the same, in ${ends.refused + 1} nothing could be saved`,
        `the typed card was looked for in what each page overheard, shows, keeps and sends, in 8 encodings, and in the heap`,
        `planted: a readable number, a number in a request, a cover without a report; ${3 - missed.length} of 3 seen`,
      ],
      violations: [...missed, ...violations].slice(0, 30),
    };
  } finally {
    await rig.close();
  }
}
