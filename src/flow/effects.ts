import {CardVaultError} from '../protocol/index.js';
import type {CaptureContext, Enrollment, PayerAuthenticationSetup, RawCard} from '../protocol/index.js';
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
type EffectOf<T extends EffectType> = Extract<Effect, {readonly type: T}>;
type Performers = {
  readonly [T in AskingType]: (effect: EffectOf<T>, context: EffectContext) => Promise<BareAnswer>;
};

/** How each effect is done through the ports. A rejection becomes the answer `error`. */
const performers: Performers = {
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
    await call(
      context,
      (signal) => context.ports.hostedFields.mount(issued, {signal}),
      () => new CardVaultError('fields-timed-out', 'The card fields did not load in time.'),
    );
    return {type: 'fields-mounted'};
  },

  tokenize: async ({input}, context) => {
    const {expirationMonth, expirationYear} = input;
    try {
      context.secrets.transientToken = await call(context, (signal) =>
        context.ports.hostedFields.tokenize({expirationMonth, expirationYear}, {signal}),
      );
      return {type: 'tokenized'};
    } catch (error) {
      return {type: 'card-refused', error: asCardVaultError(error)};
    }
  },

  'send-token': async ({tracker}, context) => {
    const transientToken = taken(context.secrets, 'transientToken');
    return setUp(context, (signal) =>
      context.ports.adapter.processTransientToken({tracker, transientToken}, {signal}),
    );
  },

  'send-card': async ({tracker}, context) => {
    const {adapter, rawFields} = context.ports;
    if (rawFields === undefined) {
      throw new CardVaultError('entry-mode-refused', 'The session is raw, but this page has no raw fields.');
    }
    let card: RawCard;
    try {
      card = rawFields.read();
    } catch (error) {
      return {type: 'card-refused', error: asCardVaultError(error)};
    }
    return setUp(context, (signal) => adapter.payerAuthSetup({tracker, card}, {signal}));
  },

  'collect-device-data': async ({session}, context) => {
    const {accessToken, deviceDataCollectionUrl: url} = taken(context.secrets, 'setup');
    const {deviceData} = context.ports;
    const frame = session.frameUrl === undefined ? {} : {frameUrl: session.frameUrl};
    const result = await untilLimit(
      context.ports.timers,
      context.limits.deviceData,
      context.signal,
      (signal) => deviceData.collect({accessToken, url, ...frame}, {signal}),
      () => ({outcome: 'timed-out'}) as const,
    );
    if (result.outcome !== 'collected') return {type: 'device-data', collected: false};
    context.secrets.deviceSession = result.sessionId;
    return {type: 'device-data', collected: true};
  },

  enroll: async ({session, input}, context) => {
    const {adapter, returnTo} = context.ports;
    const {deviceSession} = context.secrets;
    const to = returnTo?.();
    const {status, eci, stepUp} = await call(context, (signal) =>
      adapter.enroll(
        {
          tracker: session.tracker,
          ...(input?.billing && {billing: input.billing}),
          successUrl: returnAddress(session.returnUrl, 'success', to),
          failureUrl: returnAddress(session.returnUrl, 'failure', to),
          ...(deviceSession !== undefined && {deviceFingerprintSessionId: deviceSession}),
        },
        {signal},
      ),
    );
    if (stepUp !== undefined) context.secrets.stepUp = stepUp;
    else if (status === 'REQUIRED') throw missing('stepUp');
    return {type: 'enrollment', enrollment: {status, ...(eci !== undefined && {eci})}};
  },

  'present-step-up': async ({session}, context) => {
    const stepUp = taken(context.secrets, 'stepUp');
    const request = {
      ...stepUp,
      tracker: session.tracker,
      ...(session.frameUrl !== undefined && {frameUrl: session.frameUrl}),
    };
    const {stepUp: presenter, timers} = context.ports;
    return untilLimit<BareAnswer>(
      timers,
      context.limits.stepUp,
      context.signal,
      async (signal) => ({type: 'step-up-ended', how: (await presenter.present(request, {signal})).outcome}),
      () => ({type: 'step-up-ended', how: 'timed-out'}),
    );
  },

  authorize: async ({tracker}, context) => {
    await call(context, (signal) => context.ports.adapter.authorize({tracker}, {signal}));
    return {type: 'authorized'};
  },

  'read-payment': async ({tracker}, context) => {
    const payment = await call(context, (signal) => context.ports.adapter.fetchPayment({tracker}, {signal}));
    return {type: 'payment', payment};
  },

  complete: async ({tracker}, context) => {
    const completion = await call(context, (signal) => context.ports.adapter.complete({tracker}, {signal}));
    return {type: 'completion', completion};
  },
};

/** Does one effect. Begins at once, answers once. */
export function perform(effect: EffectOf<AskingType>, context: EffectContext): Promise<BareAnswer> {
  // The compiler has checked each performer against its own effect; the pair in hand is one of those.
  const own = performers[effect.type] as (
    effect: EffectOf<AskingType>,
    context: EffectContext,
  ) => Promise<BareAnswer>;
  return own(effect, context);
}

/** A foreign error is a fault of a port; its own words are kept as the cause and not repeated. */
export function asCardVaultError(error: unknown): CardVaultError {
  if (error instanceof CardVaultError) return error;
  return new CardVaultError('unexpected', 'Something failed that should not; see the cause.', {cause: error});
}

async function setUp(
  context: EffectContext,
  send: (signal: AbortSignal) => Promise<PayerAuthenticationSetup>,
): Promise<BareAnswer> {
  const setup = await call(context, send);
  context.secrets.setup = setup;
  const {brand, lastFour, expirationMonth, expirationYear} = setup.card;
  return {type: 'setup', card: {brand, lastFour, expirationMonth, expirationYear}};
}

/** One call with the limit that every request has (flow rule 6). */
function call<T>(
  {ports, limits, signal}: EffectContext,
  send: (signal: AbortSignal) => Promise<T>,
  late = (): CardVaultError =>
    new CardVaultError('request-timed-out', `There was no answer within ${limits.request / 1000} s.`),
): Promise<T> {
  return untilLimit(ports.timers, limits.request, signal, send, () => {
    throw late();
  });
}

/** Takes a secret out of its place: it is used once. */
function taken<K extends keyof RunSecrets>(secrets: RunSecrets, key: K): NonNullable<RunSecrets[K]> {
  const value = secrets[key];
  delete secrets[key];
  if (value === undefined) throw missing(key);
  return value;
}

function missing(key: keyof RunSecrets): CardVaultError {
  return new CardVaultError('answer-unreadable', `The step before gave no ${key}.`, {field: key});
}

/** success_url and failure_url: the shop's return page, told the outcome and, where the page is left, the way back. */
function returnAddress(returnUrl: string, outcome: 'success' | 'failure', to: string | undefined): string {
  const url = new URL(returnUrl);
  url.searchParams.set('outcome', outcome);
  if (to !== undefined) url.searchParams.set('to', to);
  return url.href;
}
