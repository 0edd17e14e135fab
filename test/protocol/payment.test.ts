import {expect} from '@open-wc/testing';
import {
  actionKinds,
  readCompletion,
  readPayment,
  readPaymentMethods,
  trackerStates,
  validationResults,
} from '../../src/protocol/index.js';
import {changed, refusal} from './support.js';

const method = {
  token: 'pm_1',
  brand: 'visa',
  scheme: 'Visa',
  last_four: '2503',
  expiration_month: '01',
  expiration_year: '2030',
  single_use: true,
};
const shown = {
  token: 'pm_1',
  brand: 'visa',
  lastFour: '2503',
  expirationMonth: '01',
  expirationYear: '2030',
  singleUse: true,
};
const answer = {
  ok: true,
  data: {
    token: 'track_1',
    state: 'TRACKER_ENROLLED',
    intent: 'CYBERSOURCE',
    next_actions: {CYBERSOURCE: {kind: 'REVERSAL'}, MPGS: {kind: 'AUTHORIZATION'}},
    attempts: [
      {enrollment: {authentication_status: 'FAILED', eci: '07'}, validation: null, authorization: null},
      {
        enrollment: {authentication_status: 'REQUIRED', eci: null},
        validation: {result: 'succeeded', eci: '05'},
        authorization: {token: 'auth_1'},
      },
    ],
    payment_method: method,
  },
};

describe('readPayment (wire 1.7)', () => {
  it('reads the truth about a tracker from its last attempt', () => {
    expect(readPayment(answer)).to.deep.equal({
      tracker: 'track_1',
      state: 'TRACKER_ENROLLED',
      nextAction: 'REVERSAL',
      enrollment: {status: 'REQUIRED'},
      validation: {result: 'succeeded', eci: '05'},
      confirmed: true,
      authorized: true,
      reversed: false,
      paymentMethod: shown,
    });
  });

  it('reads a tracker that has only begun', () => {
    const data = {
      token: 'track_1',
      state: 'TRACKER_STARTED',
      next_actions: {CYBERSOURCE: {kind: 'PAYER_AUTH_SETUP'}},
    };
    expect(readPayment({data})).to.deep.equal({
      tracker: 'track_1',
      state: 'TRACKER_STARTED',
      nextAction: 'PAYER_AUTH_SETUP',
      authorized: false,
      reversed: false,
    });
  });

  describe('shows that the bank confirmed the card (wire 9.2)', () => {
    const awaited = {CYBERSOURCE: {kind: 'PAYER_AUTH_VALIDATION'}, MPGS: {kind: 'CAPTURE'}};
    const over = {CYBERSOURCE: {kind: 'NOOP'}, MPGS: {kind: 'NOOP'}};
    const attempt = {
      enrollment: {authentication_status: 'REQUIRED'},
      actions_performed: [{token: 'act_1', kind: 'PAYER_AUTH_ENROLLMENT'}],
      is_success: false,
    };
    const recorded = {
      token: 'track_1',
      state: 'TRACKER_ENDED',
      intent: 'CYBERSOURCE',
      next_actions: over,
      events: [{intent: 'CYBERSOURCE', type: 'ENROLLMENT'}],
      attempts: [attempt],
    };
    const confirmed = (data: object) => readPayment({ok: true, data}).confirmed === true;
    const withAttempt = (more: object) => ({...recorded, attempts: [{...attempt, ...more}]});

    for (const [sign, data] of [
      ['an authorization', withAttempt({authorization: {token: 'auth_1'}})],
      ['success', withAttempt({is_success: true})],
      [
        'the validation among the actions',
        withAttempt({actions_performed: [{kind: 'PAYER_AUTH_VALIDATION'}]}),
      ],
      ['an event VALIDATION', {...recorded, events: [{type: 'VALIDATION'}]}],
      ['an event AUTHORIZATION', {...recorded, events: [{type: 'AUTHORIZATION'}]}],
      ...['AUTHORIZATION', 'CAPTURE', 'REVERSAL'].map((kind): [string, object] => [
        `next action ${kind}`,
        {...recorded, next_actions: {...over, CYBERSOURCE: {kind}}},
      ]),
    ] as const)
      it(`by ${sign}`, () => expect(confirmed(data)).to.equal(true));

    for (const [nothing, data] of [
      ['a tracker at its end with nothing left to do', recorded],
      ['silence', {token: 'track_1', state: 'TRACKER_ENROLLED'}],
      [
        'parts of other shapes',
        {...recorded, events: 'AUTHORIZATION', next_actions: ['CAPTURE'], attempts: []},
      ],
      ['a validation that is still to come', {...recorded, next_actions: awaited}],
      [
        'the next action of another processor',
        {...recorded, next_actions: {...over, MPGS: {kind: 'AUTHORIZATION'}}},
      ],
    ] as const)
      it(`not by ${nothing}`, () => expect(confirmed(data)).to.equal(false));

    it('a validation that tells success or failure in its own words is a result', () => {
      const result = (validation: object) =>
        readPayment({data: withAttempt({validation})}).validation?.result;
      expect(result({is_success: true})).to.equal('succeeded');
      expect(result({is_success: false})).to.equal('failed');
      expect(result({})).to.equal('error');
    });
  });

  it('knows every state, action and verdict, and calls the rest unknown or an error', () => {
    for (const state of trackerStates)
      expect(readPayment(changed(answer, '/data/state', state)).state).to.equal(state);
    expect(readPayment(changed(answer, '/data/state', 'TRACKER_NEW')).state).to.equal('UNKNOWN');
    const kind = '/data/next_actions/CYBERSOURCE/kind';
    for (const action of actionKinds)
      expect(readPayment(changed(answer, kind, action)).nextAction).to.equal(action);
    expect(readPayment(changed(answer, kind, 'DANCE')).nextAction).to.equal('UNKNOWN');
    const verdict = '/data/attempts/1/validation/result';
    for (const result of validationResults) {
      expect(readPayment(changed(answer, verdict, result)).validation?.result).to.equal(result);
    }
    for (const odd of ['approved', undefined, 5]) {
      expect(readPayment(changed(answer, verdict, odd)).validation?.result).to.equal('error');
    }
  });

  it('reads the next action of its own processor', () => {
    expect(readPayment(changed(answer, '/data/intent', 'MPGS')).nextAction).to.equal('AUTHORIZATION');
    expect(readPayment(changed(answer, '/data/next_actions', {})).nextAction).to.equal('NOOP');
  });

  it('an enrollment without a status must stop the flow', () => {
    const read = readPayment(changed(answer, '/data/attempts/1/enrollment/authentication_status', undefined));
    expect(read.enrollment?.status).to.equal('UNKNOWN');
  });

  it('sees a reversal', () => {
    expect(readPayment(changed(answer, '/data/attempts/1/reversal', {token: 'rev_1'})).reversed).to.equal(
      true,
    );
  });

  for (const pointer of ['/data/token', '/data/state']) {
    it(`does not do without ${pointer}`, () => {
      expect(refusal(() => readPayment(changed(answer, pointer, undefined))).field).to.equal(pointer);
    });
  }
});

describe('readCompletion (decision 0006)', () => {
  const completion = {tracker: 'track_1', payment_method: method, reversed: false};

  it('reads the payment method and whether a reversal was made', () => {
    expect(readCompletion(completion)).to.deep.equal({paymentMethod: shown, reversed: false});
  });

  it('reads that the card was saved before (decision 0062)', () => {
    const again = {...completion, payment_method: {...method, duplicate: true}};
    expect(readCompletion(again).paymentMethod).to.deep.equal({...shown, duplicate: true});
  });

  it('is a refusal when it says that there is no method', () => {
    const answers = [{payment_method: null}, {payment_method: null, reversed: true, message: 'None.'}];
    const errors = answers.map((said) => refusal(() => readCompletion(said)));
    expect(errors.map(({code}) => code)).to.deep.equal(['request-refused', 'request-refused']);
    expect(errors[1]?.message).to.equal('None.');
  });

  it('takes no amount that is no decimal text, and no currency that is no code', () => {
    const payment = {status: 'captured', amount: '4800.00', currency: 'PKR'};
    const paid = {...completion, payment};
    expect(readCompletion(paid).payment).to.deep.equal(payment);
    for (const amount of ['1e3', '0x10', '4,800.00', ' 5', '', 480_000])
      expect(refusal(() => readCompletion(changed(paid, '/payment/amount', amount))).field).to.equal(
        '/payment/amount',
      );
    for (const currency of ['pkr', 'RS', '', 586])
      expect(refusal(() => readCompletion(changed(paid, '/payment/currency', currency))).field).to.equal(
        '/payment/currency',
      );
  });

  it('does not do without either', () => {
    for (const pointer of ['/payment_method/token', '/reversed']) {
      expect(refusal(() => readCompletion(changed(completion, pointer, undefined))).field).to.equal(pointer);
    }
  });
});

describe('readPaymentMethods', () => {
  it('reads a wallet with its marks', () => {
    const list = {
      payment_methods: [
        {...method, expired: true},
        {token: 'pm_2', last_four: '1111'},
      ],
    };
    expect(readPaymentMethods(list)).to.deep.equal([
      {...shown, expired: true},
      {
        token: 'pm_2',
        brand: 'unknown',
        lastFour: '1111',
        singleUse: false,
        expired: false,
      },
    ]);
  });

  it('names the entry at fault', () => {
    const list = {payment_methods: [method, {}]};
    expect(refusal(() => readPaymentMethods(list)).field).to.equal('/payment_methods/1/token');
    expect(refusal(() => readPaymentMethods({payment_methods: {}})).field).to.equal('/payment_methods');
  });
});
