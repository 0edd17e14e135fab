import {html, nothing, type ReactiveController, type TemplateResult} from 'lit';
import type {Drawn} from '../stages/contracts.js';
import {LateModule, withWords} from '../late-module.js';
import type {PlacedFields} from '../fields.js';
import type {CardVaultHost} from '../host.js';
import {pieces} from '../../texts/en/pieces.js';
import type {MessageKey} from '../../texts/shapes.js';
import type {FieldName} from '../options.js';
import {hasEnded, isLoading} from '../phases.js';
import {adopt} from '../styles/adopt.js';
import type * as BillingModule from '../views/billing.js';
import {
  formView,
  saveView,
  statusView,
  type FormView,
  codeField,
  expiryField,
  nameField,
  numberField,
  fieldView,
} from '../views/form.js';
import {formOf} from '../stages/root.js';
import {Arrangement} from './arrangement.js';
import type {Part, PartsController} from './context.js';
import {fieldOf, hintOf, labelOf, labelled} from './field.js';
import {shareSheets, restStyles} from './styles.js';

/**
 * The parts of one element. A piece that the page has placed is drawn there and is left out of the element's
 * own form; the frames of the number and the code stand in their parts, and are brought up anew where those
 * were moved.
 */
export class PlacedParts implements ReactiveController, PlacedFields {
  readonly controller: PartsController;
  readonly #host: CardVaultHost;
  readonly #drawn: Drawn;
  readonly #placed = new Arrangement();
  readonly #billing: LateModule<typeof BillingModule>;
  /** A frame has left the page with its part. */
  #lost = false;
  /** The fields were brought up anew because the page has moved them, not because their time was over. */
  #placesMoved: 'begun' | 'done' | undefined;

  constructor(host: CardVaultHost, drawn: Drawn) {
    this.#host = host;
    this.#drawn = drawn;
    this.#billing = new LateModule(
      host,
      () => withWords(host, drawn.locale, import('../views/billing.js')),
      () => this.#placed.hasAddress,
    );
    this.controller = Object.freeze({
      add: (part: Part) => this.#add(part),
      remove: (part: Part) => this.#remove(part),
      draw: (part: Part) => this.#draw(part),
    });
    // Words that do not come are asked for again with the next part.
    drawn.locale.add(pieces)?.catch(() => undefined);
    drawn.store.placed = this;
    drawn.draw = (view) => this.#drawForm(view);
    host.addController(this);
  }

  arrange(usual: readonly FieldName[]): readonly FieldName[] {
    return this.#placed.arrange(usual);
  }

  rootOf(piece: FieldName | 'outcome'): ShadowRoot | undefined {
    return piece === 'outcome'
      ? this.#placed.of('status')?.renderRoot
      : this.#placed.ofField(piece, this.#drawn.store)?.renderRoot;
  }

  async drawn(): Promise<void> {
    await Promise.all([...this.#placed.parts].map((part) => part.updateComplete));
  }

  hostUpdate(): void {
    const {locale, state} = this.#drawn;
    this.#connect();
    const {name} = state();
    if (name === 'collecting' && this.#placesMoved) this.#placesMoved = 'done';
    else if (name === 'capturing' && this.#placesMoved === 'done') this.#placesMoved = undefined;
    if (!this.#view.paying) locale.instead = (key) => this.#saysInstead(key);
    for (const part of this.#placed.parts) part.requestUpdate();
  }

  hostUpdated(): void {
    const {renderRoot} = this.#host;
    adopt(renderRoot, restStyles);
    renderRoot.querySelector('.form')?.toggleAttribute('data-rest', this.#placed.parts.size > 0);
    this.#settle();
  }

  #add(part: Part): void {
    this.#placed.parts.add(part);
    shareSheets(this.#host, part);
    this.#host.requestUpdate();
  }

  #remove(part: Part): void {
    const places = this.#places;
    const left = Object.values(places ?? {}).find((place) => place.parentNode === part);
    if (left?.firstElementChild) this.#lost = true;
    this.#placed.parts.delete(part);
    this.#host.requestUpdate();
  }

  get #places(): {readonly number: HTMLElement; readonly securityCode: HTMLElement} | undefined {
    return this.#drawn.live.value?.places.current;
  }

  /** Brings the places of the frames to where they belong. Frames that are moved load anew, and are empty. */
  #settle(): void {
    const loaded = this.#drawn.live.value;
    const places = this.#places;
    if (!loaded || !places) return;
    const homes = [
      [places.number, this.#homeOf('number')],
      [places.securityCode, this.#homeOf('security-code')],
    ] as const;
    if (!this.#lost && homes.every(([place, home]) => place.parentNode === home)) return;
    if (homes.some(([place]) => place.firstElementChild)) {
      const {session, frames} = loaded;
      const {state} = session;
      if (state.name === 'collecting') {
        this.#placesMoved = 'begun';
        frames.renew(!this.#drawn.store.hasHosted);
      } else if (isLoading(state) && this.#lost) {
        session.reset();
        session.open();
      } else if (!hasEnded(state)) return;
    }
    this.#lost = false;
    for (const [place, home] of homes) if (place.parentNode !== home) home.append(place);
  }

  #homeOf(field: 'number' | 'security-code'): HTMLElement {
    return this.#placed.ofField(field) ?? this.#host;
  }

  get #view(): FormView {
    return formOf(this.#host, this.#drawn);
  }

  #drawForm(view: FormView): TemplateResult {
    const {billing} = this.#drawn;
    const placed = this.#placed;
    if (placed.parts.size === 0) return formView(view);
    return restOf(view, placed, {...this.#addressView(), draw: billing.inUse?.billingView});
  }

  /** Actions on live fields load later than the fields. */
  #connect(): void {
    const interaction = this.#drawn.interaction();
    if (!interaction) return;
    const {locale, store} = this.#drawn;
    interaction.entries.addressRules = () =>
      (this.#drawn.billing.inUse ?? this.#billing.value)?.addressRules({host: this.#host, locale, store});
    for (const part of this.#placed.parts) interaction.listen(part.renderRoot);
  }

  /** The page's own label is also what a screen reader says, in frames and in announcements. */
  #saysInstead(key: MessageKey): string | undefined {
    if (key === 'renewed' && this.#placesMoved) return this.#drawn.locale.say('fieldsMoved');
    const field = labelled[key];
    if (!field) return undefined;
    const part = this.#placed.ofField(field);
    if (part?.field === 'expiry-month' || part?.field === 'expiry-year') return undefined;
    return (key.startsWith('securityCodeHint') ? hintOf(part) : labelOf(part)) || undefined;
  }

  #addressView(): BillingModule.BillingView {
    const {locale, store, timers} = this.#drawn;
    return {
      timers,
      host: this.#host,
      say: locale.say,
      store,
      locale: locale.tag,
      language: locale.language,
      disabled: this.#host.inactive,
      fields: store.fields.filter((field) => !this.#placed.isPlaced(field)),
    };
  }

  #draw(part: Part): TemplateResult | typeof nothing {
    if (!this.#placed.isShown(part)) return nothing;
    const view = this.#view;
    const content = this.#contentOf(part, view);
    if (content === nothing) return nothing;
    const {locale} = this.#drawn;
    return html`<div
      class=${part.kind === 'status' ? 'status' : 'fields'}
      part=${part.kind}
      lang=${locale.language}
      dir=${locale.rightToLeft ? 'rtl' : nothing}
      ?inert=${part.kind === 'field' && view.busyText !== undefined}
      ?data-disabled=${view.disabled}
      ?data-second=${this.#placed.isSecondHalf(part)}
      @keydown=${(event: KeyboardEvent) => submitByEnter(event, view)}
      @click=${(event: Event) =>
        part.kind === 'button' && event.target !== event.currentTarget && view.onSubmit(event)}
      @slotchange=${() => this.#host.requestUpdate()}
    >
      ${content}
    </div>`;
  }

  #contentOf(part: Part, view: FormView): TemplateResult | typeof nothing {
    if (part.kind === 'status')
      return view.hidden ? html`<slot name="outcome">${view.outcome}</slot>` : statusView(view);
    if (view.hidden) return nothing;
    if (part.kind === 'button')
      return html`<slot name="button"
        >${saveView({...view, showButton: true}, html`<slot name="label">${view.say('save')}</slot>`)}</slot
      >`;
    if (view.paying && !(view.payment?.securityCode && part.field === 'security-code')) return nothing;
    return fieldOf(part, view, {view: this.#addressView(), module: this.#billing.value}) ?? nothing;
  }
}

/** Enter in an input of the element's own, where it does not lead on to another field. */
function submitByEnter(event: KeyboardEvent, view: FormView): void {
  const isInput = event.target instanceof HTMLInputElement;
  if (event.key === 'Enter' && isInput && !event.isComposing && !event.defaultPrevented) view.onSubmit(event);
}

interface RestOfAddress extends BillingModule.BillingView {
  /** Loaded with the address inputs. */
  readonly draw: typeof BillingModule.billingView | undefined;
}

/** The element's own form without what the page has placed. */
export function restOf(view: FormView, placed: Arrangement, address: RestOfAddress): TemplateResult {
  const status = placed.of('status');
  const rest: FormView = {
    ...view,
    ...(status && {outcome: nothing}),
    ...(placed.of('button') && {showButton: false}),
  };
  const fields = [
    ...(view.paying ? [view.paying] : []),
    ...(
      [
        ['number', numberField],
        ['expiry', expiryField],
        ['security-code', codeField],
      ] as const
    ).flatMap(([field, fieldOf]) => {
      const isAsked = !view.paying || (view.payment?.securityCode && field === 'security-code');
      return isAsked && !placed.isPlaced(field) ? [fieldView(fieldOf(view))] : [];
    }),
    ...(view.nameShown && !placed.isPlaced('name') ? [fieldView(nameField(view))] : []),
  ];
  const addressed = addressOf(view, placed, address);
  if (fields.length === 0 && addressed === nothing && status && !rest.showButton)
    return html`${rest.outcome}`;
  return formView(rest, html`${fields}${addressed}`, status ? nothing : undefined);
}

/** The address inputs and the consent that the element asks for itself. */
function addressOf(view: FormView, placed: Arrangement, address: RestOfAddress): unknown {
  const {host, fields} = address;
  const isAsked = host.billingFields !== 'none' && fields.some((field) => !ofCard.includes(field));
  if (!isAsked && host.consent === 'none') return nothing;
  return address.draw?.(address) ?? view.address;
}

const ofCard: readonly string[] = ['number', 'expiry', 'security-code', 'name', 'consent'];
