import type {CallOptions, VaultAdapter} from '../../../src/flow/index.js';
import type {
  CaptureContext,
  CardVaultErrorCode,
  Enrollment,
  PayerAuthenticationSetup,
  RawCard,
} from '../../../src/protocol/index.js';

/** Cards by what happens to them; any of the test cards that does will do. */
export type Scenario = 'frictionless' | 'attempted' | 'failed' | 'challenge';

/** An adapter with a service behind it, and what only a browser or a shopper could do. */
export interface AdapterHarness {
  readonly adapter: VaultAdapter;
  /** Origin of the page that the session is for. */
  readonly origin: string;
  /**
   * `false` where nothing in the harness knows which page it serves, so that other origins cannot be refused.
   */
  readonly knowsOrigin?: false;
  /** Types a card into hosted fields and takes the transient token (flex). */
  transientToken(context: CaptureContext, scenario: Scenario): Promise<string>;
  rawCard(scenario: Scenario): RawCard;
  /** Runs device data collection and gives its session id. */
  collectDeviceData(setup: PayerAuthenticationSetup): Promise<string>;
  /** Takes the shopper through the bank's page. */
  answerStepUp(
    tracker: string,
    stepUp: NonNullable<Enrollment['stepUp']>,
    answer: 'right' | 'wrong' | 'cancel',
  ): Promise<void>;
  close(): Promise<void>;
}

export type CreateHarness = (options: {
  readonly accountVerification: boolean;
  readonly entryMode: 'flex' | 'raw';
}) => Promise<AdapterHarness>;

/** What a test runner has to offer; mocha's and node's words both fit. */
export interface ContractTools {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: () => Promise<void>) => unknown;
  /** Throws with the message unless both are the same text of JSON. */
  readonly same: (actual: unknown, expected: unknown, message: string) => void;
}

const patient: CallOptions = {signal: new AbortController().signal};

/** What every `VaultAdapter` must do; run against each implementation. */
export function adapterContract(name: string, create: CreateHarness, tools: ContractTools): void {
  const {describe, it, same} = tools;

  const refuses = async (call: Promise<unknown>, codes: readonly CardVaultErrorCode[]): Promise<void> => {
    const error = await call.then(
      () => undefined,
      (reason: unknown) => reason as {readonly name?: string; readonly code?: CardVaultErrorCode},
    );
    same(error?.name, 'CardVaultError', 'is refused with a CardVaultError');
    same(
      codes.includes(error?.code ?? 'unexpected'),
      true,
      `code ${error?.code} is one of ${codes.join(', ')}`,
    );
  };

  const run = (
    title: string,
    body: (harness: AdapterHarness) => Promise<void>,
    options: Partial<Parameters<CreateHarness>[0]> = {},
  ): void => {
    it(title, async () => {
      const harness = await create({accountVerification: true, entryMode: 'flex', ...options});
      try {
        await body(harness);
      } finally {
        await harness.close();
      }
    });
  };

  describe(`${name} keeps the contract of a VaultAdapter`, () => {
    run('opens a session with absolute addresses and no credential', async ({adapter}) => {
      const session = await adapter.openSession({}, patient);
      same(typeof session.tracker, 'string', 'has a tracker');
      same(new URL(session.returnUrl).href, session.returnUrl, 'the return address is absolute');
      if (session.frameUrl !== undefined) {
        same(new URL(session.frameUrl).href, session.frameUrl, 'the address of the shell is absolute');
      }
      const known = [
        'tracker',
        'expiresAt',
        'accountVerification',
        'entryMode',
        'returnUrl',
        'frameUrl',
        'features',
      ];
      same(
        Object.keys(session).filter((key) => !known.includes(key)),
        [],
        'holds nothing else',
      );
    });

    run('takes a session up again, and only one that exists', async ({adapter}) => {
      const {tracker} = await adapter.openSession({}, patient);
      same((await adapter.openSession({tracker}, patient)).tracker, tracker, 'same tracker');
      await refuses(adapter.openSession({tracker: 'track_nobody'}, patient), ['session-expired']);
    });

    run(
      'gets a capture context for its own origin and for no other',
      async ({adapter, origin, knowsOrigin}) => {
        const {tracker} = await adapter.openSession({}, patient);
        const context = await adapter.generateCaptureContext({tracker, origin}, patient);
        same(context.targetOrigins.includes(origin), true, 'is meant for the page');
        same(context.expiresAt > context.issuedAt, true, 'has a life');
        if (knowsOrigin === false) return;
        await refuses(adapter.generateCaptureContext({tracker, origin: 'https://other.example'}, patient), [
          'request-refused',
          'capture-context-invalid',
          'credentials-refused',
        ]);
      },
    );

    for (const accountVerification of [true, false]) {
      const how = accountVerification ? 'with account verification' : 'with an amount that is reversed';
      run(
        `frictionless, ${how}`,
        async (harness) => {
          const {adapter} = harness;
          const {tracker, enrollment} = await enrolled(harness, 'frictionless');
          same(enrollment.status, 'FRICTIONLESS', 'status');
          const before = await adapter.fetchPayment({tracker}, patient);
          same([before.nextAction, before.authorized], ['AUTHORIZATION', false], 'before authorization');
          await adapter.authorize({tracker}, patient);
          const after = await adapter.fetchPayment({tracker}, patient);
          same([after.authorized, after.tracker], [true, tracker], 'after authorization');
          const {paymentMethod, reversed} = await adapter.complete({tracker}, patient);
          same(reversed, !accountVerification, 'a reversal exactly when an amount was held');
          const again = await adapter.complete({tracker}, patient);
          same(again.paymentMethod.token, paymentMethod.token, 'completing twice is harmless');
          const end = await adapter.fetchPayment({tracker}, patient);
          same(end.paymentMethod?.token, paymentMethod.token, 'the service knows the method');
        },
        {accountVerification},
      );
    }

    run('attempted goes on like frictionless', async (harness) => {
      const {tracker, enrollment} = await enrolled(harness, 'attempted');
      same(enrollment.status, 'ATTEMPTED', 'status');
      await harness.adapter.authorize({tracker}, patient);
      const {paymentMethod} = await harness.adapter.complete({tracker}, patient);
      same(paymentMethod.token.length > 0, true, 'has a payment method');
    });

    run(
      'raw card',
      async (harness) => {
        const {tracker, enrollment} = await enrolled(harness, 'frictionless');
        same(enrollment.status, 'FRICTIONLESS', 'status');
        await harness.adapter.authorize({tracker}, patient);
        await harness.adapter.complete({tracker}, patient);
      },
      {entryMode: 'raw'},
    );

    run('an enrollment that failed stops everything', async (harness) => {
      const {adapter} = harness;
      const {tracker, enrollment} = await enrolled(harness, 'failed');
      same(enrollment.status, 'FAILED', 'status');
      await refuses(adapter.authorize({tracker}, patient), ['request-refused']);
      await refuses(adapter.complete({tracker}, patient), ['request-refused']);
      const payment = await adapter.fetchPayment({tracker}, patient);
      same([payment.authorized, payment.paymentMethod ?? null], [false, null], 'nothing was authorized');
    });

    run('nothing is authorized before enrollment', async ({adapter}) => {
      const {tracker} = await adapter.openSession({}, patient);
      await refuses(adapter.authorize({tracker}, patient), ['request-refused']);
      const payment = await adapter.fetchPayment({tracker}, patient);
      same(payment.authorized, false, 'nothing was authorized');
    });

    for (const [answer, result] of [
      ['right', 'succeeded'],
      ['wrong', 'failed'],
      ['cancel', 'cancelled'],
    ] as const) {
      run(`step-up, ${answer}: ${result}`, async (harness) => {
        const {adapter} = harness;
        const {tracker, enrollment} = await enrolled(harness, 'challenge');
        same(enrollment.status, 'REQUIRED', 'status');
        const {stepUp} = enrollment;
        if (stepUp === undefined) throw new Error('REQUIRED without a step-up');
        const before = await adapter.fetchPayment({tracker}, patient);
        same(before.validation ?? null, null, 'no verdict before the bank has spoken');
        await harness.answerStepUp(tracker, stepUp, answer);
        const {validation} = await adapter.fetchPayment({tracker}, patient);
        same(validation?.result, result, 'the truth');
        if (answer === 'right') {
          const {paymentMethod} = await adapter.complete({tracker}, patient);
          same(paymentMethod.token.length > 0, true, 'has a payment method');
        } else {
          await refuses(adapter.complete({tracker}, patient), ['request-refused']);
        }
      });
    }

    run('a call that was given up rejects with the reason', async ({adapter}) => {
      const {tracker} = await adapter.openSession({}, patient);
      const given = new AbortController();
      given.abort(new DOMException('given up', 'AbortError'));
      for (const call of [
        adapter.openSession({}, {signal: given.signal}),
        adapter.fetchPayment({tracker}, {signal: given.signal}),
        adapter.complete({tracker}, {signal: given.signal}),
      ]) {
        const reason = await call.then(
          () => undefined,
          (error: unknown) => error,
        );
        same(reason === given.signal.reason, true, 'the very reason');
      }
    });

    run('lists and removes saved cards, where it can', async (harness) => {
      const {adapter} = harness;
      if (!adapter.listPaymentMethods || !adapter.removePaymentMethod) return;
      const {tracker} = await enrolled(harness, 'frictionless');
      await adapter.authorize({tracker}, patient);
      const {token} = (await adapter.complete({tracker}, patient)).paymentMethod;
      const tokens = async (): Promise<readonly string[]> =>
        ((await adapter.listPaymentMethods?.(patient)) ?? []).map((method) => method.token);
      same((await tokens()).includes(token), true, 'the new card is listed');
      await adapter.removePaymentMethod({token}, patient);
      same((await tokens()).includes(token), false, 'the removed card is not');
    });
  });
}

/** A session up to its enrollment. */
async function enrolled(
  harness: AdapterHarness,
  scenario: Scenario,
): Promise<{readonly tracker: string; readonly enrollment: Enrollment}> {
  const {adapter, origin} = harness;
  const {tracker, entryMode, returnUrl} = await adapter.openSession({}, patient);
  const setUp = async (): Promise<PayerAuthenticationSetup> => {
    if (entryMode === 'raw') {
      return adapter.payerAuthSetup({tracker, card: harness.rawCard(scenario)}, patient);
    }
    const context = await adapter.generateCaptureContext({tracker, origin}, patient);
    const transientToken = await harness.transientToken(context, scenario);
    return adapter.processTransientToken({tracker, transientToken}, patient);
  };
  const deviceFingerprintSessionId = await harness.collectDeviceData(await setUp());
  const request = {
    tracker,
    billing: {street1: '1 Street', city: 'Lahore', postalCode: '54000', country: 'PK'},
    successUrl: `${returnUrl}?outcome=success`,
    failureUrl: `${returnUrl}?outcome=failure`,
    deviceFingerprintSessionId,
  };
  return {tracker, enrollment: await adapter.enroll(request, patient)};
}
