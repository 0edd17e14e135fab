import {CardVaultError, type PayerAuthenticationSetup, type RawCard} from '../protocol/index.js';
import {
  asCardVaultError,
  call,
  entryPerformers,
  type BareAnswer,
  type EffectContext,
  type Performers,
  type RunSecrets,
} from './effects.js';
import {mayLiveElsewhere} from './home.js';
import {untilLimit} from './limits.js';
import type {FlowPorts} from './ports.js';
import {presentInTime} from './step-up-time.js';

/** How each effect is done through the ports. A rejection becomes the answer `error`. */
export const performers: Performers = {
  ...entryPerformers,

  tokenize: async ({input}, context) => {
    const {expirationMonth, expirationYear, cardType} = input;
    const request = {expirationMonth, expirationYear, ...(cardType && {cardType})};
    try {
      context.secrets.transientToken = await call(context, (signal) =>
        context.ports.hostedFields.tokenize(request, {signal}),
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

  'use-saved-card': async ({tracker}, context) => {
    const {adapter} = context.ports;
    if (!adapter.savedCardSetup)
      throw new CardVaultError('entry-mode-refused', 'The adapter cannot pay with a saved card.');
    // Of the security code, where that is asked for.
    const {transientToken} = context.secrets;
    delete context.secrets.transientToken;
    const request = {tracker, ...(transientToken !== undefined && {transientToken})};
    return setUp(context, (signal) => adapter.savedCardSetup!(request, {signal}));
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
      () => ({outcome: 'failed'}) as const,
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
          ...(input?.cardholderName && {cardholderName: input.cardholderName}),
          ...(input?.consent && {consent: input.consent}),
          ...(input?.language && {language: input.language}),
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
    const {stepUp: presenter} = context.ports;
    // A service that names its features ends a step-up after ten minutes by itself (guarantees 4.4). What the
    // bank behind another one does is not known, and banks count from the shopper's last answer.
    const extendable = session.features === undefined;
    return presentInTime(context, extendable, (options) => presenter.present(request, options));
  },

  'watch-departure': async (_, context) => {
    await pause(context.limits.stepUp, context);
    return {type: 'step-up-ended', how: 'timed-out'};
  },

  wait: async ({ms}, context) => {
    await pause(ms, context);
    return {type: 'waited'};
  },

  remember: async ({remembered}, {ports}) => {
    // First, so that a page which finds the memory finds the run at home too.
    void ports.home?.enter(remembered.tracker, true);
    ports.memory.remember(remembered);
    return undefined;
  },

  'enter-home': async ({remembered, wait}, {ports}) => {
    const here = (await ports.home?.enter(remembered.tracker, wait)) ?? true;
    return {type: 'home', here, ...(here && mayLiveElsewhere(remembered, ports) && {unsure: true})};
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

/** Lets `ms` pass; rejects as soon as the run's work is given up. */
function pause(ms: number, {ports, signal}: EffectContext): Promise<void> {
  return untilLimit(
    ports.timers,
    ms,
    signal,
    () => new Promise<void>(() => undefined),
    () => undefined,
  );
}

async function setUp(
  context: EffectContext<FlowPorts>,
  send: (signal: AbortSignal) => Promise<PayerAuthenticationSetup>,
): Promise<BareAnswer> {
  const setup = await call(context, send);
  context.secrets.setup = setup;
  const {brand, lastFour, expirationMonth, expirationYear} = setup.card;
  return {type: 'setup', card: {brand, lastFour, expirationMonth, expirationYear}};
}

/**
 * success_url and failure_url: the shop's return page with the outcome and, where the page is left, the way
 * back.
 */
function returnAddress(returnUrl: string, outcome: 'success' | 'failure', to: string | undefined): string {
  const url = new URL(returnUrl);
  url.searchParams.set('outcome', outcome);
  if (to !== undefined) url.searchParams.set('to', to);
  return url.href;
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
