import type {CardNetwork} from '../../../../service/src/domain/ports/network.js';
import type {Issuer} from '../../../../service/src/domain/ports/issuer.js';
import type {Call} from '../../../../service/src/edges/webhooks/call.js';
import type {Fuse} from './mortal.js';
import type {Random} from './random.js';

/** What the network does with a request: answers, or loses the request, or the answer, or hears it twice. */
export const networkModes = ['fine', 'lost-before', 'lost-after', 'doubled'] as const;
/** What the receiver does with an event. */
export const receiverModes = ['fine', 'status-500', 'timed-out', 'reset-after', 'slow-down'] as const;
/** What the bank does with a request. */
export const bankModes = ['fine', 'lost-before', 'lost-after'] as const;

/** A delivery as the receiver saw it. */
export interface Received {
  readonly token: string;
  readonly type: string;
  readonly sequence: number;
  readonly created_at: {readonly seconds: number};
  readonly data: Readonly<Record<string, unknown>>;
}

/** How network, receiver and bank are in a run of the simulator, and what was seen of them. */
export interface Surroundings {
  readonly random: Random;
  readonly networkMode: (typeof networkModes)[number];
  readonly receiverMode: (typeof receiverModes)[number];
  readonly bankMode: (typeof bankModes)[number];
  readonly received: Received[];
  readonly violations: string[];
  /** Counts a fault that struck. */
  strike(kind: string): void;
}

type Method = keyof CardNetwork;

/** The network as a worker reaches it: its books are the observer's. */
export function faultyNetwork(world: Surroundings, fuse: Fuse, network: CardNetwork): CardNetwork {
  const by = <Name extends Method>(name: Name) => {
    type Asked = Parameters<CardNetwork[Name]>[0];
    const send = network[name] as (request: Asked) => Promise<unknown>;
    return async (request: Asked) => {
      fuse.check();
      const mode = world.networkMode === 'fine' || world.random.chance(0.3) ? 'fine' : world.networkMode;
      if (mode !== 'fine') world.strike(`network ${mode}`);
      if (mode === 'lost-before') throw new Error('No answer.');
      const answer = await send(request);
      if (mode === 'doubled') {
        const again = await send(request);
        if (JSON.stringify(again) !== JSON.stringify(answer))
          world.violations.push(`V16 ${request.attempt} has two answers`);
      }
      fuse.burn();
      if (mode === 'lost-after') throw new Error('No answer.');
      return answer;
    };
  };
  return {
    ...{authorize: by('authorize'), reverse: by('reverse'), cancel: by('cancel')},
    ...{capture: by('capture'), void: by('void'), refund: by('refund')},
  } as CardNetwork;
}

/** The bank as a process reaches it. */
export function faultyIssuer(world: Surroundings, fuse: Fuse, issuer: Issuer): Issuer {
  const by =
    <Question extends unknown[], Answer>(send: (...question: Question) => Promise<Answer>) =>
    async (...question: Question): Promise<Answer> => {
      fuse.check();
      const mode = world.bankMode;
      if (mode !== 'fine') world.strike(`bank ${mode}`);
      if (mode === 'lost-before') throw new Error('No answer.');
      const answer = await send(...question);
      fuse.burn();
      if (mode === 'lost-after') throw new Error('No answer.');
      return answer;
    };
  return {
    routes: issuer.routes,
    ...{setup: by(issuer.setup), enroll: by(issuer.enroll), result: by(issuer.result)},
  };
}

/** The merchant's receiver: takes the event, or does not, or forgets to say so. */
export function faultyReceiver(world: Surroundings, fuse: Fuse): Call {
  return ({body}) => {
    const mode = world.receiverMode === 'fine' || world.random.chance(0.3) ? 'fine' : world.receiverMode;
    if (mode !== 'fine') world.strike(`receiver ${mode}`);
    if (mode === 'fine' || mode === 'reset-after')
      world.received.push(JSON.parse(Buffer.from(body).toString()) as Received);
    fuse.burn();
    const failed = {
      'status-500': {status: 500, failure: 'status'},
      'slow-down': {status: 429, failure: 'status'},
      'timed-out': {status: null, failure: 'timed_out'},
      'reset-after': {status: null, failure: 'connection_failed'},
    } as const;
    const outcome = mode === 'fine' ? ({status: 200, failure: null} as const) : failed[mode];
    return Promise.resolve({...outcome, milliseconds: 1});
  };
}
