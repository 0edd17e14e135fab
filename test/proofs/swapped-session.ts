import {createCardVaultServer, type CardVaultServer} from 'card-vault/server';
import {Rig} from './support/page/rig.js';
import {sizeOf} from './support/size.js';
import {cards, type Visit} from './support/page/visit.js';
import type {ProofResult} from './support/proof.js';

export const id = 'E3';
export const title = 'a page script that swaps the session saves no card with another merchant';

/** How a script of the page gives the element another session. */
interface Way {
  readonly name: string;
  /** Whether it runs before the element's script or once the fields are live. */
  readonly when: 'before' | 'after';
  readonly script: (answer: string) => string;
}

const byFetch = (answer: string) => `{
  const honest = window.fetch;
  window.fetch = (...all) => /\\/card-vault\\/session/.test(all[0])
    ? Promise.resolve(new Response(${JSON.stringify(answer)}))
    : honest(...all);
}`;
const byAnswer = (answer: string) => `{
  const honest = Response.prototype.text;
  Response.prototype.text = function () {
    return /\\/card-vault\\/session(\\?|$)/.test(this.url) ? Promise.resolve(${JSON.stringify(answer)}) : honest.call(this);
  };
}`;
const byParsing = (answer: string) => `{
  const honest = JSON.parse;
  JSON.parse = (text, ...more) => honest(/"capture_context"/.test(text) ? ${JSON.stringify(answer)} : text, ...more);
}`;

/** A path of the shop whose response the attacker controls, such as that of an uploaded file. */
const byAttribute = () => `new MutationObserver(() => {
  const tag = document.querySelector('card-vault:not([session-url="/other-session"])');
  if (tag) tag.setAttribute('session-url', '/other-session');
}).observe(document, {childList: true, subtree: true})`;

const ways: readonly Way[] = [
  {name: 'fetch, before the load', when: 'before', script: byFetch},
  {name: 'fetch, after the load', when: 'after', script: byFetch},
  {name: 'the answer, before the load', when: 'before', script: byAnswer},
  {name: 'the answer, after the load', when: 'after', script: byAnswer},
  {name: 'the parser, before the load', when: 'before', script: byParsing},
  {name: 'the parser, after the load', when: 'after', script: byParsing},
  {name: 'the attribute, before the load', when: 'before', script: byAttribute},
];

/** The other merchant: its kit opens sessions for the shop's origin, as each merchant's does on a development machine. */
class Other {
  readonly #vault: CardVaultServer;
  readonly #customer: string;

  private constructor(vault: CardVaultServer, customer: string) {
    this.#vault = vault;
    this.#customer = customer;
  }

  static async make({service}: Rig): Promise<Other> {
    const headers = {'x-sfpy-merchant-secret': service.keys.secretKey, 'content-type': 'application/json'};
    const body = JSON.stringify({name: 'Another shop'});
    const made = await fetch(`${service.urls.api}/sandbox/v1/merchants`, {method: 'POST', headers, body});
    const {data} = (await made.json()) as {data: {public_key: string; secret_key: string}};
    const keys = {publicKey: data.public_key, secretKey: data.secret_key};
    const vault: CardVaultServer = createCardVaultServer({
      ...{serviceUrl: service.urls.api, ...keys, currency: 'USD'},
      customer: () => customer,
    });
    const {token: customer} = await vault.client.customers.create({
      ...{firstName: 'Mallory', lastName: 'Another', email: 'mallory@shop.example'},
      ...{phoneNumber: '+15550100', country: 'US'},
    });
    return new Other(vault, customer);
  }

  /** What the shop's server would answer if it were this merchant's. */
  async session(origin: string): Promise<string> {
    const headers = {origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json'};
    const request = new Request(`${origin}/card-vault/session`, {method: 'POST', headers, body: '{}'});
    const text = await (await this.#vault.handle(request)).text();
    if (!text.includes('capture_context')) throw new Error(`The other merchant has no session: ${text}`);
    return text;
  }

  async cards(): Promise<number> {
    return (await this.#vault.client.paymentMethods.list(this.#customer)).length;
  }
}

/** A shopper saves a card on a page whose script swaps the session. Answers how it ended. */
function visit(rig: Rig, other: Other, way: Way, attributes: string): Promise<string> {
  return rig.shopper(async (visit: Visit) => {
    const answer = await other.session(rig.shop.origin);
    const script = way.script(answer);
    await visit.page.route('**/other-session', (route) => route.fulfill({body: answer}));
    const address = rig.shop.put({attributes});
    if (way.when === 'before') {
      await visit.page.addInitScript({content: `if (window === window.top) ${script}`});
      await visit.page.goto(address);
      const first = await visit.heard(['ready', 'error']);
      if (first?.type !== 'ready') return first?.detail.code ?? 'nothing';
    } else {
      await visit.open(address);
      await visit.page.evaluate(script);
    }
    const end = await visit.save(cards.frictionless);
    return end?.outcome === 'error' ? (end.code ?? 'error') : (end?.outcome ?? 'nothing');
  });
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const rounds = sizeOf('CARD_VAULT_ROUNDS', {bar, slice: 1, full: 20});
  const violations: string[] = [];
  const rig = await Rig.start();
  try {
    const other = await Other.make(rig);
    const pinned = `merchant="${rig.service.keys.publicKey}"`;
    for (let round = 0; round < rounds; round++) {
      for (const way of ways) {
        const expected = way.when === 'before' ? 'capture-context-invalid' : 'saved';
        const ended = await visit(rig, other, way, pinned);
        if (ended !== expected) violations.push(`${way.name}: ended with ${ended}, not with ${expected}`);
      }
    }
    const taken = await other.cards();
    if (taken > 0) violations.push(`the other merchant has ${taken} cards`);
    // The planted fault: a page that names no merchant, on an origin that is everyone's.
    await visit(rig, other, ways[0]!, '');
    if ((await other.cards()) === taken) violations.push('a page that names no merchant is not noticed');
  } finally {
    await rig.close();
  }
  const tries = rounds * ways.length;
  return {lines: [`${tries} pages that swap the session: no card with the other merchant`], violations};
}
