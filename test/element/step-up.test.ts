import {expect, oneEvent} from '@open-wc/testing';
import {setViewport} from '@web/test-runner-commands';
import type {CardVaultElement} from '../../src/element/card-vault.js';
import type {CardVaultStepUpCloseEvent} from '../../src/element/events.js';
import type {SaveOutcome} from '../../src/flow/index.js';
import {styles} from '../../src/element/step-up/dialog.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {needs} from '../support/needs.js';
import {waitUntil} from '../support/wait.js';

interface Challenge {
  readonly harness: CardVaultHarness;
  readonly saving: Promise<SaveOutcome>;
}

/** A save that has come to the bank's page. */
async function challenged(setup: (element: CardVaultElement) => void = () => undefined): Promise<Challenge> {
  const harness = await CardVaultHarness.ready((element, world) => {
    world.adapter.script.status = 'REQUIRED';
    setup(element);
  });
  await harness.fill();
  const saving = harness.save();
  await waitUntil(() => harness.world.lastStepUp);
  await harness.world.lastStepUp.opened;
  await harness.settled();
  return {harness, saving};
}

describe("the dialog for the bank's page", () => {
  beforeEach(() => setViewport({width: 1280, height: 900}));
  afterEach(() => CardVaultHarness.clean());

  // shows: peers 32 36, wcag 2.4.11
  it('is a native dialog in the top layer, with shop, masked card and a way out', async () => {
    const {harness, saving} = await challenged((element) => (element.shopName = 'Kite & Co'));
    const dialog = harness.dialog!;
    expect(dialog.matches(':modal')).to.equal(true);
    expect(harness.text('step-up-title')).to.equal('Confirm your card for Kite & Co');
    expect(harness.text('step-up-card')).to.contain('•••• 2701');
    expect(harness.text('step-up-line')).to.contain('Your bank wants to check it’s you');
    expect(harness.part('step-up-frame')!.contains(harness.part('step-up-cancel'))).to.equal(false);
    expect(harness.text('step-up-cancel')).to.equal('Close without saving');
    expect(harness.root.activeElement).to.equal(harness.part('step-up-title'));
    await waitUntil(() => harness.text('save-button') === 'Waiting for your bank…');
    harness.world.lastStepUp.end({outcome: 'returned'});
    expect((await saving).outcome).to.equal('saved');
    await harness.settled();
    expect(harness.dialog).to.equal(null);
  });

  it('is loaded while a card is typed, but not where the bank is asked on a page of its own', async () => {
    const ready = (stepUp: CardVaultElement['stepUp']) =>
      CardVaultHarness.ready((element) => (element.stepUp = stepUp));
    const [inPlace, untouched, leaving] = [
      await ready('inline'),
      await ready('dialog'),
      await ready('redirect'),
    ];
    const isLoaded = ({root}: CardVaultHarness): boolean =>
      root.adoptedStyleSheets.includes(styles.styleSheet!);
    for (const {fields} of [leaving, inPlace]) fields.change('number', {});
    await waitUntil(() => isLoaded(inPlace), 'the dialog is loaded');
    expect([untouched, leaving].map(isLoaded)).to.deep.equal([false, false]);
    await leaving.fill();
    await leaving.save();
    expect(isLoaded(leaving)).to.equal(false);
  });

  // shows: peers 39
  it('tells the page when it opens and closes', async () => {
    const {harness, saving} = await challenged();
    expect(harness.named('step-up-open')).to.have.length(1);
    harness.world.lastStepUp.end({outcome: 'returned'});
    await saving;
    const [closed] = harness.named('step-up-close') as CardVaultStepUpCloseEvent[];
    expect(closed!.detail).to.deep.equal({mode: 'dialog', tracker: 'track_1', ended: 'returned'});
  });

  it("shows that it loads until the bank's page has", async () => {
    const {harness} = await challenged();
    const dialog = harness.part('step-up')!;
    expect(dialog.hasAttribute('data-loaded')).to.equal(false);
    expect(harness.text('step-up-loading')).to.equal('Your bank’s page is loading');
    harness.world.lastStepUp.loaded();
    expect(dialog.hasAttribute('data-loaded')).to.equal(true);
    expect(harness.text('step-up-loading')).to.equal('');
  });

  for (const [how, close] of [
    ['its button', (harness: CardVaultHarness) => harness.part('step-up-cancel')!.click()],
    ['Escape', (harness: CardVaultHarness) => harness.dialog!.close()],
    ['cancel()', (harness: CardVaultHarness) => harness.element.cancel()],
  ] as const) {
    // shows: peers 40, wcag 2.1.2
    it(`ends by ${how} as closed by the shopper, and the next save works`, async () => {
      const {harness, saving} = await challenged();
      harness.world.adapter.script.validation = undefined;
      close(harness);
      expect(await saving).to.include({outcome: 'stopped', cause: 'closed-by-shopper'});
      await harness.ended();
      expect(harness.dialog).to.equal(null);
      harness.world.adapter.script.status = 'FRICTIONLESS';
      harness.world.adapter.script.validation = 'succeeded';
      expect(harness.text('problem')).to.match(/^You closed your bank’s page\./);
      expect(harness.part('problem')!.matches('.info'), 'no alarm').to.equal(true);
      await harness.fill();
      expect((await harness.save()).outcome).to.equal('saved');
    });
  }

  describe('in a part of the page that is hidden', () => {
    const drawn = () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));

    for (const [how, hide] of [
      ['hidden', (part: HTMLElement, away: boolean) => (part.hidden = away)],
      // As React's Suspense does it.
      [
        'style',
        (part: HTMLElement, away: boolean) =>
          part.style.setProperty('display', away ? 'none' : '', 'important'),
      ],
    ] as const)
      // shows: time 64 101
      it(`lets go of the page, and is there again with the bank's page as it was (${how})`, async () => {
        const {harness, saving} = await challenged();
        const bank = document.createElement('iframe');
        bank.srcdoc = '<input>';
        harness.part('step-up-frame')!.append(bank);
        await oneEvent(bank, 'load');
        const input = bank.contentDocument!.querySelector('input')!;
        input.value = '12';
        input.focus();
        const part = harness.element.parentElement!;
        const {dialog} = harness;
        for (let times = 0; times < 2; times += 1) {
          hide(part, true);
          await waitUntil(() => !dialog!.open, 'the page is free');
          expect(getComputedStyle(document.documentElement).overflow).not.to.equal('hidden');
          await drawn();
          hide(part, false);
          await waitUntil(() => dialog!.matches(':modal'), 'the dialog is there again');
          expect(getComputedStyle(document.documentElement).overflow).to.equal('hidden');
          expect(dialog!.contains(harness.root.activeElement)).to.equal(true);
        }
        expect(harness.dialog).to.equal(dialog);
        expect(bank.contentDocument!.querySelector('input')!.value).to.equal('12');
        expect(harness.element.state).to.equal('stepping-up');
        harness.world.lastStepUp.end({outcome: 'returned'});
        expect((await saving).outcome).to.equal('saved');
      });

    it('does not keep the page from ending the save', async () => {
      const {harness, saving} = await challenged();
      harness.world.adapter.script.validation = undefined;
      const part = harness.element.parentElement!;
      part.hidden = true;
      await waitUntil(() => !harness.dialog!.open, 'the page is free');
      harness.element.cancel();
      expect(await saving).to.include({outcome: 'stopped', cause: 'closed-by-shopper'});
      await harness.ended();
      expect(harness.dialog).to.equal(null);
      part.hidden = false;
    });

    it('blocks nothing where it opens there, and is closed by the shopper once it is seen', async () => {
      const {harness, saving} = await challenged((element) => {
        element.addEventListener('card-vault-step-up-open', () => (element.parentElement!.hidden = true));
      });
      harness.world.adapter.script.validation = undefined;
      await waitUntil(() => !harness.dialog!.open, 'the page is free');
      harness.element.parentElement!.hidden = false;
      await waitUntil(() => harness.dialog!.matches(':modal'), 'the dialog is there');
      harness.part('step-up-cancel')!.click();
      expect(await saving).to.include({outcome: 'stopped', cause: 'closed-by-shopper'});
    });

    it('is seen where that part is only invisible', async () => {
      const {harness} = await challenged();
      harness.element.parentElement!.style.visibility = 'hidden';
      expect(harness.dialog!.checkVisibility({visibilityProperty: true})).to.equal(true);
    });
  });

  it('is not closed by a click on the scrim', async () => {
    const {harness} = await challenged();
    harness.dialog!.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    expect(harness.dialog!.open).to.equal(true);
  });

  // shows: peers 77
  it('gives the focus back to where it was', async () => {
    const other = document.createElement('button');
    CardVaultHarness.page().append(other);
    const harness = await CardVaultHarness.ready((_, world) => (world.adapter.script.status = 'REQUIRED'));
    await harness.fill();
    other.focus();
    const saving = harness.save();
    await waitUntil(() => harness.world.lastStepUp);
    await harness.world.lastStepUp.opened;
    expect(document.activeElement).to.equal(harness.element);
    harness.world.lastStepUp.end({outcome: 'returned'});
    await saving;
    await harness.ended();
    expect(document.activeElement).to.equal(other);
  });

  // shows: peers 35
  it('has the size the bank draws for where it fits, and fits itself anew', async () => {
    const {harness} = await challenged();
    const size = (): string | undefined => harness.part('step-up')!.dataset['size'];
    const bank = (): DOMRect => harness.part('step-up-frame')!.getBoundingClientRect();
    expect(size()).to.equal('03');
    expect([bank().width, bank().height].map(Math.round)).to.deep.equal([500, 600]);
    await setViewport({width: 700, height: 640});
    await waitUntil(() => size() === '04');
    expect([bank().width, bank().height].map(Math.round)).to.deep.equal([600, 400]);
  });

  it('fills a window as small as a telephone', async function () {
    needs(this, 'narrow-viewport');
    const {harness} = await challenged();
    const size = (): string | undefined => harness.part('step-up')!.dataset['size'];
    await setViewport({width: 360, height: 640});
    await waitUntil(() => size() === '05');
    expect(Math.round(harness.dialog!.getBoundingClientRect().width)).to.equal(360);
    expect(Math.round(harness.dialog!.getBoundingClientRect().height)).to.equal(640);
    expect(harness.part('step-up-cancel')!.getBoundingClientRect().bottom).to.be.at.most(640.01);
  });

  for (const [name, width, height] of [
    ['400 % zoom', 320, 225],
    ['a phone held sideways', 640, 320],
    ['200 % zoom', 640, 450],
  ] as const)
    // shows: time 59
    it(`scrolls as a whole at ${name}: the bank's page keeps its height, and the way out stays in sight`, async function () {
      needs(this, 'narrow-viewport');
      await setViewport({width, height});
      const {harness} = await challenged();
      harness.still();
      const dialog = harness.dialog!;
      const bank = harness.part('step-up-frame')!;
      expect(bank.getBoundingClientRect().height).to.be.at.least(400);
      dialog.scrollTop = dialog.scrollHeight;
      expect(bank.getBoundingClientRect().bottom).to.be.at.most(height + 1);
      const {top, bottom, left, right} = harness.part('step-up-cancel')!.getBoundingClientRect();
      expect([top >= 0, bottom <= 60, left >= 0, right <= width]).to.deep.equal([true, true, true, true]);
      expect(dialog.scrollWidth).to.be.at.most(dialog.clientWidth);
    });

  // shows: time 60
  it('holds the page behind it still, and lets go of it at the end', async () => {
    const tall = document.createElement('div');
    tall.style.blockSize = '3000px';
    CardVaultHarness.page().append(tall);
    const {harness, saving} = await challenged();
    const overflow = (): string => getComputedStyle(document.documentElement).overflowY;
    const sheets = document.adoptedStyleSheets.length;
    expect(overflow()).to.equal('hidden');
    harness.world.lastStepUp.end({outcome: 'returned'});
    await saving;
    await harness.settled();
    expect(overflow()).to.equal('visible');
    expect(document.adoptedStyleSheets).to.have.length(sheets - 1);
  });

  for (const mode of ['dialog', 'inline'] as const)
    // shows: time 65, wcag 2.2.1
    it(`says once that its time is nearly up, and gives more where the bank waits (${mode})`, async () => {
      const {harness} = await challenged((element) => (element.stepUp = mode));
      const status = harness.part('step-up-time')!;
      expect(status.getAttribute('role')).to.equal('status');
      expect(harness.text('step-up-footer')).to.equal('');
      const {lastStepUp: stepUp} = harness.world;
      stepUp.time.warn();
      expect(harness.text('step-up-time')).to.equal(
        'This closes in two minutes, and your card will not be saved.',
      );
      expect(status.getBoundingClientRect().height).to.be.greaterThan(10);
      harness.part('step-up-more')!.click();
      expect(stepUp.time.extended).to.equal(1);
      expect(harness.part('step-up-more')).to.equal(null);
      expect(harness.text('step-up-time')).to.equal('You have five more minutes.');
      expect(harness.root.activeElement).to.equal(harness.part('step-up-title'));
      stepUp.time.warn();
      expect(harness.part('step-up-more')).not.to.equal(null);
    });

  it('stays as wide as it is when it says that its time is nearly up', async () => {
    const {harness} = await challenged((element) => (element.challengeWindow = '02'));
    const {width} = harness.part('step-up')!.getBoundingClientRect();
    harness.world.lastStepUp.time.warn();
    expect(harness.text('step-up-time')).to.contain('two minutes');
    expect(harness.part('step-up')!.getBoundingClientRect().width).to.equal(width);
  });

  it('draws the ring of the dialog where nothing in it covers it', async () => {
    const {harness} = await challenged();
    const dialog = harness.dialog!;
    dialog.tabIndex = 0;
    dialog.focus({focusVisible: true} as FocusOptions);
    expect(dialog.matches(':focus-visible')).to.equal(true);
    const bar = getComputedStyle(harness.part('step-up-bar')!);
    expect([bar.outlineStyle, bar.outlineWidth, bar.outlineOffset]).to.deep.equal(['solid', '3px', '-3px']);
    expect(bar.position).to.equal('sticky');
  });

  // shows: peers 34
  it('takes the size the shop asks for', async () => {
    const {harness} = await challenged((element) => (element.challengeWindow = '02'));
    const {width, height} = harness.part('step-up-frame')!.getBoundingClientRect();
    expect([width, height].map(Math.round)).to.deep.equal([390, 400]);
    expect(harness.dialog!.scrollHeight, 'nothing to scroll').to.equal(harness.dialog!.clientHeight);
  });

  // shows: peers 31
  it('stands in the page with step-up inline', async () => {
    const {harness, saving} = await challenged((element) => (element.stepUp = 'inline'));
    expect(harness.dialog).to.equal(null);
    expect(harness.part('step-up')!.localName).to.equal('section');
    expect(harness.part('fields')!.inert).to.equal(true);
    harness.world.adapter.script.validation = undefined;
    harness.part('step-up-cancel')!.click();
    expect(await saving).to.include({cause: 'closed-by-shopper'});
    await harness.settled();
    expect(harness.part('step-up')).to.equal(null);
  });

  it('opens none with step-up redirect', async () => {
    const harness = await CardVaultHarness.ready((element, world) => {
      element.stepUp = 'redirect';
      world.adapter.script.status = 'REQUIRED';
    });
    await harness.fill();
    const opened = oneEvent(harness.element, 'card-vault-step-up-open');
    void harness.save();
    expect(((await opened) as CustomEvent).detail).to.deep.equal({mode: 'redirect', tracker: 'track_1'});
    await harness.settled();
    expect(harness.part('step-up')).to.equal(null);
    await waitUntil(() => harness.text('save-button') === 'Waiting for your bank…');
  });

  it('opens the dialog with step-up redirect where the page may store nothing', async () => {
    const own = Object.getOwnPropertyDescriptor(window, 'sessionStorage')!;
    const refuse = (): never => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    Object.defineProperty(window, 'sessionStorage', {...own, get: refuse});
    try {
      const {harness} = await challenged((element) => (element.stepUp = 'redirect'));
      expect(harness.dialog?.open).to.equal(true);
      const [opened] = harness.named('step-up-open') as CustomEvent[];
      expect(opened!.detail).to.deep.equal({mode: 'dialog', tracker: 'track_1'});
    } finally {
      Object.defineProperty(window, 'sessionStorage', own);
    }
  });

  it('is gone when the element is taken away', async () => {
    const {harness, saving} = await challenged();
    harness.element.remove();
    expect(await saving).to.include({cause: 'interrupted'});
    expect(harness.dialog).to.equal(null);
  });
});
