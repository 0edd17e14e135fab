import assert from 'node:assert/strict';
import {createHmac, randomBytes, timingSafeEqual} from 'node:crypto';
import {describe, it} from 'node:test';
import {Webhook} from 'standardwebhooks';
import {isBodySignature, signBody, signWebhook, webhookFault} from '../../src/protocol/index.js';
import {createWebhooks} from '../../src/server/index.js';
import {rounds} from '../support/rounds.js';
import {drawing} from '../support/drawing.js';

interface Message {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly sfpy: string;
  readonly body: Buffer;
}

/** The standard once more, from its text, on another library: Node's own. */
function signAnew(
  secret: string,
  {id: name, timestamp, body}: Pick<Message, 'id' | 'timestamp' | 'body'>,
): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${name}.${timestamp}.`).update(body).digest('base64')}`;
}

function believesAnew(secret: string, message: Message): boolean {
  const expected = Buffer.from(signAnew(secret, message));
  return message.signature.split(' ').some((one) => {
    const given = Buffer.from(one);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Whether the reference package takes a message for genuine. It reads the time by its own clock. */
function isGenuineByReference(secret: string, message: Message): boolean {
  try {
    new Webhook(secret).verify(message.body, {
      'webhook-id': message.id,
      'webhook-timestamp': message.timestamp,
      'webhook-signature': message.signature,
    });
    return true;
  } catch {
    return false;
  }
}

/** The same message as the reference package signs it. */
function signedByReference(secret: string, {id: name, timestamp, body}: Message): string {
  return new Webhook(secret).sign(name, new Date(Number(timestamp) * 1000), body.toString());
}

type Draw = () => number;
const pick = (draw: Draw, most: number) => Math.floor(draw() * most);

function flipped(text: Buffer, draw: Draw): Buffer {
  const copy = Buffer.from(text);
  const at = pick(draw, copy.length);
  copy[at] = copy[at]! ^ (1 << pick(draw, 8));
  return copy;
}

/** A string that is still one after a bit of it is turned, as headers are. */
function flippedText(text: string, draw: Draw): string {
  const bytes = flipped(Buffer.from(text, 'latin1'), draw);
  return bytes.toString('latin1');
}

type Alter = (message: Message, draw: Draw, other: Message) => Partial<Message>;

/** Bit flips and the tricks that headers allow; each must make the message unbelievable. */
const alterations: Readonly<Record<string, Alter>> = {
  'a bit of the body': ({body}, draw) => ({body: flipped(body, draw)}),
  'a bit of the signature': ({signature}, draw) => ({signature: flippedText(signature, draw)}),
  'a bit of the id': ({id: name}, draw) => ({id: flippedText(name, draw)}),
  'a bit of the timestamp': ({timestamp}, draw) => ({timestamp: flippedText(timestamp, draw)}),
  'a byte more': ({body}, draw) => ({body: Buffer.concat([body, Buffer.from([pick(draw, 256)])])}),
  'a byte less': ({body}) => ({body: body.subarray(0, -1)}),
  'another body': (_message, _draw, {body}) => ({body}),
  'another id': (_message, _draw, {id: name}) => ({id: name}),
  'another signature': (_message, _draw, {signature}) => ({signature}),
  'a signature many times': ({signature}, draw) => ({
    signature: Array<string>(17 + pick(draw, 100))
      .fill(signature)
      .join(' '),
  }),
  'a timestamp with a tail': ({timestamp}, draw) => ({
    timestamp: timestamp + ['abc', '.0', ' ', 'e0', '\t', '_0'][pick(draw, 6)]!,
  }),
  'a timestamp with a head': ({timestamp}, draw) => ({
    timestamp: [' ', '+', '-', '0x', '\t'][pick(draw, 5)]! + timestamp,
  }),
  'a zero before the timestamp': ({timestamp}) => ({timestamp: `0${timestamp}`}),
  'a full stop moved from the id': ({id: name, timestamp}) => ({id: `${name}.${timestamp}`, timestamp: '1'}),
  'the version of another kind': ({signature}) => ({signature: signature.replace('v1,', 'v1a,')}),
  'no version': ({signature}) => ({signature: signature.slice(3)}),
  'two blanks': ({signature}) => ({signature: `${signature}  ${signature}`}),
  'a comma more': ({signature}) => ({signature: `${signature},`}),
  unpadded: ({signature}) => ({signature: signature.replace(/=+$/, '')}),
  'bits without a meaning': ({signature}) => {
    const last = signature.at(-2)!;
    const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    return {signature: `${signature.slice(0, -2)}${signs[signs.indexOf(last) ^ 1]!}=`};
  },
  'in the web’s base64': ({signature}) => ({
    signature: `${signature.replaceAll('+', '-').replaceAll('/', '_')}-`,
  }),
  'a signature of nothing': () => ({signature: 'v1,'}),
  'half a signature': ({signature}) => ({signature: signature.slice(0, signature.length / 2)}),
};

/** The same for the signature over the body. */
const bodyAlterations: Readonly<
  Record<string, (message: Message, draw: Draw, other: Message) => Partial<Message>>
> = {
  'a bit of the body': ({body}, draw) => ({body: flipped(body, draw)}),
  'a bit of the signature': ({sfpy}, draw) => ({sfpy: flippedText(sfpy, draw)}),
  'in capitals': ({sfpy}) => ({sfpy: sfpy.toUpperCase()}),
  'cut short': ({sfpy}, draw) => ({sfpy: sfpy.slice(0, pick(draw, sfpy.length))}),
  'of another body': (_message, _draw, {sfpy}) => ({sfpy}),
  'a digit more': ({sfpy}) => ({sfpy: `${sfpy}0`}),
};

async function messageOf(draw: Draw, secret: string, now: number): Promise<Message> {
  const body = Buffer.from(
    JSON.stringify({
      token: `evt_${pick(draw, 1e9)}`,
      type: 'subscription.cancelled',
      data: {subscription: 'sub_1', text: 'ä'.repeat(pick(draw, 50)), draw: draw()},
    }),
  );
  const name = `evt_${pick(draw, 1e9)}_${pick(draw, 1e9)}`;
  // Within the five minutes of everybody, also of the reference package, whose clock goes on meanwhile.
  const timestamp = Math.floor(now / 1000) - 280 + pick(draw, 560);
  const signature = await signWebhook(secret, {id: name, timestamp, body});
  return {id: name, timestamp: String(timestamp), signature, sfpy: await signBody(secret, body), body};
}

/** Calls `look` with drawn messages, each beside another one, as many as there are to be. */
async function each(
  seed: number,
  look: (
    message: Message,
    other: Message,
    context: {secret: string; now: number; draw: Draw; at: number},
  ) => Promise<void>,
): Promise<void> {
  const draw = drawing(seed);
  for (let at = 0; at < rounds(1) * 500; at++) {
    const now = Date.now();
    const secret = `whsec_${randomBytes(24 + pick(draw, 41)).toString('base64')}`;
    const [message, other] = [await messageOf(draw, secret, now), await messageOf(draw, secret, now)];
    await look(message, other, {secret, now, draw, at});
  }
}

describe('an altered webhook is never believed, a genuine one always (B3)', () => {
  it('by its signature, as other implementations sign and judge it', async () => {
    const kinds = Object.entries(alterations);
    const bodyKinds = Object.entries(bodyAlterations);
    await each(20261121, async (message, other, {secret, now, draw, at}) => {
      const faultOf = (one: Message) => webhookFault(one, one.body, {secrets: [secret], now});
      assert.equal(await faultOf(message), undefined);
      assert.ok(believesAnew(secret, message) && isGenuineByReference(secret, message));
      for (const signature of [signAnew(secret, message), signedByReference(secret, message)])
        assert.equal(await faultOf({...message, signature}), undefined);
      const [name, alter] = kinds[at % kinds.length]!;
      assert.notEqual(await faultOf({...message, ...alter(message, draw, other)}), undefined, name);
      const [bodyName, alterBody] = bodyKinds[at % bodyKinds.length]!;
      const {sfpy, body} = {...message, ...alterBody(message, draw, other)};
      assert.equal(await isBodySignature(sfpy, body, [secret]), false, bodyName);
    });
  });

  it('by a shop’s receiver', async () => {
    const kinds = Object.entries(alterations);
    await each(7, async (message, other, {secret, draw, at}) => {
      let handled = 0;
      const on = {other: () => void handled++, 'subscription.cancelled': () => void handled++};
      const webhooks = createWebhooks({scheme: 'standard', secrets: [secret], on});
      const [name, alter] = kinds[at % kinds.length]!;
      const altered = {...message, ...alter(message, draw, other)};
      const send = (one: Message) => {
        const headers = {
          'webhook-id': one.id,
          'webhook-timestamp': one.timestamp,
          'webhook-signature': one.signature,
          ...(at % 2 === 0 && {'x-sfpy-signature': one.sfpy}),
        };
        const body = new Uint8Array(one.body);
        return webhooks.handle(new Request('http://shop.test/webhooks', {method: 'POST', headers, body}));
      };
      // Headers that no server can be sent are none; blanks around a header's value are not part of it.
      const answer = await Promise.resolve(altered)
        .then(send)
        .catch(() => undefined);
      const isTheSame =
        altered.timestamp !== message.timestamp && altered.timestamp.trim() === message.timestamp;
      assert.equal(handled, isTheSame && answer ? 1 : 0, name);
      assert.ok(answer === undefined || answer.status === (isTheSame ? 200 : 401), name);
    });
  });
});
