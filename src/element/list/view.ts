import {html, nothing, svg, type TemplateResult} from 'lit';
import {brandNames} from '../../protocol/brand-names.js';
import type {PaymentMethod} from '../../protocol/index.js';
import type {Say} from '../shopper/locale.js';
import {icon, warningIcon} from '../views/icons.js';
import {brandMark} from '../views/marks.js';
import type {Row, WalletController} from './wallet.js';

/** Value of the row for another card. */
export const another = Symbol('another');
export type Choice = string | typeof another | undefined;

export interface ListView {
  readonly say: Say;
  readonly rows: readonly Row[];
  readonly choice: Choice;
  readonly disabled: boolean;
  /** Another card is being saved: the choice stands. */
  readonly isSaving: boolean;
  readonly required: boolean;
  readonly keepsDefault: boolean;
  readonly offersAnother: boolean;
  readonly now: number;
  /** Sentence under the list. */
  readonly problem: string | undefined;
  readonly choose: (choice: Choice) => void;
  readonly wallet: Pick<WalletController, 'remove' | 'undo' | 'makeDefault'>;
}

/** A card by its brand and last digits, isolated so that they keep their order in right-to-left sentences. */
export function cardName({brand, lastFour}: PaymentMethod, say: Say): string {
  const name = brand === 'unknown' ? say('unknownBrand') : brandNames[brand];
  return `\u2066${name} \u2022\u2022\u2022\u2022\u00a0${lastFour}\u2069`;
}

/** The saved cards as one group of radio buttons; the last is for another card. */
export function listView(view: ListView): TemplateResult {
  const {say, rows, choice, offersAnother, problem} = view;
  const isEmpty = rows.length === 0;
  const opens = offersAnother && (choice === another || isEmpty || view.isSaving);
  return html`${
      isEmpty
        ? html`<p class="empty" part="empty"><slot name="empty">${say('noCards')}</slot></p>`
        : html`<div
            class="list"
            part="list"
            role="radiogroup"
            aria-labelledby="heading"
            aria-required=${view.required}
            aria-invalid=${problem !== undefined}
            aria-describedby="problem"
          >
            ${rows.map((row) => (row.removal ? removedView(row, view) : cardView(row, view)))}
            ${offersAnother ? anotherView(view) : nothing}
          </div>`
    }
    ${opens ? html`<div class="another" part="another"><slot name="another"></slot></div>` : nothing}
    <p class="error" part="error" id="problem">
      ${problem ? html`${warningIcon()}<span>${problem}</span>` : nothing}
    </p>`;
}

function cardView({method, problem, busy}: Row, view: ListView): TemplateResult {
  const {say, choice, disabled} = view;
  const {token, brand, expirationMonth: month, expirationYear: year} = method;
  const name = cardName(method, say);
  const isChosen = choice === token;
  const until = month && year ? `\u2066${month}/${year.slice(-2)}\u2069` : undefined;
  const mark = brandMark(brand, '');
  return html`<div
    class="card"
    part="card ${isChosen ? 'card-chosen' : ''} ${method.expired ? 'card-expired' : ''}"
    data-token=${token}
    ?data-chosen=${isChosen}
    ?data-expired=${method.expired}
  >
    <label class="pick">
      ${radio(view, token, isChosen, disabled || method.expired === true)}
      <span class="sign" aria-hidden="true">${mark}</span>
      <span class="words">
        <span class="name" part="card-name">${name}</span>
        <span class="facts">
          ${until ? html`<span part="card-expiry">${method.expired ? until : say('cardExpires', {expiry: until})}</span>` : nothing}
          ${marksOf(method, view)}
        </span>
      </span>
    </label>
    ${toolsView({method, busy}, name, view)}
    ${problem ? html`<p class="card-problem" part="card-problem">${say(problem)}</p>` : nothing}
  </div>`;
}

/** Buttons of a card: in its row, and in a narrow list behind another one. */
function toolsView(
  {method, busy}: Pick<Row, 'method' | 'busy'>,
  name: string,
  view: ListView,
): TemplateResult {
  const {say, disabled} = view;
  const {token} = method;
  return html`<button
      class="tool more"
      part="tool more-button"
      type="button"
      aria-label=${name}
      popovertarget="tools-${token}"
      ?disabled=${disabled}
    >
      ${icon(svg`<path d="M8 3.5v.1M8 8v.1M8 12.5v.1" stroke-width="2.5"/>`)}
    </button>
    <span class="tools" part="tools" id="tools-${token}" popover @beforetoggle=${placeTools}>
      ${
        view.keepsDefault && !method.isDefault && !method.expired && !method.singleUse
          ? tool({
              part: 'default-button',
              text: say('makeDefault'),
              name: say('makeCardDefault', {card: name}),
              disabled: disabled || busy === true,
              press: () => void view.wallet.makeDefault(token),
            })
          : nothing
      }
      ${tool({
        part: 'remove-button',
        text: say('remove'),
        name: say('removeCard', {card: name}),
        disabled,
        press: () => view.wallet.remove(token),
      })}
    </span>`;
}

/** Opens the tools of a narrow list at their button, above it where there is no room below. Closed, they give the focus back to it. */
function placeTools({newState, currentTarget}: ToggleEvent): void {
  const panel = currentTarget as HTMLElement;
  const button = panel.previousElementSibling as HTMLElement;
  if (newState !== 'open') {
    if (panel.matches(':focus-within')) button.focus({preventScroll: true});
    return;
  }
  const {left, right, top, bottom} = button.getBoundingClientRect();
  const {clientWidth, clientHeight} = document.documentElement;
  const isRight = getComputedStyle(panel).direction === 'rtl';
  const isBelow = bottom + 110 < clientHeight;
  Object.assign(panel.style, {
    ...{left: isRight ? `${left}px` : 'auto', right: isRight ? 'auto' : `${clientWidth - right}px`},
    ...{top: isBelow ? `${bottom}px` : 'auto', bottom: isBelow ? 'auto' : `${clientHeight - top}px`},
  });
  // A page that scrolls takes the button away from under it.
  addEventListener('scroll', () => hide(panel), {once: true, capture: true, passive: true});
}

/** Browsers without popovers show the tools in the row. */
function hide(panel: HTMLElement | null): void {
  if (panel && 'popover' in panel && panel.matches(':popover-open')) panel.hidePopover();
}

function removedView({method}: Row, {say, wallet, disabled}: ListView): TemplateResult {
  const name = cardName(method, say);
  return html`<div class="card removed" part="card card-removed" data-token=${method.token}>
    <span class="words">${say('cardRemoved', {card: name})}</span>
    <span class="tools"
      >${tool({
        part: 'undo-button',
        text: say('undo'),
        name: say('undoRemoval', {card: name}),
        disabled,
        press: () => wallet.undo(method.token),
      })}</span
    >
  </div>`;
}

function anotherView(view: ListView): TemplateResult {
  const isChosen = view.choice === another;
  const plus = icon(svg`<path d="M8 3.5v9M3.5 8h9"/>`);
  return html`<div
    class="card other"
    part="card card-another ${isChosen ? 'card-chosen' : ''}"
    ?data-chosen=${isChosen}
  >
    <label class="pick">
      ${radio(view, another, isChosen, view.disabled)}
      <span class="sign plus" aria-hidden="true">${plus}</span>
      <span class="words"><span class="name">${view.say('anotherCard')}</span></span>
    </label>
  </div>`;
}

function radio(view: ListView, choice: Choice, isChosen: boolean, disabled: boolean): TemplateResult {
  return html`<input
    class="radio"
    part="radio"
    type="radio"
    name="card"
    .checked=${isChosen}
    ?disabled=${disabled || (view.isSaving && !isChosen)}
    @input=${(event: Event) => {
      // The list tells of its value itself.
      event.stopPropagation();
      view.choose(choice);
    }}
  />`;
}

/** One mark, the one that matters most, beside the default's. */
function marksOf(method: PaymentMethod, {say, now}: ListView): TemplateResult {
  const mark = (kind: string, text: string) =>
    html`<span class="tag" part="mark mark-${kind}">${text}</span>`;
  const own = method.expired
    ? mark('expired', say('cardExpired'))
    : expiresSoon(method, now)
      ? mark('expires-soon', say('cardExpiresSoon'))
      : method.singleUse
        ? mark('single-use', say('cardWorksOnce'))
        : nothing;
  return html`${method.isDefault ? mark('default', say('cardIsDefault')) : nothing}${own}`;
}

/** In the month that runs or in the next one. */
function expiresSoon({expirationMonth, expirationYear}: PaymentMethod, now: number): boolean {
  if (!expirationMonth || !expirationYear) return false;
  const today = new Date(now);
  const left = (Number(expirationYear) - today.getFullYear()) * 12 + Number(expirationMonth) - 1;
  return left - today.getMonth() <= 1;
}

interface Tool {
  readonly part: string;
  readonly text: string;
  /** Name for screen readers: the text alone does not name the card. */
  readonly name: string;
  readonly disabled: boolean;
  readonly press: () => void;
}

function tool({part, text, name, disabled, press}: Tool): TemplateResult {
  return html`<button
    class="tool"
    part="tool ${part}"
    type="button"
    aria-label=${name}
    ?disabled=${disabled}
    @click=${({currentTarget}: Event) => {
      const panel = (currentTarget as Element).closest<HTMLElement>('.tools');
      press();
      hide(panel);
    }}
  >
    ${text}
  </button>`;
}

/** The places of the cards, while they are on their way. */
export function loadingView(say: Say, isLate: boolean): TemplateResult {
  const place = html`<div class="card" part="card card-loading" aria-hidden="true">
    <span class="pick"
      ><span class="blank round"></span><span class="blank sign"></span><span class="blank line"></span
    ></span>
  </div>`;
  return html`<div class="list places" part="list" aria-busy="true">
      ${place}${place}<span class="sr">${say('loadingCards')}</span>
    </div>
    <p class="error waiting">${isLate ? say('stillLoadingCards') : nothing}</p>`;
}

/** The cards could not be loaded: what happened, and one button. */
export function failedView(say: Say, isSignedOut: boolean, again: () => void): TemplateResult {
  return html`<div class="problem" part="problem">
    ${warningIcon()}
    <span>${say(isSignedOut ? 'cardsSignedOut' : 'cardsNotLoaded')}</span>
    <button class="tool" part="tool again-button" type="button" @click=${again}>
      ${say('loadCardsAgain')}
    </button>
  </div>`;
}
