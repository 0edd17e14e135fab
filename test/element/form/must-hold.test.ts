import {expect} from '@open-wc/testing';
import {mustHold} from '../../../src/element/form/owner-form.js';
import type {State} from '../../../src/flow/index.js';

const usual = {
  state: 'collecting',
  inactive: false,
  required: true,
  empty: false,
  complete: false,
  busy: false,
  hidden: false,
  judged: true,
  skips: false,
};

/** Whether a press is held, and whether a developer is told that a required card is not shown. */
function holds(given: Partial<typeof usual>): boolean {
  const now = {...usual, ...given};
  const button = document.createElement('button');
  button.formNoValidate = now.skips;
  return mustHold(
    {quiet: true, inactive: now.inactive, required: now.required},
    {
      state: () => ({name: now.state, run: 1}) as State,
      store: {
        empty: now.empty,
        rules: now.judged ? {firstProblem: now.complete ? undefined : 'expiry'} : undefined,
      },
      live: {value: {busy: now.busy}},
    },
    now.hidden,
    button,
  );
}

describe('the submission of a form', () => {
  const cases: readonly [what: string, given: Partial<typeof usual>, held: boolean][] = [
    ['a required card', {}, true],
    ['an optional card that is empty', {required: false, empty: true}, false],
    ['an optional card that was begun', {required: false}, true],
    ['a saved card', {state: 'saved'}, false],
    ['a disabled element', {inactive: true}, false],
    ['a save that is under way', {busy: true, required: false, empty: true}, true],
    ['a required card whose run failed', {state: 'failed'}, true],
    ['an optional card whose run failed', {state: 'failed', required: false}, false],
    ['a button without validation and an incomplete card', {skips: true}, false],
    ['a button without validation and a card that is not judged yet', {skips: true, judged: false}, false],
    ['a button without validation and a complete card', {skips: true, complete: true}, true],
    ['an incomplete card that the page does not show', {hidden: true}, false],
    ['a complete card that the page does not show', {hidden: true, complete: true}, true],
    ['a card that the page does not show, begun but not judged yet', {hidden: true, judged: false}, true],
    ['a save that is under way where the page does not show the card', {hidden: true, busy: true}, true],
  ];
  for (const [what, given, held] of cases)
    it(`${held ? 'waits' : 'does not wait'} for ${what}`, () => {
      expect(holds(given)).to.equal(held);
    });
});
