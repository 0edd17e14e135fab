import type {CardVaultElement} from '../../src/element/card-vault.js';
import {createFakeAdapter, type FakeAdapter, type FakeScript} from '../../src/testing/fake-adapter.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {FakeTimers} from '../support/fake-host.js';
import {FakeWorld} from '../support/fake-parts.js';
import {PlacedHarness} from '../support/placed-harness.js';
import {waitUntil} from '../support/wait.js';
import type {Scene} from './scene.js';

/** One state of the element: how it is set up, and what leads to it. */
export interface State {
  readonly name: string;
  /** The page's markup in the element, with placed parts. */
  readonly parts?: string;
  /** Of the place that the element is in; the usual width of a form in a page unless said. */
  readonly width?: number;
  readonly script?: FakeScript;
  readonly set?: (element: CardVaultElement, stage: Stage) => void;
  /** The element stands in a form with a button, as most shops have it. */
  readonly inForm?: boolean;
  /** False: `drive` begins before the fields are live. */
  readonly live?: boolean;
  readonly drive?: (stage: Stage) => unknown;
}

/** Lets time pass in this state of the flow, until the shopper reads that it takes long. */
export const slow =
  (name: string, ms: number) =>
  async ({harness, timers}: Stage): Promise<void> => {
    await waitUntil(() => harness.part('base')!.dataset['state'] === name, name);
    timers.advance(ms);
    await waitUntil(() => harness.part('busy-text'), 'the shopper reads that it takes long');
  };

/** Stands still, except for what comes within a tenth of a second: a shopper sees that as at once, and so does a stage. */
class StillTimers extends FakeTimers {
  override after(ms: number, callback: () => void): () => void {
    if (ms > 100) return super.after(ms, callback);
    const timer = setTimeout(callback);
    return () => clearTimeout(timer);
  }
}

/** An element in a page, driven by the package's fake adapter, under a clock that stands still. */
export class Stage implements Scene {
  readonly harness: CardVaultHarness;
  readonly adapter: FakeAdapter;
  readonly timers = new StillTimers();
  readonly place = document.createElement('div');
  readonly #state: State;

  constructor(state: State, rightToLeft: boolean) {
    const {script, parts, width = 352} = (this.#state = state);
    const world = new FakeWorld();
    Object.assign(world, {ports: {...world.ports, timers: this.timers}});
    this.adapter = createFakeAdapter({now: () => this.timers.now(), ...script});
    this.harness = parts === undefined ? new CardVaultHarness(world) : new PlacedHarness(world);
    this.harness.element.innerHTML = parts ?? '';
    this.harness.element.adapter = this.adapter;
    this.harness.element.locale = rightToLeft ? 'ar' : 'en';
    this.place.style.inlineSize = `${width}px`;
    this.place.dir = rightToLeft ? 'rtl' : 'ltr';
    this.place.id = 'stage';
    document.body.append(this.place);
  }

  get element(): CardVaultElement {
    return this.harness.element;
  }

  /** Brings the element into a state. */
  async enter(): Promise<void> {
    const {element, harness} = this;
    const state = this.#state;
    state.set?.(element, this);
    const form = document.createElement('form');
    form.addEventListener('submit', (event) => event.preventDefault());
    if (state.inForm)
      form.append(element, Object.assign(document.createElement('button'), {textContent: 'Save'}));
    this.place.append(state.inForm ? form : element);
    if (state.live !== false) await element.whenReady();
    await harness.settled();
    await state.drive?.(this);
    await this.still();
  }

  /** Until nothing is loaded or drawn any more. */
  async still(): Promise<void> {
    const arabic = this.element.locale === 'ar';
    await waitUntil(() => this.harness.part('base')?.dir === (arabic ? 'rtl' : ''), 'the language is there');
    for (let before = ''; before !== this.#seen;) {
      before = this.#seen;
      await this.harness.settled();
    }
    this.harness.still();
    const {fields} = this.harness.world;
    for (const name of ['number', 'securityCode'] as const) {
      const slot = name === 'number' ? 'number' : 'security-code';
      const input = this.element.querySelector<HTMLInputElement>(`[slot=${slot}] input`);
      if (input) input.placeholder = fields.at(-1)!.settings[name].placeholder;
    }
  }

  get #seen(): string {
    return this.harness.roots.map(({innerHTML}) => innerHTML).join('');
  }

  /** The browser says that the connection is gone. */
  disconnect(): void {
    Object.defineProperty(navigator, 'onLine', {value: false, configurable: true});
    dispatchEvent(new Event('offline'));
  }

  /** Presses the button without a complete card, or with wrong entries. */
  report(): void {
    this.element.required = true;
    void this.element.updateComplete.then(() => this.element.reportValidity());
  }

  /** A save that goes on until it waits for something. */
  async saving(until = () => this.element.state !== 'collecting'): Promise<void> {
    await this.harness.fill();
    this.harness.save().catch(() => undefined);
    await waitUntil(until, 'the save is under way');
  }

  /** A save until its ending is shown. */
  async ended(): Promise<void> {
    await this.harness.fill();
    await this.harness.save().catch(() => undefined);
    await this.harness.ended();
  }

  /** A save until the bank's page is shown. */
  async challenged(): Promise<void> {
    await this.saving(() => this.harness.world.stepUps.length > 0);
    await this.harness.world.lastStepUp.opened;
  }

  /** The bank's page says what it has to say, and the ending is shown. */
  async answered(outcome: 'returned' | 'closed' = 'returned'): Promise<void> {
    await this.challenged();
    this.harness.world.lastStepUp.end({outcome});
    await this.harness.ended();
  }

  /** Lets the time pass until no call is tried again. */
  async retries(): Promise<void> {
    while (!this.harness.part('outcome') && !this.harness.part('problem')) {
      this.timers.advance(10_000);
      await this.harness.settled();
    }
  }

  leave(): void {
    this.place.remove();
    Reflect.deleteProperty(navigator, 'onLine');
    sessionStorage.clear();
  }
}
