import {html, nothing, render, type TemplateResult} from 'lit';
import type {StepUpRoom, StepUpRoomRequest} from '../../gateways/index.js';
import {chooseChallengeWindow} from '../../gateways/challenge-window.js';
import {brandNames} from '../../protocol/brand-names.js';
import type {CardSummary, ChallengeWindow} from '../../protocol/index.js';
import type {Say} from '../controllers/locale.js';
import {enLater} from '../messages/en-later.js';
import type {ChallengeWindowSetting} from '../options.js';
import {brandSigns} from '../views/brand-signs.js';
import {brandMark} from '../views/marks.js';

/** English and styles of this part; given to the element when the part arrives. */
export {enLater as messages};
export {roomStyles as styles} from './styles.js';

/** What the room needs to know of the element that opens it. */
export interface RoomContext {
  /** A node of the element's shadow tree that nothing else renders into. */
  readonly place: HTMLElement;
  readonly root: ShadowRoot;
  readonly inline: boolean;
  readonly setting: ChallengeWindowSetting;
  readonly shop: string;
  readonly card: CardSummary | undefined;
  readonly say: Say;
}

/** Lengths of the dialog beside the bank's frame. */
const chrome = {width: 48, height: 168};
/** Below this the dialog is the screen. */
const phone = 480;

/**
 * Opens the room for the bank's page: a native dialog in the top layer, or a place in the page. The room closes itself
 * when the request's signal aborts, and gives the focus back to where it was.
 */
export function openRoom(context: RoomContext, request: StepUpRoomRequest): StepUpRoom & {loaded(): void} {
  const {place, root, inline} = context;
  const before = document.activeElement;
  let size = fit(context, request.windowSize);
  let close: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => (close = resolve));
  render(inline ? inlineView(context, close) : dialogView(context, close), place);
  const room = place.querySelector<HTMLElement>('.room')!;
  const container = place.querySelector<HTMLElement>('.bank')!;
  room.dataset['size'] = size;
  const refit = (): void => {
    size = fit(context, request.windowSize);
    room.dataset['size'] = size;
  };
  addEventListener('resize', refit, {signal: request.signal});
  if (room instanceof HTMLDialogElement) room.showModal();
  else room.scrollIntoView({block: 'nearest'});
  room.querySelector<HTMLElement>('.room-title')?.focus({preventScroll: true});
  request.signal.addEventListener(
    'abort',
    () => {
      if (room instanceof HTMLDialogElement) room.close();
      else if (before instanceof HTMLElement && room.contains(root.activeElement)) before.focus();
      render(nothing, place);
    },
    {once: true},
  );
  return {container, closed, size, loaded: () => room.toggleAttribute('data-loaded', true)};
}

/** The EMV size for the room there is now. On a phone the bank has the whole screen. */
function fit({setting, inline, place}: RoomContext, requested: ChallengeWindow | undefined): ChallengeWindow {
  const host = place.getBoundingClientRect();
  const width = inline ? host.width : innerWidth - chrome.width;
  const height = inline ? Infinity : innerHeight - chrome.height;
  if (setting === 'auto' && !inline && innerWidth <= phone) return '05';
  return chooseChallengeWindow({
    preferred: setting,
    availableWidth: width,
    availableHeight: height,
    requested,
  });
}

function headView({say, shop, card}: RoomContext): TemplateResult {
  return html`<header class="room-head" part="step-up-header">
    <h2 class="room-title" part="step-up-title" id="room-title" tabindex="-1">
      ${shop ? say('stepUpShop', {shop}) : say('stepUpTitle')}
    </h2>
    <p class="room-line" part="step-up-line">
      ${
        card
          ? html`<span class="room-card" part="step-up-card"
              >${brandMark(card.brand, nameOf(card, say), brandSigns)}<bdi dir="ltr"
                >•••• ${card.lastFour}</bdi
              ></span
            >`
          : nothing
      }
      <span id="room-line">${say('stepUpLine')}</span>
    </p>
  </header>`;
}

function bankView({say}: RoomContext): TemplateResult {
  return html`<div class="bank" part="step-up-frame"></div>
    <div class="bank-wait" part="step-up-loading"><span class="sr">${say('stepUpLoading')}</span></div>`;
}

function dialogView(context: RoomContext, close: () => void): TemplateResult {
  return html`<dialog
    class="room"
    part="step-up"
    aria-labelledby="room-title"
    aria-describedby="room-line"
    @close=${close}
  >
    ${headView(context)}
    <div class="bank-room">${bankView(context)}</div>
    <footer class="room-foot" part="step-up-footer">
      <button
        class="button quiet"
        part="step-up-cancel"
        type="button"
        @click=${(event: Event) => (event.target as Element).closest('dialog')?.close()}
      >
        ${context.say('stepUpCancel')}
      </button>
    </footer>
  </dialog>`;
}

function inlineView(context: RoomContext, close: () => void): TemplateResult {
  return html`<section class="room inline" part="step-up" aria-labelledby="room-title">
    ${headView(context)}
    <div class="bank-room">${bankView(context)}</div>
    <footer class="room-foot" part="step-up-footer">
      <button class="button quiet" part="step-up-cancel" type="button" @click=${close}>
        ${context.say('stepUpCancel')}
      </button>
    </footer>
  </section>`;
}

function nameOf({brand}: CardSummary, say: Say): string {
  return brand === 'unknown' ? say('unknownBrand') : brandNames[brand];
}
