import {expect} from '@open-wc/testing';
import {Submitting} from '../../../src/element/form/submitting.js';
import type {State} from '../../../src/flow/index.js';
import {FakeHost} from '../../support/fake-host.js';

const unsettled = {unsettled: 'completion', session: {tracker: 'track_1'}};

function setup() {
  const calls: string[] = [];
  const host = new FakeHost();
  const world = {
    state: 'collecting',
    owned: true,
    active: false,
    unsettled: false,
    saves: true,
    valid: false,
    empty: false,
    pressAgain: undefined as (() => void) | undefined,
    /** What happens while the last word of a frame is awaited. */
    settle: () => undefined as void,
  };
  const submitting = new Submitting(host, {
    state: () => ({name: world.state, run: 1, ...(world.unsettled && unsettled)}) as State,
    saving: {
      get active() {
        return world.active;
      },
      run: async () => void calls.push('save'),
      succeeds: async () => (calls.push('save'), world.saves),
    },
    entries: {
      get valid() {
        return world.valid;
      },
      get firstProblem() {
        return world.valid ? undefined : ('expiry' as const);
      },
      problem: () => ({key: 'expiryMissing'}),
      revealAll: () => calls.push('reveal'),
      settled: async () => world.settle(),
    },
    store: {
      get empty() {
        return world.empty;
      },
    },
    form: {
      submit: () => (world.owned && calls.push('submit form'), world.owned),
      carry: () => calls.push('carry'),
    },
    announce: (field, {key}) => calls.push(`announce ${field} ${key}`),
    focus: (field) => calls.push(`focus ${field}`),
    again: () => calls.push('again'),
    early: () => calls.push('early'),
  });
  return {submitting, world, calls, host};
}

describe('Submitting', () => {
  it('submits the form that owns the element, else saves', () => {
    const {submitting, world, calls} = setup();
    submitting.submit();
    world.owned = false;
    submitting.submit();
    expect(calls).to.deep.equal(['submit form', 'save']);
  });

  it('opens fresh fields after a run', () => {
    const {submitting, world, calls} = setup();
    world.state = 'failed';
    submitting.submit();
    expect(calls).to.deep.equal(['again']);
  });

  it('does nothing while a save runs, or while the element is disabled', () => {
    const {submitting, world, calls, host} = setup();
    world.active = true;
    submitting.submit();
    world.active = false;
    host.inactive = true;
    submitting.submit();
    expect(calls).to.deep.equal([]);
  });

  // shows: wcag 2.4.3
  it('shows every error, announces the first and focuses it', async () => {
    const {submitting, calls} = setup();
    await submitting.refused(true, undefined);
    expect(calls).to.deep.equal(['reveal', 'announce expiry expiryMissing', 'focus expiry']);
  });

  it('presses the button again when the last digit was still on its way', async () => {
    const {submitting, world, calls} = setup();
    world.pressAgain = () => calls.push('press');
    world.settle = () => (world.valid = true);
    await submitting.refused(true, world.pressAgain);
    expect(calls).to.deep.equal(['press']);
  });

  it('remembers a press while the fields load, and accuses the shopper of nothing', async () => {
    const {submitting, world, calls} = setup();
    for (world.state of ['idle', 'opening', 'capturing']) {
      submitting.submit();
      world.pressAgain = () => calls.push('press');
      await submitting.refused(true, world.pressAgain);
      expect(await submitting.save()).to.equal(false);
      expect(calls.splice(0)).to.deep.equal(['early', 'early', 'early']);
    }
  });

  it('says nothing of fields that load when another control of the form is the first to be wrong', async () => {
    const {submitting, world, calls} = setup();
    world.state = 'capturing';
    await submitting.refused(false, world.pressAgain);
    expect(calls).to.deep.equal([]);
    world.state = 'collecting';
    await submitting.refused(false, world.pressAgain);
    expect(calls).to.deep.equal(['reveal']);
  });

  for (const state of ['stopped', 'failed'])
    it(`opens fresh fields when the form's button is pressed after a run that ${state}`, async () => {
      const {submitting, world, calls} = setup();
      world.state = state;
      world.pressAgain = () => calls.push('press');
      await submitting.refused(true, world.pressAgain);
      expect(await submitting.save()).to.equal(false);
      expect(calls).to.deep.equal(['again', 'again']);
    });

  describe('after a run that may have saved the card', () => {
    const failed = async (saves: boolean) => {
      const page = setup();
      Object.assign(page.world, {saves: false, state: 'failed', unsettled: true});
      expect(await page.submitting.save()).to.equal(false);
      page.calls.length = 0;
      page.world.saves = saves;
      return page;
    };

    it('the button of its end makes the submission that waited for the card', async () => {
      const {submitting, calls} = await failed(true);
      await submitting.again();
      expect(calls).to.deep.equal(['again', 'save', 'carry', 'submit form']);
    });

    it('it is not made when the card is not saved; a later end of the same run makes it', async () => {
      const {submitting, world, calls} = await failed(false);
      await submitting.again();
      expect(calls.splice(0)).to.deep.equal(['again', 'save']);
      world.saves = true;
      await submitting.again();
      expect(calls).to.include('submit form');
    });

    it('nothing is submitted where no submission has waited', async () => {
      const {submitting, world, calls} = setup();
      Object.assign(world, {state: 'failed', unsettled: true});
      await submitting.again();
      expect(calls).to.deep.equal(['again']);
    });

    it('a press of the form’s button is the submission', async () => {
      const {submitting, world, calls} = await failed(true);
      world.pressAgain = () => calls.push('press');
      await submitting.refused(true, world.pressAgain);
      expect(calls.splice(0)).to.deep.equal(['again', 'save', 'carry', 'press']);
      expect(await submitting.save()).to.equal(true);
      expect(calls).to.deep.equal(['again', 'save', 'carry']);
    });
  });

  it('opens nothing when the page only asks whether the form is valid', async () => {
    const {submitting, world, calls} = setup();
    world.state = 'stopped';
    await submitting.refused(true, world.pressAgain);
    expect(calls).not.to.include('again');
  });

  it('saves for a submission that is held', async () => {
    const {submitting, calls} = setup();
    expect(await submitting.save()).to.equal(true);
    expect(calls).to.deep.equal(['save', 'carry']);
  });

  it('carries nothing where no card was saved', async () => {
    const {submitting, world, calls} = setup();
    world.saves = false;
    expect(await submitting.save()).to.equal(false);
    expect(calls).to.deep.equal(['save']);
  });

  it('reports the error when nothing more was on its way', async () => {
    const {submitting, world, calls} = setup();
    world.pressAgain = () => calls.push('press');
    await submitting.refused(true, world.pressAgain);
    expect(calls[0]).to.equal('reveal');
    expect(calls).not.to.include('press');
  });
});
