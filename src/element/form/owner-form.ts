import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {listed} from '../../gateways/listed.js';
import type {State} from '../../flow/index.js';
import {warnDeveloper} from '../report.js';
import {hasEnded} from '../phases.js';

export interface OwnerFormOptions {
  readonly internals: ElementInternals;
  /** True when this submission must wait for the card. */
  readonly mustHold: (submitter: HTMLElement | null) => boolean;
  /** Saves the card; true when the form may go on. */
  readonly save: (submitter: HTMLElement | null) => Promise<boolean>;
  /** The shopper uses the form. */
  readonly onUse: () => void;
}

export type SubmitButton = HTMLButtonElement | HTMLInputElement;

/**
 * The form that owns the element: its submission is held until the card is saved, and then made once, as the
 * shopper asked for it. Handlers of the page see only the submission that is real.
 */
export class OwnerFormController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #options: OwnerFormOptions;
  /** The form that owns the element. */
  form: HTMLFormElement | null = null;
  #listening: AbortController | undefined;
  #watch: MutationObserver | undefined;
  /** A submission waits for the card. */
  isHolding = false;
  /** The button that is being pressed right now. */
  pressed: SubmitButton | undefined;
  #submitter: HTMLElement | null = null;

  constructor(host: ReactiveControllerHost & HTMLElement, options: OwnerFormOptions) {
    (this.#host = host).addController(this);
    this.#options = options;
  }

  /**
   * The button that the shopper saves with: the one that was pressed for it, else the form's default button.
   */
  get button(): SubmitButton | undefined {
    return this.#ownButton(this.#submitter) ?? this.defaultButton();
  }

  /** The pressed button, if it is one of this form. */
  #ownButton(pressed: Element | null | undefined): SubmitButton | undefined {
    return isSubmitButton(pressed) && pressed.form === this.form ? pressed : undefined;
  }

  hostConnected(): void {
    this.follow(this.#options.internals.form);
  }

  /**
   * Watches the form for buttons that come and go, from the first update on. Before that, nothing would be
   * drawn anew, and the fields that the element puts into itself would be noticed for nothing.
   */
  hostUpdate(): void {
    if (!this.form || this.#watch) return;
    this.#watch = new MutationObserver(() => this.#host.requestUpdate());
    this.#watch.observe(this.form, {childList: true, subtree: true});
  }

  /** The page's own controls that kept its form from leaving without a card; the element does that now. */
  hostUpdated(): void {
    for (const control of listed(this.#host.querySelectorAll<HTMLInputElement>('input[slot=waiting]')))
      control.disabled = true;
  }

  hostDisconnected(): void {
    this.follow(null);
  }

  /** The form that owns the element now. */
  follow(form: HTMLFormElement | null): void {
    if (form === this.form) return;
    this.#listening?.abort();
    this.#watch?.disconnect();
    this.#watch = undefined;
    this.form = form;
    this.isHolding = false;
    if (!form) return;
    this.#listening = new AbortController();
    // Capturing: before any handler that takes a submission for a real one.
    const options = {capture: true, signal: this.#listening.signal};
    const listen = memberOf(form, 'addEventListener').bind(form);
    listen('submit', this.#onSubmit as (event: Event) => void, options);
    // A button of the form may stand anywhere in the page.
    this.#host.getRootNode().addEventListener('click', this.#onClick, options);
    listen('focusin', this.#options.onUse, options);
  }

  readonly #onClick = ({target}: Event): void => {
    const button = this.#ownButton((target as Element).closest?.('button, input'));
    if (button) this.#note(button);
  };

  /** Presses a button of the form, as the shopper does. */
  press(button: SubmitButton): void {
    this.#note(button);
    if (this.form) requestSubmit(this.form, button);
  }

  #note(button: SubmitButton): void {
    this.pressed = button;
    setTimeout(() => (this.pressed = undefined));
  }

  readonly #onSubmit = (event: SubmitEvent): void => {
    if (event.target !== this.form || event.defaultPrevented) return;
    if (!this.isHolding && !this.#options.mustHold(event.submitter)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Enter and a click, or a second click: the submission that is held is the one that will be made.
    if (!this.isHolding) void this.#hold(event.submitter);
  };

  async #hold(submitter: HTMLElement | null): Promise<void> {
    const {form} = this;
    this.isHolding = true;
    this.#submitter = submitter;
    const saved = await this.#options.save(submitter).finally(() => (this.isHolding = false));
    if (saved && form?.isConnected && form === this.form) requestSubmit(form, this.#ownButton(submitter));
  }

  /** The button that Enter would press: an image too, which is none of the form's `elements`. */
  defaultButton(): SubmitButton | undefined {
    return (
      controlsOf(this.form).find(isSubmitButton) ?? this.#ownButton(this.form?.querySelector('[type=image]'))
    );
  }
}

/** A server that renders the element has no control to ask for. */
export function isSubmitButton(control: Element | null | undefined): control is SubmitButton {
  const {type, localName} = (control ?? {}) as SubmitButton;
  return ['submit', 'image'].includes(type) && ['button', 'input'].includes(localName);
}

/** The button submits a form without having it checked. */
export function skipsValidation(submitter: HTMLElement | null): boolean {
  return (submitter as SubmitButton | null)?.formNoValidate === true;
}

/** Everything in a form that can be submitted, and its buttons but for images. */
export const controlsOf = (form: HTMLFormElement | null): Element[] =>
  form ? listed(memberOf(form, 'elements')) : [];

export function requestSubmit(form: HTMLFormElement, submitter?: SubmitButton): void {
  memberOf(form, 'requestSubmit').call(form, submitter);
}

/** A field of the form may be named like a member of it, and stand in front of that. */
function memberOf<Name extends keyof HTMLFormElement>(
  form: HTMLFormElement,
  name: Name,
): HTMLFormElement[Name] {
  return Reflect.get(HTMLFormElement.prototype, name, form);
}

interface Holder {
  readonly quiet?: boolean | undefined;
  readonly inactive: boolean;
  readonly required: boolean;
}

/** Facts of a drawn element about its card. */
export interface CardToHold {
  readonly state: () => State;
  readonly store: {
    readonly empty: boolean;
    readonly rules: {readonly firstProblem: string | undefined} | undefined;
  };
  readonly live: {readonly value: {readonly busy: boolean} | undefined};
}

/**
 * Whether a submission of the form waits for the card, also while what saves a card is being loaded. Nothing
 * is required of what the shopper does not see; a complete card is saved all the same: it may stand in an
 * earlier step of its form.
 */
export function mustHold(
  host: Holder,
  {live, state, store}: CardToHold,
  isHidden: boolean,
  submitter: HTMLElement | null,
): boolean {
  const now = state();
  const {empty, rules} = store;
  const {inactive, required} = host;
  const busy = live.value?.busy;
  if (isHidden && !busy && (empty || rules?.firstProblem)) {
    if (required) warnDeveloper(host, 'not-shown');
    return false;
  }
  if (now.name === 'saved' || inactive) return false;
  if (busy) return true;
  const skips = skipsValidation(submitter);
  if (hasEnded(now) || (skips && (!rules || rules.firstProblem))) return required && !skips;
  return required || !empty;
}

/**
 * Whether the page shows the element. One that has no box when the shopper presses a button, such as the card's
 * part of a form while another way to pay is chosen, stays out of the form: nothing is required of what the
 * shopper does not see. What a script presses does not count: a page may hide a form that it is about to submit.
 */
export class Shown implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #onPress: (press: Event) => void;
  #left = new AbortController();
  /** Whether the element had no box at the last press. */
  isHidden = false;

  /** @param onPress called before any handler of the page, and before the browser asks what is valid. */
  constructor(host: ReactiveControllerHost & HTMLElement, onPress: (press: Event) => void) {
    (this.#host = host).addController(this);
    this.#onPress = onPress;
  }

  hostConnected(): void {
    const {signal} = (this.#left = new AbortController());
    globalThis.addEventListener?.('click', this.#look, {capture: true, signal});
  }

  hostDisconnected(): void {
    this.#left.abort();
  }

  readonly #look = (press: Event): void => {
    const host = this.#host;
    if (!press.isTrusted) return;
    this.isHidden = host.checkVisibility?.() === false && getComputedStyle(host).display !== 'contents';
    this.#onPress(press);
  };
}
