import {decodeJwt} from 'jose';
import type {BrowserContext, Frame, Page} from 'playwright-core';
import {Rig} from './support/page/rig.js';
import {startAttackerSite, type AttackerSite} from './support/page/servers.js';
import {cards, type Visit} from './support/page/visit.js';
import type {ProofResult} from './support/proof.js';

export const id = 'C5';
export const title = 'every framed document refuses every parent but its own, nested ones too';

/** A document that something frames. */
interface Framed {
  readonly name: string;
  readonly address: string;
  /** Posted with this token; loaded by its address when left out. */
  readonly jwt?: string;
  /** The shop's page frames it. The others are framed by pages of the service, or by none. */
  readonly ofShop: boolean;
}

/** Makes the address of a page in which the document stands at the frame `framed`. */
type Parent = (document: Framed) => string;

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** A page with the document in a frame. */
function framing({address, jwt}: Framed): string {
  if (jwt === undefined)
    return `<!doctype html><title>Parent</title><iframe name="framed" src="${escape(address)}"></iframe>`;
  return `<!doctype html><title>Parent</title><iframe name="framed"></iframe>
<form method="post" target="framed" action="${escape(address)}"><input name="JWT" value="${jwt}"></form>
<script>document.forms[0].submit()</script>`;
}

const inFrame = (address: string) =>
  `<!doctype html><title>Outer</title><iframe name="between" src="${escape(address)}"></iframe>`;

function wrongParents({shop, attacker}: Rig, neighbour: AttackerSite): Readonly<Record<string, Parent>> {
  const ofShop = (document: Framed) => shop.put({body: framing(document).replace('<!doctype html>', '')});
  return {
    'another site': (document) => attacker.put(framing(document)),
    'another port of the same host': (document) => neighbour.put(framing(document)),
    'a page without an origin': (document) =>
      attacker.put(
        `<!doctype html><title>Outer</title><iframe sandbox="allow-scripts allow-forms" srcdoc="${escape(framing(document))}"></iframe>`,
      ),
    'a page of the shop inside another site': (document) => attacker.put(inFrame(ofShop(document))),
    'another site inside a page of the shop': (document) =>
      shop.put({body: `<iframe name="between" src="${escape(attacker.put(framing(document)))}"></iframe>`}),
  };
}

const isSettled = (frame: Frame) =>
  frame.name() === 'framed' && frame.url() !== '' && !frame.url().startsWith('about:');

/** What became of the frame: the browser shows an error of its own where the document refused. */
async function fateOf(page: Page, address: string): Promise<'loaded' | 'refused' | 'nothing'> {
  const fate = new Promise<'loaded' | 'refused'>((resolve) => {
    page.on('framenavigated', (frame) => {
      if (isSettled(frame)) resolve(frame.url().startsWith('chrome-error:') ? 'refused' : 'loaded');
    });
  });
  await page.goto(address, {waitUntil: 'commit'});
  const none = page.waitForTimeout(30_000).then(
    () => 'nothing' as const,
    () => 'nothing' as const,
  );
  return Promise.race([fate, none]);
}

async function tryParent(context: BrowserContext, address: string) {
  const page = await context.newPage();
  try {
    return await fateOf(page, address);
  } finally {
    await page.close();
  }
}

/** A save of a card that the bank asks about, and every document that it frames, with the tokens that were posted to them. */
async function framedDocuments(rig: Rig): Promise<readonly Framed[]> {
  const {urls} = rig.service;
  const posted: {readonly address: string; readonly jwt: string}[] = [];
  let [field, early] = ['', ''];
  await rig.shopper(async (visit: Visit) => {
    visit.page.on('request', (request) => {
      const jwt = new URLSearchParams(request.postData() ?? '').get('JWT');
      if (jwt && request.url().startsWith(urls.issuer)) posted.push({address: request.url(), jwt});
      if (request.url().includes('/iframe.html')) early = request.url();
    });
    // The page loads its fields before they have a context (decision 0053), others load them with one.
    const session = visit.page.waitForResponse((response) => response.url().includes('/card-vault/session?'));
    await visit.open(rig.shop.put({}));
    const {capture_context: context} = (await (await session).json()) as {capture_context: string};
    const {flx} = decodeJwt<{flx: {jwk: {kid: string}}}>(context);
    field = early.replace(/\?.*/, `?keyId=${flx.jwk.kid}`);
    await visit.fill(cards.stepUp);
    await visit.press();
    await visit.heard(['step-up-open']);
    while (posted.length < 2) await visit.page.waitForEvent('request', {timeout: 90_000});
  });
  const [deviceData, stepUp] = posted;
  const ofShop = true;
  return [
    {name: 'a card field', address: field, ofShop},
    {name: 'a card field before its context', address: early, ofShop},
    {name: 'device data collection', ...deviceData!, ofShop},
    {name: 'the step-up', ...stepUp!, ofShop},
    {name: 'the shell', address: `${rig.shop.origin}/card-vault/frame`, ofShop},
    {name: 'the return page', address: `${rig.shop.origin}/card-vault/return`, ofShop},
    {name: 'a card field that is over', address: field.replace(/keyId=[^#]+/, 'keyId=over'), ofShop: false},
    {name: 'a refusal of the bank', address: stepUp!.address, jwt: 'x', ofShop: false},
    {name: 'the shell of the checkout', address: `${urls.api}/checkout/frame`, ofShop: false},
    {name: 'the return page of the checkout', address: `${urls.api}/checkout/return`, ofShop: false},
    {name: 'the checkout', address: `${urls.api}/checkout/subscribe`, ofShop: false},
    {name: 'the portal', address: `${urls.api}/checkout/portal`, ofShop: false},
    {name: 'the dashboard', address: `${urls.api}/`, ofShop: false},
    {name: 'the reference', address: `${urls.api}/docs`, ofShop: false},
  ];
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const rig = await Rig.start();
  const neighbour = await startAttackerSite('localhost');
  const violations: string[] = [];
  try {
    const all = await framedDocuments(rig);
    const documents = bar ? all : all.slice(0, 8);
    const parents = Object.entries(wrongParents(rig, neighbour));
    await rig.shopper(async (_visit, context) => {
      const open: Framed = {name: 'open', address: rig.attacker.put('<title>Open</title>'), ofShop: false};
      for (const [name, parent] of parents) {
        const fate = await tryParent(context, parent(open));
        if (fate !== 'loaded')
          violations.push(`planted: a document that refuses no parent is ${fate} in ${name}`);
      }
      for (const document of documents) {
        const right = await tryParent(context, rig.shop.put({body: framing(document)}));
        if (right !== (document.ofShop ? 'loaded' : 'refused'))
          violations.push(`${document.name} is ${right} in a page of the shop`);
        for (const [name, parent] of parents) {
          const fate = await tryParent(context, parent(document));
          if (fate !== 'refused') violations.push(`${document.name} is ${fate} in ${name}`);
        }
      }
    });
    return {
      lines: [
        `${documents.length} framed documents × ${parents.length} wrong parents: ${parents.map(([name]) => name).join(', ')}`,
        `planted: a document that refuses no parent loads in each of the ${parents.length}; the shop's own page frames what it must`,
      ],
      violations,
    };
  } finally {
    await neighbour.close();
    await rig.close();
  }
}
