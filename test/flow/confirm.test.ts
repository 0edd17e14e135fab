import {expect} from '@open-wc/testing';
import {step, type Progress, type State, type StateOf} from '../../src/flow/index.js';
import {CardVaultError, type Payment, type Session} from '../../src/protocol/index.js';
import {payment, paymentMethod, session} from './support/fake-ports.js';

type Confirming = StateOf<'confirming'>;

const lost = new CardVaultError('service-unreachable', 'lost');
const refused = new CardVaultError('request-refused', 'refused');
const done = {paymentMethod, authorized: true} as const;
const frictionless = {enrollment: {status: 'FRICTIONLESS', eci: '05'}} as const;
const attempted = {enrollment: {status: 'ATTEMPTED', eci: '06'}} as const;

function confirming(changes: Partial<Confirming> = {}): Confirming {
  return {name: 'confirming', run: 1, reads: 1, authorizations: 0, session, ...changes};
}

/** Where a truth leads, in one word or two, and what is asked for on the way. */
function led(before: Confirming, truth: Payment): readonly [string, ...string[]] {
  const [state, effects] = step(before, {type: 'payment', run: 1, payment: truth});
  const cause = state.name === 'stopped' ? ` ${state.outcome.reason}/${state.outcome.cause}` : '';
  const code = state.name === 'failed' ? ` ${state.error.code} ${state.unsettled ?? 'settled'}` : '';
  const asked = effects.map(({type}) => type).filter((type) => !['abort', 'unmount-fields'].includes(type));
  return [state.name + cause + code, ...asked];
}

describe('what the truth means (flow rule 5)', () => {
  const challenged: Progress = {enrollment: {status: 'REQUIRED'}, deviceDataCollected: true};
  const returned = confirming({...challenged, stepUpEnded: 'returned'});
  const closed = confirming({...challenged, stepUpEnded: 'closed'});
  const late = confirming({...challenged, stepUpEnded: 'timed-out'});
  const interrupted = confirming({stepUpEnded: 'interrupted'});
  const answer = (result: NonNullable<Payment['validation']>['result']): Payment =>
    payment({validation: {result}});
  const declinedAfterwards = payment({
    validation: {result: 'succeeded'},
    nextAction: 'NOOP',
    state: 'TRACKER_ENDED',
  });
  const bought: NonNullable<Session['payment']> = {
    amount: '24.00',
    currency: 'USD',
    paymentMethod,
  };
  const cases: readonly (readonly [string, Confirming, Payment, readonly string[]])[] = [
    ['the bank said yes', returned, answer('succeeded'), ['completing', 'remember', 'complete']],
    ['yes, though the shopper closed', closed, answer('succeeded'), ['completing', 'remember', 'complete']],
    ['yes, though time was up', late, answer('succeeded'), ['completing', 'remember', 'complete']],
    [
      'yes, before the page came back',
      interrupted,
      answer('succeeded'),
      ['completing', 'remember', 'complete'],
    ],
    ['only the method shows it', returned, payment({paymentMethod}), ['completing', 'remember', 'complete']],
    ['the bank said no', returned, answer('failed'), ['stopped failed/issuer-declined', 'forget']],
    ['no, and the shopper closed', closed, answer('failed'), ['stopped failed/issuer-declined', 'forget']],
    ['rejected', returned, answer('rejected'), ['stopped rejected/issuer-rejected', 'forget']],
    ['unavailable', returned, answer('unavailable'), ['stopped unavailable/issuer-unavailable', 'forget']],
    ['error at the bank', returned, answer('error'), ['stopped unavailable/issuer-unavailable', 'forget']],
    ['cancelled there', returned, answer('cancelled'), ['stopped cancelled/cancelled-at-issuer', 'forget']],
    ['no answer yet', returned, payment(), ['confirming', 'wait']],
    ['no answer, closed', closed, payment(), ['stopped cancelled/closed-by-shopper', 'forget']],
    ['no answer, time up', late, payment(), ['stopped timed-out/step-up-limit', 'forget']],
    ['no answer, page reloaded', interrupted, payment(), ['stopped cancelled/interrupted', 'forget']],
    [
      'no answer, and the step-up could not be shown',
      {...interrupted, ...challenged, error: refused},
      payment(),
      ['failed request-refused settled', 'forget'],
    ],
    [
      'reloaded before authorization',
      interrupted,
      payment({...frictionless, nextAction: 'AUTHORIZATION'}),
      ['authorizing', 'remember', 'authorize'],
    ],
    [
      'reloaded after authorization',
      interrupted,
      payment({...attempted, ...done}),
      ['completing', 'remember', 'complete'],
    ],
    [
      'reloaded before enrollment',
      interrupted,
      payment({enrollment: undefined}),
      ['opening', 'forget', 'open-session'],
    ],
    [
      'reloaded after a stop',
      interrupted,
      payment({enrollment: {status: 'REJECTED'}}),
      ['stopped rejected/issuer-rejected', 'forget'],
    ],
    [
      'reloaded after a status this version does not know',
      interrupted,
      payment({enrollment: {status: 'UNKNOWN'}}),
      ['stopped unavailable/unknown-status', 'forget'],
    ],
    [
      'authorization lost, not made',
      confirming({...frictionless, authorizations: 1, error: lost}),
      payment({...frictionless, nextAction: 'AUTHORIZATION'}),
      ['authorizing', 'remember', 'authorize'],
    ],
    [
      'authorization lost, but made',
      confirming({...frictionless, authorizations: 1, error: lost}),
      payment({...frictionless, authorized: true}),
      ['completing', 'remember', 'complete'],
    ],
    [
      'authorization lost twice, not made',
      confirming({...frictionless, authorizations: 2, error: lost}),
      payment({...frictionless, nextAction: 'AUTHORIZATION'}),
      ['failed service-unreachable settled', 'forget'],
    ],
    [
      'authorization refused',
      confirming({...frictionless, authorizations: 1, error: refused}),
      payment({...frictionless, nextAction: 'AUTHORIZATION'}),
      ['failed request-refused settled', 'forget'],
    ],
    [
      'authorization declined by the bank',
      confirming({
        ...frictionless,
        authorizations: 1,
        error: new CardVaultError('request-refused', 'declined', {status: 402}),
      }),
      payment({...frictionless, nextAction: 'NOOP'}),
      ['stopped failed/issuer-declined', 'forget'],
    ],
    [
      'authorization declined, and the page reloaded meanwhile',
      interrupted,
      payment({...frictionless, nextAction: 'NOOP', state: 'TRACKER_ENDED'}),
      ['stopped failed/issuer-declined', 'forget'],
    ],
    [
      'the bank said yes to the shopper and no to the amount',
      returned,
      declinedAfterwards,
      ['stopped failed/issuer-declined', 'forget'],
    ],
    [
      'the same for a payment, whose card is named from its beginning',
      {...returned, session: {...session, payment: bought}},
      {...declinedAfterwards, paymentMethod},
      ['stopped failed/issuer-declined', 'forget'],
    ],
    [
      'another tab has changed the order meanwhile: the shop’s server says so at once',
      {...returned, session: {...session, payment: bought}},
      payment({paymentMethod, nextAction: 'NOOP', state: 'TRACKER_CANCELLED'}),
      ['completing', 'remember', 'complete'],
    ],
    [
      'the same where nothing was asked of the bank yet',
      {...interrupted, session: {...session, payment: bought}},
      payment({enrollment: undefined, paymentMethod, state: 'TRACKER_CANCELLED'}),
      ['opening', 'forget', 'open-session'],
    ],
    [
      'the same at a service that may not name what it saved: the shop’s server looks',
      {...returned, session: {...session, features: []}},
      declinedAfterwards,
      ['completing', 'remember', 'complete'],
    ],
    [
      'the same state after the amount was given back',
      returned,
      {...declinedAfterwards, authorized: true, reversed: true},
      ['completing', 'remember', 'complete'],
    ],
    [
      'the service has nothing more to do and no authorization',
      confirming({...attempted, authorizations: 1, error: lost}),
      payment({...attempted, nextAction: 'NOOP'}),
      ['failed service-unreachable settled', 'forget'],
    ],
    [
      'the same after a reload',
      interrupted,
      payment({...attempted, nextAction: 'NOOP'}),
      ['failed request-refused settled', 'forget'],
    ],
    [
      'the run stopped, regardless of what the service adds',
      confirming({enrollment: {status: 'FAILED'}}),
      payment(done),
      ['stopped failed/issuer-declined', 'forget'],
    ],
  ];
  for (const [name, before, truth, expected] of cases) {
    it(`${name}: ${expected.join(', ')}`, () => expect(led(before, truth)).to.deep.equal(expected));
  }

  it('the indicator of the validation wins over the one of the enrollment', () => {
    const truth = payment({validation: {result: 'succeeded', eci: '02'}});
    const before = {...returned, enrollment: {status: 'REQUIRED', eci: '07'} as const};
    const [state] = step(before, {type: 'payment', run: 1, payment: truth});
    expect(state.enrollment).to.deep.equal({status: 'REQUIRED', eci: '02'});
  });

  it('where the memory does not say, a challenge means that device data was collected (wire 1.6)', () => {
    const [state] = step(interrupted, {type: 'payment', run: 1, payment: answer('succeeded')});
    expect(state.deviceDataCollected).to.equal(true);
  });

  it('where the memory does not say, anything else claims no shift of liability', () => {
    const [state] = step(interrupted, {
      type: 'payment',
      run: 1,
      payment: payment({...frictionless, ...done}),
    });
    expect(state.deviceDataCollected).to.equal(false);
  });
});

describe('a service that may leave no trace of a yes (wire 9.2)', () => {
  const recorded = {...session, features: []};
  const challenged: Progress = {session: recorded, enrollment: {status: 'REQUIRED'}};
  const after = (stepUpEnded: NonNullable<Progress['stepUpEnded']>, reads = 1): Confirming =>
    confirming({...challenged, stepUpEnded, reads});
  const over = payment({nextAction: 'NOOP', state: 'TRACKER_ENDED'});
  const declined = ['failed', 'issuer-declined'];
  const closed = ['cancelled', 'closed-by-shopper'];

  it('is believed by any sign of a yes, after any end of the window', () => {
    for (const ended of ['returned', 'closed', 'timed-out', 'interrupted'] as const) {
      const [state] = step(after(ended), {type: 'payment', run: 1, payment: payment({confirmed: true})});
      expect(state.name).to.equal('completing');
      expect(state).not.to.have.property('otherwise');
    }
  });

  it('asks the shop’s server where nothing is left to do and nothing shows a yes', () => {
    for (const [ended, otherwise] of [
      ['returned', declined],
      ['closed', closed],
      ['timed-out', ['timed-out', 'step-up-limit']],
      ['interrupted', declined],
    ] as const) {
      const [state, effects] = step(after(ended), {type: 'payment', run: 1, payment: over});
      expect(state).to.deep.include({name: 'completing', otherwise});
      expect(effects.map(({type}) => type)).to.deep.equal(['remember', 'complete']);
    }
  });

  it('waits for a validation that is still to come, and stops where the shopper did not', () => {
    expect(led(after('returned'), payment())).to.deep.equal(['confirming', 'wait']);
    expect(led(after('closed'), payment())).to.deep.equal(['stopped cancelled/closed-by-shopper', 'forget']);
  });

  it('asks the shop’s server when it has waited long enough', () => {
    const [state] = step(after('returned', 5), {type: 'payment', run: 1, payment: payment()});
    expect(state.name).to.equal('completing');
    const [failed] = refuse(state, refused);
    expect(failed).to.deep.include({name: 'failed', unsettled: 'truth'});
    expect(failed.name === 'failed' && failed.error.code).to.equal('service-unavailable');
  });

  it('a bank that said no stays a no, and enrollment decides before any sign', () => {
    const yes = {confirmed: true, authorized: true, paymentMethod};
    for (const truth of [payment({...yes, validation: {result: 'failed'}}), payment({...yes})]) {
      const before =
        truth.validation === undefined
          ? confirming({...challenged, enrollment: {status: 'REJECTED'}})
          : after('returned');
      expect(led(before, truth)[0]).to.match(/^stopped/);
    }
  });

  it('an authorization that ended without a trace is looked for too', () => {
    const before = confirming({...frictionless, session: recorded, authorizations: 1, error: lost});
    const truth = payment({...frictionless, nextAction: 'NOOP', state: 'TRACKER_ENDED'});
    const [state] = step(before, {type: 'payment', run: 1, payment: truth});
    expect(state).to.deep.include({name: 'completing', otherwise: declined});
    expect(refuse(state, refused)[0].name).to.equal('stopped');
  });

  it('a sign of a yes is no authorization: without a challenge it is still to be made', () => {
    const before = confirming({...frictionless, session: recorded});
    const truth = payment({...frictionless, confirmed: true, nextAction: 'AUTHORIZATION'});
    expect(led(before, truth)).to.deep.equal(['authorizing', 'remember', 'authorize']);
  });

  it('what the shop’s server answers decides', () => {
    const [asked] = step(after('returned'), {type: 'payment', run: 1, payment: over});
    const [saved] = step(asked, {type: 'completion', run: 1, completion: {paymentMethod, reversed: true}});
    expect(saved).to.deep.include({name: 'saved'});
    const [stopped] = refuse(asked, refused);
    expect(stopped.name === 'stopped' && stopped.outcome).to.include({
      reason: 'failed',
      cause: 'issuer-declined',
    });
    const unclear = new CardVaultError('completion-failed', 'The card may be saved.');
    expect(refuse(asked, unclear)[0]).to.deep.include({name: 'failed', error: unclear, unsettled: 'truth'});
    expect(refuse(asked, lost)[0]).to.deep.include({name: 'failed', error: lost, unsettled: 'truth'});
    const late = new CardVaultError('session-expired', 'over');
    expect(step(asked, {type: 'error', run: 1, error: late})[0]).to.deep.include({
      name: 'failed',
      error: late,
    });
  });

  /** The shop's server answers each of the three questions with this. */
  function refuse(state: State, error: CardVaultError): ReturnType<typeof step> {
    let moved = step(state, {type: 'error', run: 1, error});
    for (let tries = 1; tries < 3 && moved[0].name === 'completing'; tries += 1) {
      const [again] = step(moved[0], {type: 'waited', run: 1});
      moved = step(again, {type: 'error', run: 1, error});
    }
    return moved;
  }
});

describe('reading the truth again', () => {
  it('pauses longer each time, then fails and leaves the run to be settled', () => {
    const pauses: number[] = [];
    let state: State = confirming({enrollment: {status: 'REQUIRED'}, stepUpEnded: 'returned'});
    for (let reads = 0; reads < 10 && state.name === 'confirming'; reads += 1) {
      const [waiting, effects] = step(state, {type: 'error', run: 1, error: lost});
      pauses.push(...effects.flatMap((effect) => (effect.type === 'wait' ? [effect.ms] : [])));
      [state] = step(waiting, {type: 'waited', run: 1});
    }
    expect(pauses).to.deep.equal([500, 1000, 2000, 4000]);
    expect(state).to.deep.include({name: 'failed', error: lost, unsettled: 'truth'});
  });

  it('waits for a shopper who is signed out, and keeps the run', () => {
    const before = confirming({enrollment: {status: 'REQUIRED'}, stepUpEnded: 'returned'});
    const error = new CardVaultError('login-required', 'who is it?');
    const [state, effects] = step(before, {type: 'error', run: 1, error});
    expect(state).to.deep.include({name: 'failed', error, unsettled: 'truth', saving: true});
    expect(effects.map(({type}) => type)).not.to.include('forget');
  });

  it('is not tried when the service refuses for good', () => {
    const before = confirming({enrollment: {status: 'REQUIRED'}, stepUpEnded: 'returned'});
    const [state] = step(before, {type: 'error', run: 1, error: refused});
    expect(state).to.deep.include({name: 'failed', error: refused});
    expect(state).not.to.have.property('unsettled');
  });

  it('nothing is heard during a pause but its end', () => {
    const paused = confirming({enrollment: {status: 'REQUIRED'}, stepUpEnded: 'returned', paused: true});
    expect(step(paused, {type: 'payment', run: 1, payment: payment(done)})[0]).to.equal(paused);
    expect(step(paused, {type: 'error', run: 1, error: lost})[0]).to.equal(paused);
    expect(step(paused, {type: 'waited', run: 1})[1]).to.deep.equal([
      {type: 'read-payment', tracker: 'track_1'},
    ]);
  });

  it('the end of a pause that is none changes nothing', () => {
    const state = confirming({enrollment: {status: 'REQUIRED'}});
    expect(step(state, {type: 'waited', run: 1})).to.deep.equal([state, []]);
    const completing: State = {name: 'completing', run: 1, tries: 1, session};
    expect(step(completing, {type: 'waited', run: 1})).to.deep.equal([completing, []]);
  });
});
