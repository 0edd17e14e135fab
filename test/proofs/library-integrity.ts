import {Rig} from './support/page/rig.js';
import {tamper, tamperings, type SessionBody, type Tampering} from './support/page/tampering.js';
import type {ProofResult} from './support/proof.js';

export const id = 'C2';
export const title =
  'a tampered library, capture context or hash is refused by name, draws no field, and nothing typed leaves';

/** A session as the shop's server gives it to a page of its own. */
async function openSession({shop}: Rig): Promise<SessionBody> {
  const {headers} = await fetch(shop.put({body: ''}));
  const answer = await fetch(`${shop.origin}/card-vault/session`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...{origin: shop.origin, 'sec-fetch-site': 'same-origin'},
      cookie: (headers.get('set-cookie') ?? '').split(';')[0]!,
    },
    body: '{}',
  });
  return (await answer.json()) as SessionBody;
}

/** One page whose library or context was tampered with; the violations of the promise that it shows. */
async function attempt(rig: Rig, tampering: Tampering, other: SessionBody): Promise<string[]> {
  const {fields} = rig.service.urls;
  return rig.shopper(async (visit, context) => {
    const tokens: string[] = [];
    visit.page.on('request', (request) => {
      if (request.url().startsWith(`${fields}/flex/`)) tokens.push(request.url());
    });
    await tamper(context, tampering, {fields, attacker: rig.attacker.origin, other});
    await visit.page.goto(rig.shop.put({policy: 'header'}));
    const event = await visit.heard(['ready', 'error']);
    const code = event?.detail.code ?? 'no error';
    // The words of an ending are loaded when it comes.
    const words = visit.page.locator('card-vault').locator('[part~="outcome"], [part~="problem"]').first();
    const said = event?.type === 'error' && (await words.innerText({timeout: 60_000}).catch(() => '')).trim();
    const seen = await visit.page.evaluate(() => ({
      frames: document.querySelectorAll('card-vault iframe').length,
      tampered: 'tampered' in window,
    }));
    return [
      ...(event?.type === 'error' && tampering.codes.includes(code)
        ? []
        : [`ends in ${code}. ${visit.story()}`]),
      ...(seen.frames > 0 ? [`${seen.frames} fields are in the page`] : []),
      ...(seen.tampered ? ['the tampered library ran'] : []),
      ...(said ? [] : ['the shopper reads nothing']),
      ...(tokens.length > 0 ? ['a card was sent'] : []),
    ].map((text) => `${tampering.name}: ${text}`);
  });
}

/** Changes that the checks above must find: an untouched page, which has fields, and a library that runs. */
async function seesPlants(rig: Rig, other: SessionBody): Promise<string[]> {
  const untouched = await attempt(rig, {name: 'planted', codes: []}, other);
  const missed = ['ends in no error', 'fields are in the page']
    .filter((text) => !untouched.some((violation) => violation.includes(text)))
    .map((text) => `a planted fault is not seen: ${text}`);
  // The product without its hash: the script that it makes has no integrity any more.
  let altered = 0;
  rig.shop.alter = (_file, text) => text.replace(/\w+\.integrity=\w+(?=[,;)&])/, () => ((altered += 1), '0'));
  const unhashed = await attempt(rig, tamperings[0]!, other);
  rig.shop.alter = undefined;
  if (altered === 0) missed.push('a library without its hash could not be planted');
  else if (!unhashed.some((text) => text.includes('the tampered library ran')))
    missed.push('a planted fault is not seen: a library without its hash runs');
  return missed;
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const rig = await Rig.start();
  const chosen = tamperings.filter(({short}) => bar || short);
  try {
    const other = await openSession(rig);
    const missed = await seesPlants(rig, other);
    const violations: string[] = [];
    for (const tampering of chosen) violations.push(...(await attempt(rig, tampering, other)));
    return {
      lines: [
        `${chosen.length} of ${tamperings.length} tamperings of library, hash, capture context and their order: each an error with a name`,
        `3 planted faults: an untouched page with its fields, and a product that loads its library without a hash; ${3 - missed.length} seen`,
      ],
      violations: [...missed, ...violations],
    };
  } finally {
    await rig.close();
  }
}
