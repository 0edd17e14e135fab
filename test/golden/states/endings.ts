import {CardVaultError, type CardVaultErrorCode, type ValidationResult} from '../../../src/protocol/index.js';
import {testCard, type TestCase} from '../../../src/testing/test-cards.js';
import type {FakeMethod, FakeScript} from '../../../src/testing/fake-script.js';
import {waitUntil} from '../../support/wait.js';
import type {Stage, State} from '../stage.js';

const ended = (stage: Stage): Promise<void> => stage.ended();
const saved = (name: string, script: FakeScript, more: Partial<State> = {}): State => ({
  name,
  script,
  drive: ended,
  ...more,
});
const stopped = (name: string, id: TestCase, more: Partial<State> = {}): State =>
  saved(name, {card: testCard(id).number}, more);
const answered = (name: string, stepUp: ValidationResult): State => ({
  name,
  script: {card: testCard('2.9').number, stepUp},
  drive: (stage) => stage.answered(),
});
const failed = (method: FakeMethod, code: CardVaultErrorCode): State => ({
  name: `${code} while saving`,
  drive: async (stage) => {
    stage.adapter.fail(method, new CardVaultError(code, 'for the test'), 9);
    const ended = stage.ended();
    await waitUntil(() => stage.adapter.calls.some((call) => call.method === method), 'the call that fails');
    await stage.retries();
    await ended;
  },
});
const unopened = (code: CardVaultErrorCode): State => ({
  name: `${code} while loading`,
  live: false,
  set: (_, {adapter}) => adapter.fail('openSession', new CardVaultError(code, 'for the test'), 9),
  drive: ({harness}) => harness.ended(),
});

/** Every way in which a run ends. */
export const endings: readonly State[] = [
  saved('saved', {}),
  saved('saved, Mastercard', {card: testCard('2.1', 'mastercard').number}),
  saved('saved, American Express', {card: testCard('2.1', 'amex').number}),
  saved('saved, a brand without a mark', {card: '9999990000000009'}),
  saved('saved for one use', {guest: true}),
  saved('saved for one use, 260 px', {guest: true}, {width: 260}),
  saved('saved, 600 px', {}, {width: 600}),
  saved('saved, compact', {}, {set: (element) => (element.layout = 'compact')}),
  saved('saved, in a form', {}, {inForm: true}),
  stopped('declined', '2.2'),
  stopped('declined, 260 px', '2.2', {width: 260}),
  stopped('rejected', '2.5'),
  stopped('unavailable', '2.4'),
  stopped('declined, in a form', '2.2', {inForm: true}),
  answered('declined after the step-up', 'failed'),
  answered('rejected after the step-up', 'rejected'),
  answered('unavailable after the step-up', 'unavailable'),
  answered("cancelled at the bank's page", 'cancelled'),
  {
    name: "the bank's page was closed",
    script: {card: testCard('2.9').number, stepUp: 'silence'},
    drive: (stage) => stage.answered('closed'),
  },
  {
    name: 'the time for the bank is over',
    script: {card: testCard('2.9').number, stepUp: 'silence'},
    drive: async (stage) => {
      await stage.challenged();
      stage.timers.advance(600_000);
      await stage.harness.ended();
    },
  },
  failed('enroll', 'service-unreachable'),
  failed('enroll', 'request-refused'),
  failed('enroll', 'credentials-refused'),
  failed('complete', 'completion-failed'),
  unopened('shop-server-unreachable'),
  unopened('session-refused'),
  unopened('configuration-missing'),
  unopened('fields-blocked'),
  unopened('session-expired'),
  unopened('login-required'),
];
