import {CardVaultError} from '../protocol/index.js';
import type {CaptureContext, Enrollment, PayerAuthenticationSetup} from '../protocol/index.js';
import type {Effect, EffectType, FlowAnswer} from './events.js';
import {untilLimit} from './limits.js';
import type {FlowLimits, FlowPorts} from './ports.js';

/** Without its run, which the runner adds. */
type Bare<A> = A extends FlowAnswer ? Omit<A, 'run'> : never;
export type BareAnswer = Bare<FlowAnswer>;

/**
 * What one run holds that no state, event or listener may see (flow rule 7). A token is taken out by the call that sends it on
 * and is not kept.
 */
export interface RunSecrets {
  context?: CaptureContext;
  transientToken?: string;
  setup?: PayerAuthenticationSetup;
  deviceSession?: string;
  stepUp?: NonNullable<Enrollment['stepUp']>;
}

/** What an effect works with: the ports and limits, the secrets of its run, and the signal that ends it. */
export interface EffectContext {
  readonly ports: FlowPorts;
  readonly limits: FlowLimits;
  readonly secrets: RunSecrets;
  readonly signal: AbortSignal;
}

/** Effects that come to exactly one answer, or to none when their signal is aborted. */
export type AskingType = Exclude<
  EffectType,
  'unmount-fields' | 'watch-context' | 'watch-departure' | 'wait' | 'remember' | 'forget' | 'abort'
>;
export type EffectOf<T extends EffectType> = Extract<Effect, {readonly type: T}>;
export type Performers = {
  readonly [T in AskingType]: (effect: EffectOf<T>, context: EffectContext) => Promise<BareAnswer>;
};

/** How the effects of `entry.ts` are done through the ports. A rejection becomes the answer `error`. */
export const entryPerformers: Pick<Performers, 'open-session' | 'request-context' | 'mount-fields'> = {
  'open-session': async ({tracker}, context) => {
    const {adapter} = context.ports;
    const request = tracker === undefined ? {} : {tracker};
    const session = await call(context, (signal) => adapter.openSession(request, {signal}));
    return {type: 'session', session};
  },

  'request-context': async ({tracker}, context) => {
    const {adapter, origin, timers} = context.ports;
    const issued = await call(context, (signal) =>
      adapter.generateCaptureContext({tracker, origin}, {signal}),
    );
    context.secrets.context = issued;
    // The page's clock may be wrong, so the context's own lifetime counts from the moment it arrived.
    return {type: 'context', expiresAt: timers.now() + issued.expiresAt - issued.issuedAt};
  },

  'mount-fields': async (_, context) => {
    const issued = taken(context.secrets, 'context');
    const {hostedFields, timers} = context.ports;
    await untilLimit(
      timers,
      context.limits.fields,
      context.signal,
      (signal) => hostedFields.mount(issued, {signal}),
      () => {
        throw new CardVaultError('fields-timed-out', 'The card fields did not load in time.');
      },
    );
    return {type: 'fields-mounted'};
  },
};

/** Does one effect. Begins at once, answers once. */
export function performBy(
  performers: Partial<Performers>,
): (effect: EffectOf<AskingType>, context: EffectContext) => Promise<BareAnswer> {
  // The compiler has checked each performer against its own effect; the pair in hand is one of those.
  return (effect, context) =>
    (
      performers[effect.type] as (effect: EffectOf<AskingType>, context: EffectContext) => Promise<BareAnswer>
    )(effect, context);
}

/** A foreign error is a fault of a port; its own words are kept as the cause and not repeated. */
export function asCardVaultError(error: unknown): CardVaultError {
  if (error instanceof CardVaultError) return error;
  return new CardVaultError('unexpected', 'Something failed that should not; see the cause.', {cause: error});
}

/** One call with the limit that every request has (flow rule 6). */
export function call<T>(
  {ports, limits, signal}: EffectContext,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return untilLimit(ports.timers, limits.request, signal, send, () => {
    throw new CardVaultError('request-timed-out', `There was no answer within ${limits.request / 1000} s.`);
  });
}

/** Takes a secret out of its place: it is used once. */
export function taken<K extends keyof RunSecrets>(secrets: RunSecrets, key: K): NonNullable<RunSecrets[K]> {
  const value = secrets[key];
  delete secrets[key];
  if (value === undefined) throw missing(key);
  return value;
}

export function missing(key: keyof RunSecrets): CardVaultError {
  return new CardVaultError('answer-unreadable', `The step before gave no ${key}.`, {field: key});
}
