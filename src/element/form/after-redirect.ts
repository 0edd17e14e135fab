import type {State, Timers} from '../../flow/index.js';
import {listed} from '../../gateways/listed.js';
import type {AfterRedirectSetting, StepUpMode} from '../options.js';
import {controlsOf, requestSubmit, type SubmitButton} from './owner-form.js';
import {hasEnded} from '../phases.js';

export interface LeavingHost extends HTMLElement {
  readonly form: HTMLFormElement | null;
  readonly stepUp: StepUpMode;
  readonly afterRedirect: AfterRedirectSetting;
  readonly updateComplete: Promise<unknown>;
}

export interface AfterRedirectOptions {
  /** The form's submission waits for the card. */
  readonly held: () => boolean;
  /** The button that the shopper saves with. */
  readonly button: () => HTMLElement | undefined;
  /** Where the page's storage keeps what this element does after a redirect. */
  readonly key: () => string;
  readonly timers: Timers;
}

/** Record that is kept while the page is at the bank. No entry can be read from it. */
interface Kept {
  /** Place of the pressed button among the form's controls; -1 where none was pressed. */
  readonly button: number;
  readonly entries: number;
  readonly at: number;
}

/** Milliseconds after which a form that was left is another's: it is not submitted without a press, and its entries are not given back. */
export const lifetime = 1_800_000;

/**
 * A step-up that replaces the page interrupts the submission of the owner's form. When the page is back and
 * the card is saved, the submission is made, if every other control holds what it held and the form is valid:
 * otherwise the shopper presses again.
 */
export class AfterRedirect {
  readonly #host: LeavingHost;
  readonly #options: AfterRedirectOptions;

  constructor(host: LeavingHost, options: AfterRedirectOptions) {
    this.#host = host;
    this.#options = options;
  }

  stateChanged(state: State): void {
    if (state.name === 'stepping-up' && this.#host.stepUp === 'redirect') this.#keep();
    else if (hasEnded(state)) {
      const kept = this.#take();
      // A page that comes back whole still holds the submission itself.
      if (kept && state.name === 'saved' && !this.#options.held()) void this.#submit(kept);
    }
  }

  #keep(): void {
    const {button, held, key, timers} = this.#options;
    const {form, afterRedirect} = this.#host;
    const entries = form && held() && afterRedirect === 'submit' ? entriesOf(form, this.#host) : undefined;
    if (!form || entries === undefined) return;
    const pressed = button();
    const kept: Kept = {button: pressed ? buttonsOf(form).indexOf(pressed) : -1, entries, at: timers.now()};
    attempt(() => sessionStorage.setItem(key(), JSON.stringify(kept)));
  }

  #take(): Kept | undefined {
    const key = this.#options.key();
    return attempt(() => {
      const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null;
      sessionStorage.removeItem(key);
      return kept ?? undefined;
    });
  }

  async #submit({button, entries, at}: Kept): Promise<void> {
    // The form has the card's token once the element is drawn.
    await this.#host.updateComplete;
    const {form, afterRedirect} = this.#host;
    if (!form || afterRedirect !== 'submit' || this.#options.timers.now() > at + lifetime) return;
    const controls = controlsOf(form);
    if (entriesOf(form, this.#host) !== entries || controls.some((one) => one.matches(':invalid'))) return;
    const pressed = buttonsOf(form)[button];
    attempt(() => requestSubmit(form, pressed as SubmitButton | undefined));
  }
}

/** Counted apart: the element adds an input of its own to the form once it has a token. */
const buttonsOf = (form: HTMLFormElement): Element[] =>
  controlsOf(form).filter((one) => /^(submit|image)$/.test((one as HTMLButtonElement).type));

/**
 * A number that differs where another control of the form holds something else; undefined where a page that
 * is loaded anew cannot hold it again. Hidden inputs are the page's own and may differ each time.
 */
function entriesOf(form: HTMLFormElement, element: Element): number | undefined {
  const held: unknown[] = [];
  for (const control of controlsOf(form)) {
    const {type, value, checked, disabled} = control as HTMLInputElement;
    const {selectedOptions} = control as HTMLSelectElement;
    if (control === element || disabled || /^(hidden|submit|button|reset|image|fieldset|output)$/.test(type))
      continue;
    if ((type === 'password' || type === 'file') && value) return undefined;
    if (selectedOptions) held.push(listed(selectedOptions).map((option) => option.value));
    else held.push(type === 'checkbox' || type === 'radio' ? checked : value);
  }
  let sum = 0x811c9dc5;
  for (const character of JSON.stringify(held)) sum = Math.imul(sum ^ character.codePointAt(0)!, 0x01000193);
  return sum >>> 0;
}

/**
 * Undefined where it throws: blocked storage keeps nothing, and a control that is no longer a button submits
 * nothing.
 */
export function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
