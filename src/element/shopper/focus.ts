import {isBusy, type State} from '../../flow/index.js';
import type {FieldName as HostedField} from '../../gateways/index.js';
import {hasEnded} from '../phases.js';
import type {FieldName, FieldStatus} from '../options.js';
import {bringIntoView} from './in-view.js';
import type {DrawnHost} from '../host.js';
import type {PlacedFields, Problem} from '../fields.js';
import type {ReactiveController, ReactiveControllerHost} from 'lit';

export interface FieldFocusOptions {
  readonly state: () => State;
  /** Puts the focus into a field of another origin. */
  readonly focusFrame: (field: HostedField) => void;
  readonly placed?: () => PlacedFields | undefined;
  /** The raw inputs, where they take the place of the frames. */
  readonly raw: () => {focus(field: 'number' | 'security-code'): void} | undefined;
}

/**
 * Moves the focus: when the page or the shopper asks, back to its place after a save, and to the outcome of a
 * run.
 */
export class Focus {
  readonly #host: DrawnHost;
  readonly #options: FieldFocusOptions;
  /** The save that is under way was started from within the element. */
  #wasInside = false;
  /** Gets the focus when the fields are live. */
  #next: FieldName | undefined;
  /**
   * Where the focus was when that was asked for, or when the save began: a shopper who has moved on since is
   * left alone.
   */
  #asked: Element | null = null;

  constructor(host: DrawnHost, options: FieldFocusOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** Into a field, as soon as it is live; after a run, onto the button that starts another. */
  into(field: FieldName): void {
    const state = this.#options.state();
    if (hasEnded(state)) return this.#rootOf('outcome').querySelector<HTMLElement>('.again')?.focus();
    if (field === 'number' || field === 'security-code') {
      const raw = this.#options.raw();
      if (raw) raw.focus(field);
      else if (state.name !== 'collecting') this.intoNext(field);
      else this.#options.focusFrame(field === 'number' ? 'number' : 'securityCode');
    } else {
      const root = this.#rootOf(field);
      (root.getElementById(field) ?? root.querySelector<HTMLElement>('.input'))?.focus();
    }
    void bringIntoView(this.#host, field, this.#options.placed?.());
  }

  /** Into a field of the next run. */
  intoNext(field: FieldName): void {
    this.#next = field;
    this.#asked = focused();
  }

  stateChanged(state: State, previous: State): void {
    if (isBusy(state) && !isBusy(previous)) {
      this.#wasInside = this.isInside;
      this.#asked = focused();
    }
    if (hasEnded(state)) this.#next = undefined;
    if (state.name !== 'collecting') return;
    const now = focused();
    const back = isBusy(previous) && (this.#wasInside || (state.error && now === this.#asked));
    const field = this.#next ?? (back ? 'number' : undefined);
    this.#next = undefined;
    if (field && (now === this.#asked || now === null || now === this.#host.ownerDocument.body))
      void this.#drawn().then(() => this.into(field));
  }

  /**
   * Into the number of the fields that open by themselves after a run, unless the shopper has moved on since the
   * save began.
   */
  again(): void {
    const now = focused();
    const isLost = now === null || now === this.#host.ownerDocument.body;
    if (this.#wasInside ? isLost || this.isInside : now === this.#asked && !isLost) this.intoNext('number');
    this.#wasInside = false;
  }

  /** Onto the title of an outcome, when the focus was in the element and has not gone elsewhere since. */
  async intoOutcome(): Promise<void> {
    const inside = this.#wasInside || this.isInside;
    this.#wasInside = false;
    await this.#drawn();
    const {activeElement, body} = this.#host.ownerDocument;
    if (inside && (activeElement === null || activeElement === body || activeElement === this.#host))
      this.#rootOf('outcome').querySelector<HTMLElement>('.outcome .title')?.focus();
  }

  /** Out of the element, where it is in it. */
  out(): void {
    if (this.isInside) (focused() as HTMLElement | null)?.blur();
  }

  #rootOf(piece: FieldName | 'outcome'): ShadowRoot {
    return this.#options.placed?.()?.rootOf(piece) ?? this.#host.renderRoot;
  }

  #drawn(): Promise<unknown> {
    const {updateComplete} = this.#host;
    const placed = this.#options.placed?.();
    return placed ? updateComplete.then(() => placed.drawn()) : updateComplete;
  }

  /** A focused frame of another origin does not match `:focus-within`, but it is the active element. */
  get isInside(): boolean {
    const {activeElement} = this.#host.getRootNode() as Document | ShadowRoot;
    return this.#host.matches(':focus-within') || this.#host.contains(activeElement);
  }
}

/** The focused element, in a shadow tree too. */
function focused(): Element | null {
  let {activeElement} = document;
  while (activeElement?.shadowRoot?.activeElement) ({activeElement} = activeElement.shadowRoot);
  return activeElement;
}

export interface AutofocusHost {
  readonly inactive: boolean;
}

/** The attribute `autofocus`: once for each connection, and only where nothing else has the focus. */
export class Autofocus implements ReactiveController {
  readonly #host: AutofocusHost & ReactiveControllerHost & HTMLElement;
  readonly #focus: () => void;
  #pending = false;

  constructor(host: AutofocusHost & ReactiveControllerHost & HTMLElement, focus: () => void) {
    (this.#host = host).addController(this);
    this.#focus = focus;
    host.requestUpdate();
  }

  hostConnected(): void {
    this.#pending = this.#host.hasAttribute('autofocus');
  }

  /** As soon as the element is rendered, which in a dialog or a popover is later than connected. */
  hostUpdated(): void {
    const host = this.#host;
    if (!this.#pending || host.inactive || host.getClientRects().length === 0) return;
    this.#pending = false;
    const {activeElement, body} = host.ownerDocument;
    if (!activeElement || activeElement === body || activeElement.contains(host)) this.#focus();
  }
}

export interface AdvancingOptions {
  readonly host: {readonly autoAdvance: boolean};
  readonly entries: {
    readonly fields: readonly FieldName[];
    readonly firstProblem: FieldName | undefined;
    shown(field: FieldName): Problem | undefined;
    status(field: FieldName): FieldStatus;
  };
  readonly store: {readonly focused: FieldName | undefined};
  readonly focus: (field: FieldName) => void;
}

/** Takes the focus on to the next field, never back: by Enter, and by itself where the page asks for that. */
export class Advancing {
  readonly #options: AdvancingOptions;

  constructor(options: AdvancingOptions) {
    this.#options = options;
  }

  /** A field became right. Only the one that is typed into; what a browser fills in moves nothing. */
  whole(field: FieldName): void {
    const {host, entries, focus, store} = this.#options;
    if (!host.autoAdvance || store.focused !== field) return;
    const next = entries.fields[entries.fields.indexOf(field) + 1];
    if (next && this.#isWaiting(next)) focus(next);
  }

  /** Enter in a field that is right, while a later one is still empty; false where Enter is a submission. */
  enter(field: FieldName): boolean {
    const {entries, focus} = this.#options;
    const next = entries.firstProblem;
    const isLater = next !== undefined && entries.fields.indexOf(next) > entries.fields.indexOf(field);
    if (!isLater || !this.#isWaiting(next) || entries.shown(next)) return false;
    focus(next);
    return true;
  }

  #isWaiting(field: FieldName): boolean {
    const {empty, valid} = this.#options.entries.status(field);
    return empty && !valid;
  }
}
