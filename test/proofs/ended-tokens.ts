import {startTestService, string, type TestService} from '../../service/test/support/harness.js';
import {HostedBrowser, jsonOf} from '../../service/test/support/hosted-browser.js';
import type {ProofResult} from './support/proof.js';

export const id = 'E7';
export const title = 'a browser’s token that was revoked or has ended opens no door';

/** A token, and every door that it opened. Each door answers with a status below 400 where it is open. */
async function doorsOf(api: TestService, scope: object) {
  const tracker = await api.tracker();
  const token = await api.token({...scope, ...('scope' in scope && {tracker}), expires_in: 60});
  const link = `/embedded?tracker=${tracker}&tbt=${token}`;
  const browser = new HostedBrowser(api);
  const {self} = await browser.open(link);
  const {api: origin} = api.service.urls;
  const session = jsonOf(await browser.post(`${self}/card`, {}));
  const minted = string(session['time_based_token']);
  const unscoped = !('scope' in scope);
  const doors: Readonly<Record<string, () => Promise<number>>> = {
    link: async () => (await browser.get(link)).status,
    'link in another browser': async () => (await new HostedBrowser(api).get(link)).status,
    page: async () => (await browser.get(self)).status,
    'card session': async () => (await browser.post(`${self}/card`, {})).status,
    renewal: async () => (await browser.post(`${self}/card/${tracker}/token`, {})).status,
    'token of the page': async () => (await api.act(tracker, {origin}, {token: minted, origin})).status,
    ...(unscoped && {
      'its own action': async () => (await api.act(tracker, {origin}, {token})).status,
      'its own reading': async () => (await api.call(`/reporter/api/v1/payments/${tracker}`, {token})).status,
    }),
  };
  const open = async () => {
    const found: string[] = [];
    for (const [door, knock] of Object.entries(doors)) if ((await knock()) < 400) found.push(door);
    return found;
  };
  const revoke = () => api.call('/client/passport/v1/token/revocation', {body: {token}});
  return {open, revoke, count: Object.keys(doors).length};
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const violations: string[] = [];
  let tried = 0;
  const api = await startTestService();
  try {
    for (let round = 0; round < (bar ? 50 : 3); round++) {
      for (const scope of [{}, {scope: 'checkout'}]) {
        const {open, revoke, count} = await doorsOf(api, scope);
        // Before, every door is open: the check sees an open one.
        const before = await open();
        if (before.length !== count)
          violations.push(`only ${before.join(', ')} of ${count} were open before`);
        await revoke();
        const after = await open();
        tried += count;
        violations.push(...after.map((door) => `${door}, after the revocation of ${JSON.stringify(scope)}`));
      }
    }
    const {open, count} = await doorsOf(api, {});
    api.service.clock.advanceTo(new Date(api.service.clock.now().getTime() + 61_000));
    tried += count;
    violations.push(...(await open()).map((door) => `${door}, after the token's end`));
  } finally {
    await api.service.close();
  }
  return {lines: [`${tried} doors tried after the end of their token, 0 open`], violations};
}
