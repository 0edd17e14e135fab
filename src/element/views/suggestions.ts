/** Suggestions for an address while it is typed: an editable combobox, as the ARIA Authoring Practices describe it. */
import {html, render} from 'lit';
import type {Timers} from '../../flow/index.js';
import type {BillingAddress} from '../../protocol/index.js';
import type {FieldStore} from '../fields/field-store.js';
import {addressKey} from '../fields.js';
import type {CardVaultHost} from '../host.js';
import type {AddressSuggestion, FieldName} from '../options.js';
import {adopt} from '../styles/adopt.js';
import {css} from '../styles/css.js';

const most = 8;
/** Milliseconds without a key, before the page is asked. */
const pause = 150;
/** UTF-8 bytes: three Latin letters, two of Cyrillic or Arabic, one of Chinese tell enough to ask. */
const leastBytes = 3;

export interface SuggestionsView {
  readonly host: Pick<CardVaultHost, 'addressLookup'>;
  readonly store: FieldStore;
  readonly language: string;
  readonly timers: Timers;
}

const lists = new WeakMap<HTMLInputElement, Suggestions>();

/** Makes an input suggest; again for the same input, in the language of now. */
export function suggest(input: HTMLInputElement, view: SuggestionsView): void {
  const known = lists.get(input);
  if (known) known.view = view;
  else lists.set(input, new Suggestions(input, view));
}

const filled: readonly FieldName[] = ['country', 'street1', 'street2', 'city', 'state', 'postal-code'];

class Suggestions {
  view: SuggestionsView;
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;
  #shown: readonly AddressSuggestion[] = [];
  /** Place of the suggestion that Enter takes; -1 for none. */
  #active = -1;
  #asked = new AbortController();
  /** Of the chosen suggestion, until its parts are there; typing on gives it up. */
  #found = new AbortController();
  #stopWaiting: () => void;

  constructor(input: HTMLInputElement, view: SuggestionsView) {
    this.#input = input;
    this.view = view;
    this.#stopWaiting = () => undefined;
    const root = input.getRootNode() as ShadowRoot;
    adopt(root, styles);
    root.querySelector('#suggestions')?.remove();
    this.#list = document.createElement('div');
    this.#list.id = 'suggestions';
    this.#list.setAttribute('part', 'suggestions');
    this.#list.setAttribute('role', 'listbox');
    this.#list.hidden = true;
    // A press must leave the focus in the input.
    this.#list.addEventListener('pointerdown', (event) => event.preventDefault());
    this.#list.addEventListener('mousedown', (event) => event.preventDefault());
    this.#list.addEventListener('click', ({target}) => {
      const option = (target as Element).closest('[role=option]');
      if (option) this.#take([...this.#list.children].indexOf(option));
    });
    input.closest('.box')?.append(this.#list);
    input.setAttribute('aria-controls', this.#list.id);
    input.addEventListener('input', () => this.#typed());
    input.addEventListener('keydown', (event) => this.#key(event));
    input.addEventListener('blur', () => this.#close());
  }

  get #isOpen(): boolean {
    return !this.#list.hidden;
  }

  #typed(): void {
    this.#close();
    this.#found.abort();
    const {view} = this;
    const query = this.#input.value.trim();
    // The same node may be another field of another country by now.
    const ask = this.#input.id === 'street1' ? view.host.addressLookup : undefined;
    if (!ask || new TextEncoder().encode(query).length < leastBytes) return;
    const {signal} = this.#asked;
    const country = view.store.billing.country ?? '';
    this.#stopWaiting = view.timers.after(pause, () => {
      Promise.resolve(query)
        .then((text) => ask(text, {country, language: view.language, signal}))
        .then(
          (found) => signal.aborted || this.#show(found.slice(0, most)),
          // The shopper types the address, and needs no sentence about it.
          () => undefined,
        );
    });
  }

  #show(suggestions: readonly AddressSuggestion[]): void {
    this.#shown = suggestions;
    this.#active = -1;
    this.#draw();
  }

  #close(): void {
    this.#stopWaiting();
    this.#asked.abort();
    this.#asked = new AbortController();
    this.#show([]);
  }

  #draw(): void {
    const label = this.#input.labels?.[0]?.textContent.trim() ?? '';
    this.#list.setAttribute('aria-label', label);
    this.#list.hidden = this.#shown.length === 0;
    this.#input.setAttribute('aria-expanded', String(this.#isOpen));
    const active = this.#shown[this.#active] && `suggestion-${this.#active}`;
    if (active) this.#input.setAttribute('aria-activedescendant', active);
    else this.#input.removeAttribute('aria-activedescendant');
    render(
      this.#shown.map(
        ({text}, index) =>
          html`<div
            id="suggestion-${index}"
            role="option"
            part="suggestion ${index === this.#active ? 'suggestion-active' : ''}"
            aria-selected=${index === this.#active ? 'true' : 'false'}
          >
            <bdi>${text}</bdi>
          </div>`,
      ),
      this.#list,
    );
    this.#list.children[this.#active]?.scrollIntoView({block: 'nearest'});
  }

  #key(event: KeyboardEvent): void {
    // Keys of an input method are its own.
    if (event.isComposing || !this.#isOpen) return;
    const count = this.#shown.length;
    if (event.key === 'ArrowDown') this.#active = this.#active + 1 < count ? this.#active + 1 : -1;
    else if (event.key === 'ArrowUp') this.#active = this.#active < 0 ? count - 1 : this.#active - 1;
    else if (event.key === 'Escape') this.#close();
    else if (event.key === 'Enter' && this.#active >= 0) this.#take(this.#active);
    else return;
    // Enter would submit the form, Escape close the page's dialog around it.
    event.preventDefault();
    event.stopPropagation();
    if (this.#isOpen) this.#draw();
  }

  #take(index: number): void {
    const {address} = this.#shown[index]!;
    this.#close();
    if (typeof address !== 'function') return this.#fill(address);
    const {signal} = (this.#found = new AbortController());
    Promise.resolve(signal)
      .then(address)
      .then(
        (found) => signal.aborted || this.#fill(found),
        () => undefined,
      );
  }

  /** Fills every field. A part that the address does not name belonged to another one, and goes; the country stays. */
  #fill(address: BillingAddress): void {
    const {store} = this.view;
    for (const field of filled) {
      const text = address[addressKey(field)!];
      if (field === 'country' && !text) continue;
      store.type(field, (field === 'country' ? text?.toUpperCase() : text) ?? '');
    }
    this.#input.value = address.street1 ?? '';
  }
}

const styles = css`
  .box:has(> #suggestions:not([hidden])) {
    overflow: visible;
  }
  #suggestions {
    position: absolute;
    z-index: 2;
    inset: calc(100% + 4px) 0 auto;
    max-block-size: 17.5rem;
    overflow: auto;
    overscroll-behavior: contain;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_ink);
    box-shadow: 0 8px 24px rgb(0 0 0 / 18%);
  }
  #suggestions[hidden] {
    display: none;
  }
  [role='option'] {
    display: flex;
    align-items: center;
    min-block-size: 44px;
    padding: 6px var(--_inset);
    cursor: pointer;
    overflow-wrap: anywhere;
  }
  [role='option']:hover,
  [role='option'][aria-selected='true'] {
    background: color-mix(in srgb, currentcolor 10%, transparent);
  }
  [role='option'][aria-selected='true'] {
    outline: 2px solid var(--_accent);
    outline-offset: -2px;
  }
`;
