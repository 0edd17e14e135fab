import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {actionKinds, authenticationStatuses, entryModes, type ActionKind} from '../../src/protocol/index.js';
import type {IssuerEnrollment} from '../src/domain/ports/issuer.js';
import {
  afterAuthorization,
  afterEnrollment,
  allows,
  firstActionByEntryMode,
  moves,
  pendingWithoutPayload,
  statusOf,
  type PerformedAction,
} from '../src/domain/trackers/machine.js';

const actions = Object.keys(moves) as PerformedAction[];

/** The actions that are allowed while each action is pending (spec 3.1), written by hand. */
const expected: Readonly<Record<ActionKind, {flex: readonly string[]; raw: readonly string[]}>> = {
  GENERATE_CAPTURE_CONTEXT: {flex: ['GENERATE_CAPTURE_CONTEXT'], raw: []},
  PROCESS_TRANSIENT_TOKEN: {flex: ['GENERATE_CAPTURE_CONTEXT', 'PROCESS_TRANSIENT_TOKEN'], raw: []},
  PAYER_AUTH_SETUP: {flex: [], raw: ['PAYER_AUTH_SETUP']},
  PAYER_AUTH_ENROLLMENT: {
    flex: ['GENERATE_CAPTURE_CONTEXT', 'PROCESS_TRANSIENT_TOKEN', 'PAYER_AUTH_ENROLLMENT'],
    raw: ['PAYER_AUTH_SETUP', 'PAYER_AUTH_ENROLLMENT'],
  },
  PAYER_AUTH_VALIDATION: {flex: ['PAYER_AUTH_VALIDATION'], raw: ['PAYER_AUTH_VALIDATION']},
  AUTHORIZATION: {flex: ['AUTHORIZATION'], raw: ['AUTHORIZATION']},
  REVERSAL: {flex: ['REVERSAL'], raw: ['REVERSAL']},
  CAPTURE: {flex: ['CAPTURE', 'REVERSAL'], raw: ['CAPTURE', 'REVERSAL']},
  NOOP: {flex: ['VOID', 'REFUND'], raw: ['VOID', 'REFUND']},
};

describe('the order of actions (spec 3.1)', () => {
  for (const pending of actionKinds) {
    for (const mode of entryModes) {
      it(`${pending} pending, ${mode}: exactly ${expected[pending][mode].join(', ') || 'nothing'}`, () => {
        const allowed = actions.filter((action) => allows(action, pending, mode));
        assert.deepEqual(allowed, [...expected[pending][mode]]);
      });
    }
  }

  it('a saved card is set up like a raw one', () => {
    for (const pending of actionKinds) {
      const allowed = actions.filter((action) => allows(action, pending, 'tms'));
      assert.deepEqual(allowed, [...expected[pending].raw]);
    }
  });

  it('no action leads back to before an enrollment', () => {
    const later = new Set<ActionKind>([
      'PAYER_AUTH_VALIDATION',
      'AUTHORIZATION',
      'CAPTURE',
      'REVERSAL',
      'NOOP',
    ]);
    for (const action of actions.filter((name) => moves[name].from.some((kind) => later.has(kind)))) {
      assert.ok(
        moves[action].to.every((kind) => later.has(kind)),
        action,
      );
    }
  });

  it('every pending action can be reached from the start and leads to the end', () => {
    const reach = (from: ActionKind): Set<ActionKind> => {
      const seen = new Set<ActionKind>([from]);
      for (const kind of seen) {
        for (const action of actions) {
          if (moves[action].from.includes(kind)) moves[action].to.forEach((next) => seen.add(next));
        }
      }
      return seen;
    };
    const reached = new Set([...reach(firstActionByEntryMode.flex), ...reach(firstActionByEntryMode.raw)]);
    for (const kind of actionKinds) assert.ok(reached.has(kind), kind);
    for (const kind of reached) assert.ok(reach(kind).has('NOOP'), kind);
  });

  it('only a capture context, a capture and a reversal run without a payload', () => {
    const running = actionKinds.filter((kind) => pendingWithoutPayload(kind) !== undefined);
    assert.deepEqual(running, ['GENERATE_CAPTURE_CONTEXT', 'CAPTURE', 'REVERSAL']);
  });
});

describe('actions after an enrollment (spec 3.3)', () => {
  const table = {
    REQUIRED: ['PAYER_AUTH_VALIDATION', 'TRACKER_ENROLLED'],
    FRICTIONLESS: ['AUTHORIZATION', 'TRACKER_ENROLLED'],
    ATTEMPTED: ['AUTHORIZATION', 'TRACKER_ENROLLED'],
    UNAVAILABLE: ['NOOP', 'TRACKER_ENDED'],
    FAILED: ['NOOP', 'TRACKER_ENDED'],
    REJECTED: ['NOOP', 'TRACKER_ENDED'],
    NOT_ELIGIBLE: ['NOOP', 'TRACKER_ENDED'],
  };
  for (const status of authenticationStatuses) {
    it(`${status}: ${table[status].join(', ')}`, () => {
      const {next, state} = afterEnrollment(status);
      assert.deepEqual([next, state], table[status]);
    });
  }

  it('a held amount needs a reversal, zero needs none (spec 3.1 rules 1 and 2)', () => {
    const saving = (amount: number) => afterAuthorization({mode: 'instrument', amount}, false);
    assert.deepEqual(saving(500), {next: 'REVERSAL', state: 'TRACKER_AUTHORIZED'});
    assert.deepEqual(saving(0), {next: 'NOOP', state: 'TRACKER_ENDED'});
  });

  it('a payment waits for its capture unless it is captured already', () => {
    const paid = {mode: 'payment', amount: 500} as const;
    assert.deepEqual(afterAuthorization(paid, false), {next: 'CAPTURE', state: 'TRACKER_AUTHORIZED'});
    assert.deepEqual(afterAuthorization(paid, true), {next: 'NOOP', state: 'TRACKER_ENDED'});
  });
});

describe('the issuer’s answer in the words of spec 3.3', () => {
  const stepUp = {url: 'https://bank.example/', accessToken: 'token', windowSize: '02'};
  const base = {transactionId: 'x', enrollmentStatus: 'AUTHENTICATION_SUCCESSFUL', eci: undefined} as const;
  const rows: readonly (readonly [Partial<IssuerEnrollment>, string])[] = [
    [{veres: 'Y', pares: 'Y'}, 'FRICTIONLESS'],
    [{veres: 'Y', pares: 'A'}, 'ATTEMPTED'],
    [{veres: 'Y', pares: 'U'}, 'UNAVAILABLE'],
    [{veres: 'Y', pares: 'N'}, 'FAILED'],
    [{veres: 'Y', pares: 'R'}, 'REJECTED'],
    [{veres: 'Y', pares: 'C', stepUp}, 'REQUIRED'],
    [{veres: 'Y', pares: 'C'}, 'UNAVAILABLE'],
    [{veres: 'Y', pares: null}, 'UNAVAILABLE'],
    [{veres: 'Y', pares: 'Y', enrollmentStatus: 'PENDING_AUTHENTICATION'}, 'UNAVAILABLE'],
    [{veres: 'N', pares: null}, 'NOT_ELIGIBLE'],
    [{veres: 'B', pares: null}, 'NOT_ELIGIBLE'],
    [{veres: 'U', pares: null, lookup: 'not-available'}, 'NOT_ELIGIBLE'],
    [{veres: 'U', pares: null, lookup: 'error'}, 'UNAVAILABLE'],
    [{veres: 'U', pares: null, lookup: 'timed-out'}, 'UNAVAILABLE'],
    [{veres: 'U', pares: null, lookup: 'no-device-data'}, 'UNAVAILABLE'],
    [{veres: 'U', pares: 'Y'}, 'UNAVAILABLE'],
  ];
  for (const [answer, status] of rows) {
    it(`${JSON.stringify({...answer, stepUp: answer.stepUp ? 'given' : undefined})} is ${status}`, () => {
      assert.equal(statusOf({...base, veres: 'Y', pares: null, stepUp: undefined, ...answer}), status);
    });
  }
});
