import {
  CardVaultError,
  type CaptureContext,
  type Enrollment,
  type PayerAuthenticationSetup,
} from '../protocol/index.js';
import type {Effect, EffectType, FlowAnswer} from './events.js';
import {untilLimit} from './limits.js';
import type {EntryPorts, FlowLimits, FlowPorts} from './ports.js';

/** Without its run, which the runner adds. */
type Bare<A> = A extends FlowAnswer ? Omit<A, 'run'> : never;
export type BareAnswer = Bare<FlowAnswer>;

/**
 * Secrets of one run, which no state, event or listener may see (flow rule 7). A token is taken out by the
 * call that sends it on and is not kept.
 */
export interface RunSecrets {
  context?: CaptureContext;
  transientToken?: string;
  setup?: PayerAuthenticationSetup;
  deviceSession?: string;
  stepUp?: NonNullable<Enrollment['stepUp']>;
}

/** Tools of an effect: the ports and limits, the secrets of its run, and the signal that ends it. */
export interface EffectContext<Ports extends EntryPorts = EntryPorts> {
  readonly ports: Ports;
  readonly limits: FlowLimits;
  readonly secrets: RunSecrets;
  readonly signal: AbortSignal;
}

/** Effects that come to one answer at most, and to none when their signal is aborted. */
export type AskingType = Exclude<EffectType, 'unmount-fields' | 'watch-context' | 'forget' | 'abort'>;
export type EffectOf<T extends EffectType> = Extract<Effect, {readonly type: T}>;
export type Performers<Ports extends EntryPorts = FlowPorts> = {
  readonly [T in AskingType]: (
    effect: EffectOf<T>,
    context: EffectContext<Ports>,
  ) => Promise<BareAnswer | undefined>;
};
export type Perform<Ports extends EntryPorts = EntryPorts> = (
  effect: EffectOf<AskingType>,
  context: EffectContext<Ports>,
) => Promise<BareAnswer | undefined>;
type EntryType = 'open-session' | 'request-context' | 'mount-fields';

/** How the effects of `entry.ts` are done through the ports. A rejection becomes the answer `error`. */
export const entryPerformers: Pick<Performers<EntryPorts>, EntryType> = {
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
    const {context: issued} = context.secrets;
    delete context.secrets.context;
    const {hostedFields, timers} = context.ports;
    await untilLimit(
      timers,
      context.limits.fields,
      context.signal,
      // The context was issued in this run: the machine mounts no fields before.
      (signal) => hostedFields.mount(issued!, {signal}),
      () => {
        throw new CardVaultError('fields-timed-out', 'The card fields did not load.');
      },
    );
    return {type: 'fields-mounted'};
  },
};

/** A foreign error is a fault of a port; its own words are kept as the cause and not repeated. */
export function asCardVaultError(error: unknown): CardVaultError {
  if (error instanceof CardVaultError) return error;
  return new CardVaultError('unexpected', 'An unexpected failure; see its cause.', {cause: error});
}

/** One call with the limit that every request has (flow rule 6). */
export function call<T>(
  {ports, limits, signal}: EffectContext,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return untilLimit(ports.timers, limits.request, signal, send, () => {
    throw new CardVaultError('request-timed-out', `No answer within ${limits.request / 1000} s.`);
  });
}
