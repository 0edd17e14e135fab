import type {ReactiveControllerHost} from 'lit';
import {isBusy, type State} from '../../flow/index.js';
import type {FieldName as HostedField} from '../../gateways/index.js';
import {hasEnded} from '../phases.js';
import type {FieldName} from '../options.js';

export interface FocusOptions {
  readonly state: () => State;
  /** Puts the focus into a field of another origin. */
  readonly focusFrame: (field: HostedField) => void;
  /** The raw inputs, where they take the place of the frames. */
  readonly raw: () => {focus(field: 'number' | 'security-code'): void} | undefined;
}

/** Where the keyboard is: asked for by the page or the shopper, kept across a save, given to how a run ended. */
export class Focus {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #options: FocusOptions;
  /** The save that is under way was started from within the element. */
  #wasInside = false;
  /** What had the focus when the save began. */
  #before: Element | null = null;
  /** Gets the focus when the fields are live. */
  #next: FieldName | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, options: FocusOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** Into a field, as soon as it is live; after a run, onto the button that starts another. */
  into(field: FieldName): void {
    const root = this.#host.shadowRoot;
    const state = this.#options.state();
    if (hasEnded(state)) root?.querySelector<HTMLElement>('.again')?.focus();
    else if (field === 'number' || field === 'security-code') {
      const raw = this.#options.raw();
      if (raw) raw.focus(field);
      else if (state.name !== 'collecting') this.#next = field;
      else this.#options.focusFrame(field === 'number' ? 'number' : 'securityCode');
    } else root?.getElementById(field)?.focus();
  }

  /** Into a field of the next run. */
  intoNext(field: FieldName): void {
    this.#next = field;
  }

  moved(state: State, previous: State): void {
    const {activeElement} = this.#host.ownerDocument;
    if (isBusy(state) && !isBusy(previous)) {
      this.#wasInside = this.#isInside;
      this.#before = activeElement;
    }
    if (state.name !== 'collecting') return;
    const back = isBusy(previous) && (this.#wasInside || (state.error && activeElement === this.#before));
    const field = this.#next ?? (back ? 'number' : undefined);
    this.#next = undefined;
    if (field) void this.#host.updateComplete.then(() => this.into(field));
  }

  /** Onto the title of an outcome, when the focus was in the element and has not gone elsewhere since. */
  async intoOutcome(): Promise<void> {
    const inside = this.#wasInside || this.#isInside;
    this.#wasInside = false;
    await this.#host.updateComplete;
    const {activeElement, body} = this.#host.ownerDocument;
    if (inside && (activeElement === null || activeElement === body || activeElement === this.#host))
      this.#host.shadowRoot?.querySelector<HTMLElement>('.outcome .title')?.focus({preventScroll: true});
  }

  /** A focused frame of another origin does not match `:focus-within`, but it is the active element. */
  get #isInside(): boolean {
    const {activeElement} = this.#host.getRootNode() as Document | ShadowRoot;
    return this.#host.matches(':focus-within') || this.#host.contains(activeElement);
  }
}
