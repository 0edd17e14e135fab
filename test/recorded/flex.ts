import {createHash, randomBytes} from 'node:crypto';
import {readFileSync} from 'node:fs';
import type {Behaviour} from './behaviour.js';
import {brandOf} from './cards.js';
import {at, bodyOf, html, textOf, type Answer, type Json, type RecordedRequest} from './http.js';
import {createSigner} from './keys.js';

/** What the vendor keeps of a typed card until its transient token is used. */
export interface HeldCard {
  readonly number: string;
  readonly month: string;
  readonly year: string;
}

const file = (name: string) => readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');
const networks = ['VISA', 'MASTERCARD', 'AMEX', 'DISCOVER', 'DINERSCLUB', 'JCB', 'MAESTRO', 'CUP'];
const script = (body: string): Answer => ({
  status: 200,
  headers: {'content-type': 'text/javascript; charset=utf-8', 'access-control-allow-origin': '*'},
  body,
});
const json = (status: number, body: Json): Answer => ({
  status,
  headers: {'content-type': 'application/json'},
  body: JSON.stringify(body),
});

/** The vendor of the hosted fields: signs capture contexts, serves library and fields, turns cards into transient tokens. */
export function createFlex(behaviour: () => Behaviour) {
  const signer = createSigner();
  const library = file('flex-microform.js');
  const cards = new Map<string, HeldCard>();
  let origin = '';

  const captureContext = (target: string): string => {
    const isOld = behaviour().context === 'mf-0.11';
    const iat = Math.floor(Date.now() / 1000);
    const hash = createHash('sha256').update(library).digest('base64');
    const data: Json = {
      clientLibrary: `${origin}/microform/bundle/${isOld ? 'v0.11.3' : 'v2.6.0'}/flex-microform.min.js`,
      ...(!isOld && {clientLibraryIntegrity: `sha256-${hash}`}),
      allowedCardNetworks: networks,
      targetOrigins: [target],
      mfOrigin: origin,
    };
    return signer.sign({
      flx: {path: '/flex/v2/tokens', data: randomBytes(24).toString('base64'), origin, jwk: signer.jwk},
      ctx: [{type: isOld ? 'mf-0.11.0' : 'mf-2.0.0', data}],
      iss: 'Flex API',
      iat,
      exp: iat + 900,
      jti: randomBytes(8).toString('hex'),
    });
  };

  const tokenFor = (request: RecordedRequest): Answer => {
    const body = bodyOf(request);
    const context = signer.read(textOf(body?.['context']));
    if (!context) return json(400, {reason: 'CAPTURE_CONTEXT_INVALID'});
    const {number, expirationMonth: month, expirationYear: year} = at(body, 'card');
    const card = {number: textOf(number), month: textOf(month), year: textOf(year)};
    const jti = randomBytes(32).toString('hex').toUpperCase();
    const iat = Math.floor(Date.now() / 1000);
    cards.set(jti, card);
    const shown = {
      number: {
        maskedValue: `${'X'.repeat(card.number.length - 4)}${card.number.slice(-4)}`,
        bin: card.number.slice(0, 6),
        detectedCardTypes: [brandOf(card.number).code],
      },
      securityCode: {},
      expirationMonth: {value: card.month},
      expirationYear: {value: card.year},
    };
    const content = {paymentInformation: {card: shown}};
    return json(201, {
      token: signer.sign({iss: 'Flex/00', type: 'mf-2.0.0', iat, exp: iat + 900, jti, content}),
    });
  };

  return {
    started: (at: string) => (origin = at),
    captureContext,
    sign: (claims: Json) => signer.sign(claims),
    /** The card behind a transient token, once. */
    redeem(jwt: string): HeldCard | undefined {
      const jti = textOf(signer.read(jwt)?.['jti']);
      const card = cards.get(jti);
      cards.delete(jti);
      return card;
    },
    answer(request: RecordedRequest): Answer {
      const {pathname} = new URL(request.path, 'http://fields');
      if (pathname.endsWith('/flex-microform.min.js')) return script(library);
      if (pathname.endsWith('/iframe.js')) return script(file('iframe.js'));
      if (pathname.endsWith('/iframe.html')) {
        const look =
          'html,body{margin:0;height:100%}input{border:0;width:100%;height:100%;box-sizing:border-box}';
        const styles = `<style>${look}</style><style class="own"></style>`;
        return html(`<title>Field</title>${styles}<input><script type="module" src="iframe.js"></script>`);
      }
      if (request.method === 'POST' && pathname === '/flex/v2/tokens') return tokenFor(request);
      return {status: 404, body: 'not found'};
    },
  };
}

export type Flex = ReturnType<typeof createFlex>;
