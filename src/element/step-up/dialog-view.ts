import {html, nothing, type TemplateResult} from 'lit';
import {brandNames} from '../../protocol/brand-names.js';
import type {CardSummary} from '../../protocol/index.js';
import type {Say} from '../shopper/locale.js';
import {brandMark} from '../views/marks.js';

export interface DialogView {
  readonly inline: boolean;
  readonly shop: string;
  readonly card: CardSummary | undefined;
  readonly say: Say;
  /** The bank's page has painted something. */
  readonly loaded: boolean;
  /** Sentence about the time that is left. */
  readonly time: 'stepUpEnding' | 'stepUpMoreTime' | undefined;
  readonly onClose: () => void;
  /** Gives the shopper more time; nothing where none can be given. */
  readonly onMore: (() => void) | undefined;
}

/** The dialog around the bank's page. Its container for the bank's frame is made once and stays. */
export function dialogView(view: DialogView): TemplateResult {
  const {inline, loaded, onClose} = view;
  if (inline)
    return html`<section
      class="dialog inline"
      part="step-up"
      aria-labelledby="dialog-title"
      ?data-loaded=${loaded}
    >
      ${contentView(view, onClose)}
    </section>`;
  const close = (event: Event): void => (event.target as Element).closest('dialog')?.close();
  return html`<dialog
    class="dialog"
    part="step-up"
    aria-labelledby="dialog-title"
    aria-describedby="dialog-line"
    ?data-loaded=${loaded}
    @close=${onClose}
  >
    ${contentView(view, close)}
  </dialog>`;
}

function contentView({shop, card, say, loaded, time, onMore}: DialogView, close: (event: Event) => void) {
  return html`<div class="dialog-bar" part="step-up-bar">
      ${card ? cardView(card, say) : nothing}
      <button class="button quiet dialog-close" part="step-up-cancel" type="button" @click=${close}>
        ${closeIcon()}<span>${say('stepUpCancel')}</span>
      </button>
    </div>
    <header class="dialog-head" part="step-up-header">
      <h2 class="dialog-title" part="step-up-title" id="dialog-title" tabindex="-1">
        ${shop ? say('stepUpShop', {shop}) : say('stepUpTitle')}
      </h2>
      <p class="dialog-line" part="step-up-line" id="dialog-line">${say('stepUpLine')}</p>
    </header>
    <div class="bank-box">
      <div class="bank" part="step-up-frame"></div>
      <div class="bank-wait" part="step-up-loading">
        <span class="sr">${loaded ? nothing : say('stepUpLoading')}</span>
      </div>
    </div>
    <footer class="dialog-foot ${time === 'stepUpEnding' ? 'ending' : ''}" part="step-up-footer">
      <p class="dialog-time ${time === 'stepUpEnding' ? '' : 'sr'}" part="step-up-time" role="status">
        ${time ? say(time) : nothing}
      </p>
      ${
        onMore
          ? html`<button class="button quiet" part="step-up-more" type="button" @click=${onMore}>
              ${say('stepUpMore')}
            </button>`
          : nothing
      }
    </footer>`;
}

function cardView({brand, lastFour}: CardSummary, say: Say): TemplateResult {
  const name = brand === 'unknown' ? say('unknownBrand') : brandNames[brand];
  return html`<span class="dialog-card" part="step-up-card"
    >${brandMark(brand, name)}<bdi dir="ltr">••••&nbsp;${lastFour}</bdi></span
  >`;
}

function closeIcon(): TemplateResult {
  return html`<svg
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    aria-hidden="true"
  >
    <path d="M3.5 3.5l9 9m0-9l-9 9" stroke-width="1.75" stroke-linecap="round" />
  </svg>`;
}
