// What the element is measured against: a page of a shop that does everything by hand.
import type {PaintPage, PaintShop} from '../../test/e2e/support/paint-shop.js';

/** The session as the shop's server answers it, in the wire's spelling. */
export type BareSession = Readonly<Record<string, string>> & {readonly capture_context: string};

export async function openBareSession(shop: PaintShop): Promise<BareSession> {
  const answer = await fetch(`${shop.url}/card-vault/session`, {
    method: 'POST',
    headers: {origin: shop.url, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json'},
    body: '{}',
  });
  return (await answer.json()) as BareSession;
}

/** The library of the fields, as a page names it that has the capture context in its HTML. */
function libraryTag(context: string): string {
  const claims = JSON.parse(Buffer.from(context.split('.')[1] ?? '', 'base64url').toString()) as {
    ctx: {data: {clientLibrary: string; clientLibraryIntegrity: string}}[];
  };
  const {clientLibrary, clientLibraryIntegrity} = claims.ctx[0]!.data;
  return `<script nonce="NONCE" crossorigin src="${clientLibrary}" integrity="${clientLibraryIntegrity}"></script>`;
}

/** Mounts both fields and says so as the element does. */
const mountScript = `let live = 0;
for (const name of ['number', 'securityCode']) {
  const field = fields.createField(name, {});
  field.on('load', () => ++live === 2 && performance.mark('card-vault-live'));
  field.load(document.getElementById(name));
}`;

const places = '<div id="number" style="height:48px"></div><div id="securityCode" style="height:48px"></div>';

/** Two fields without any element; `more` is a script that knows `fields` and `session`. */
export function barePage(session: BareSession, more = ''): PaintPage {
  return {
    body: () => `${places}<button id="save" type="button">Save</button>${libraryTag(session.capture_context)}
<script nonce="NONCE">const session = ${JSON.stringify(session)};
const fields = new Flex(session.capture_context).microform('card', {styles: {}});
${mountScript}
${more}</script>`,
  };
}

/** The same two fields, mounted by an element made with Lit that does nothing else; `script` defines it. */
export function bareElementPage(session: BareSession, script: string): PaintPage {
  return {
    body: () => `<bare-card context="${session.capture_context}"></bare-card>${libraryTag(session.capture_context)}
<script type="module" nonce="NONCE">${script}</script>`,
  };
}

/** What the element sends for a card that needs no step-up, one request after the other, with no more script than that. */
export const saveScript = `const send = async (url, body, headers) => {
  const response = await fetch(url, {
    method: 'POST', cache: 'no-store', body: JSON.stringify(body),
    headers: {'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID(), ...headers},
  });
  if (!response.ok) throw new Error(url + ' answered ' + response.status);
  return response.json();
};
const act = (payload) => send(session.service_url + '/order/payments/v3/' + session.tracker, {payload},
  {Authorization: 'Bearer ' + session.time_based_token});
const collect = ({access_token: jwt, device_data_collection_url: url}) => new Promise((collected) => {
  const frame = document.createElement('iframe');
  frame.src = session.frame_url;
  frame.width = frame.height = 1;
  frame.onload = () => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = ({data}) => {
      if (data.type === 'ready') port1.postMessage({type: 'device-data', url, jwt});
      if (data.type === 'completed') collected(data.sessionId);
    };
    frame.contentWindow.postMessage({cardVault: 'shell', type: 'connect'}, location.origin, [port2]);
  };
  document.body.append(frame);
});
document.getElementById('save').onclick = async () => {
  const token = await new Promise((made, failed) => fields.createToken(
    {expirationMonth: '01', expirationYear: '2031'}, (error, jwt) => error ? failed(error) : made(jwt)));
  const {data} = await act({payment_method: {flex: {transient_token_jwt: token}}});
  const device = await collect(data.action.payer_authentication_setup);
  const page = (outcome) => new URL(session.return_url + '?outcome=' + outcome, location.href).href;
  await act({authentication_setup:
    {success_url: page('success'), failure_url: page('failure'), device_fingerprint_session_id: device}});
  await act({authorization: {do_capture: false}});
  await send(session.complete_url, {});
  document.dispatchEvent(new Event('card-vault-saved'));
};`;
