import {createHmac, randomBytes, timingSafeEqual} from 'node:crypto';
import {Webhook} from 'standardwebhooks';
import {isBodySignature, signBody, signWebhook, webhookFault} from '../../src/protocol/index.js';
import {createWebhooks} from '../../src/server/index.js';
import type {ProofResult} from './support/proof.js';

export const id = 'B3';
export const title =
  'an altered webhook is never believed, a genuine one always, as the reference package and Node’s own library sign and judge it';

/** Known answer of the standard. */
const known = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

interface Message {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly sfpy: string;
  readonly body: Buffer;
}

/** Numbers that repeat from their seed (mulberry32). */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
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

interface Tally {
  accepted: number;
  tried: number;
}

async function tryAll(
  count: number,
  violations: string[],
): Promise<{standard: Tally; sfpy: Tally; genuine: number; looser: ReadonlyMap<string, number>}> {
  const draw = drawing(20261121);
  const standard = {accepted: 0, tried: 0};
  const sfpy = {accepted: 0, tried: 0};
  let genuine = 0;
  /** Alterations that the reference package believes and we do not, and how often. */
  const looser = new Map<string, number>();
  const names = Object.keys(alterations);
  const bodyNames = Object.keys(bodyAlterations);
  for (let number = 0; number < count; number++) {
    const now = Date.now();
    const secret = `whsec_${randomBytes(24 + pick(draw, 41)).toString('base64')}`;
    const message = await messageOf(draw, secret, now);
    const other = await messageOf(draw, secret, now);
    const faultOf = (one: Message) => webhookFault(one, one.body, {secrets: [secret], now});
    if ((await faultOf(message)) !== undefined || !believesAnew(secret, message))
      violations.push(`${number}: a genuine message is not believed`);
    else if (!isGenuineByReference(secret, message))
      violations.push(`${number}: the reference package does not believe what we sign`);
    else genuine++;
    // What the other implementations sign is believed here.
    for (const signature of [signAnew(secret, message), signedByReference(secret, message)])
      if ((await faultOf({...message, signature})) !== undefined)
        violations.push(`${number}: the other implementation's signature is not believed`);
    const name = names[number % names.length]!;
    const altered = {...message, ...alterations[name]!(message, draw, other)};
    standard.tried++;
    if ((await faultOf(altered)) === undefined) {
      standard.accepted++;
      violations.push(`${number}: believed with ${name}`);
    } else if (isGenuineByReference(secret, altered)) looser.set(name, (looser.get(name) ?? 0) + 1);
    const bodyName = bodyNames[number % bodyNames.length]!;
    const wrong = {...message, ...bodyAlterations[bodyName]!(message, draw, other)};
    sfpy.tried++;
    if (await isBodySignature(wrong.sfpy, wrong.body, [secret])) {
      sfpy.accepted++;
      violations.push(`${number}: X-SFPY-SIGNATURE believed with ${bodyName}`);
    }
  }
  return {standard, sfpy, genuine, looser};
}

/** The whole receiver of a shop: nothing altered ever reaches a handler. */
async function throughTheKit(count: number, violations: string[]): Promise<number> {
  const draw = drawing(7);
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  let handled = 0;
  const webhooks = createWebhooks({
    scheme: 'standard',
    secrets: [secret],
    on: {other: () => void handled++, 'subscription.cancelled': () => void handled++},
  });
  const post = async (message: Message, sfpyToo: boolean) => {
    const headers = new Headers({
      'webhook-id': message.id,
      'webhook-timestamp': message.timestamp,
      'webhook-signature': message.signature,
    });
    if (sfpyToo) headers.set('x-sfpy-signature', message.sfpy);
    return webhooks.handle(
      new Request('http://shop.test/webhooks', {method: 'POST', headers, body: new Uint8Array(message.body)}),
    );
  };
  let refused = 0;
  const names = Object.keys(alterations);
  for (let number = 0; number < count; number++) {
    const message = await messageOf(draw, secret, Date.now());
    const other = await messageOf(draw, secret, Date.now());
    const altered = {...message, ...alterations[names[number % names.length]!]!(message, draw, other)};
    // Headers that no server can be sent are none.
    const response = await post(altered, number % 2 === 0).catch(() => undefined);
    if (response === undefined || response.status === 401) refused++;
    // Blanks around a header's value are not part of it: the receiver sees the genuine one.
    else if (altered.timestamp.trim() !== message.timestamp)
      violations.push(`${number}: the kit answered ${response.status}`);
  }
  if (handled > count / names.length) violations.push(`${handled} altered messages reached a handler`);
  return refused;
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const violations: string[] = [];
  const published = await signWebhook(known.secret, known);
  if (published !== known.signature) violations.push(`the known answer is ${published}`);
  const count = bar ? 100_000 : 5000;
  const {standard, sfpy, genuine, looser} = await tryAll(count, violations);
  const kit = Math.round(count / 10);
  const refused = await throughTheKit(kit, violations);
  return {
    lines: [
      'known answer of Standard Webhooks: equal',
      `${standard.tried} alterations of ${Object.keys(alterations).length} kinds: ${standard.accepted} believed`,
      `${sfpy.tried} alterations around X-SFPY-SIGNATURE: ${sfpy.accepted} believed`,
      `${genuine} genuine messages believed, both ways against the reference package and an implementation on node:crypto`,
      `refused here and believed by the reference package: ${[...looser].map(([name, of]) => `${of} × ${name}`).join(', ') || 'none'}`,
      `${kit} alterations through the shop's whole receiver: ${refused} refused`,
    ],
    violations: violations.slice(0, 20),
  };
}
