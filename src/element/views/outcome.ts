import {html, nothing, svg, type TemplateResult} from 'lit';
import type {CardVaultHost} from '../host.js';
import type {LocaleController} from '../shopper/locale.js';
import {LateModule, withWords} from '../late-module.js';
import type {Ended} from '../phases.js';
import type {FieldStore} from '../fields/field-store.js';
import {css} from '../styles/css.js';
import type * as ExpiryModule from './expiry.js';
import type {FieldView} from './form.js';
import {later} from '../../texts/en/later.js';
import {brandStyles, brandsView} from './brands.js';
import {warningIcon} from './icons.js';
import {keepsForm, outcomeText} from './outcome-words.js';
import {payingStyles, savedCard, savedCardStyles} from './saved-card.js';
import {brandIds} from '../../protocol/brand-ids.js';
import type {ShownBrands} from '../fields/brands.js';

/** English of this part; given to the element when the part arrives. */
export {later as messages};
/** The marks of the brands and of the code; they come with this part. */
export {brandMark, codeMark} from './marks.js';
export {errorKey, keepsForm, needsAnotherCard, outcomeText, problemAfter} from './outcome-words.js';
export {payingView, speakOf} from './saved-card.js';

interface Interaction {
  readonly entries: {readonly brands: ShownBrands};
  /** Another button than the panel's says what is to be done next. */
  readonly waiting: {readonly buttonSpeaks: boolean};
  readonly lastEnding: {readonly afterSave: boolean};
  again(): void;
}

/** The drawn form, as far as these views need it. */
interface Drawn {
  readonly locale: Pick<LocaleController, 'language' | 'say'>;
  readonly interaction: () => Interaction | undefined;
  readonly use: (action: (interaction: Pick<Interaction, 'again'>) => void) => void;
}

const halves = new WeakMap<CardVaultHost, LateModule<typeof ExpiryModule>>();

/**
 * Month and year of the expiry apart, where the page wants them so and their script is loaded. What is typed into the
 * one input until then stays there while it has the focus.
 */
export function expiryOf(
  host: CardVaultHost,
  drawn: Drawn & {readonly locale: LocaleController; readonly store: FieldStore},
): Pick<FieldView, 'control'> | undefined {
  const isOne = host.expiryFields === 'one';
  if (!isOne && !halves.has(host)) {
    const load = () => withWords(host, drawn.locale, import('./expiry.js'));
    halves.set(host, new LateModule(host, load, () => host.expiryFields !== 'one'));
    halves.get(host)!.preload();
  }
  const whole = host.renderRoot.querySelector('[autocomplete="cc-exp"]');
  return isOne || whole?.matches(':focus') ? undefined : halves.get(host)!.value?.expiryInTwo(host, drawn);
}

/**
 * How a run ended: what happened, whose turn it is, and one button that does the next sensible thing. Undefined
 * where the form stays.
 */
export function outcomeView(host: CardVaultHost, drawn: Drawn, state: Ended): TemplateResult | undefined {
  const interaction = drawn.interaction();
  // Only what opens the fields again may leave the form without an ending.
  if (interaction && keepsForm(state)) return undefined;
  const {say} = drawn.locale;
  const {title, sentence, action} = outcomeText(state, say, host.shopName, interaction?.lastEnding.afterSave);
  const primary = !interaction?.waiting.buttonSpeaks;
  const saved = state.name === 'saved';
  const method = saved ? state.outcome.paymentMethod : undefined;
  // A card that was saved before takes less room than fields do: it is named, not drawn.
  const drawnCard = state.session?.payment ? undefined : method;
  const sign = html`<div class="sign" part="outcome-icon">${saved ? checkIcon() : warningIcon()}</div>`;
  return html`<div
    class="outcome ${state.name} ${drawnCard ? 'typed' : ''}"
    part="outcome outcome-${state.name}"
  >
    ${drawnCard ? savedCard(drawnCard, sentence, say, sign) : sign}
    <div class="texts">
      <p class="title" part="outcome-title" id="outcome-title" tabindex="-1">${title}</p>
      <p class="sentence" part="outcome-text">
        <span part="outcome-line" aria-hidden=${drawnCard ? 'true' : nothing}>${sentence}</span>
        ${method?.singleUse ? html`<span class="tag" part="single-use">${say('singleUse')}</span>` : nothing}
      </p>
      ${
        action
          ? html`<button
              class="button again ${primary && !saved ? '' : 'quiet'}"
              part="outcome-button"
              type="button"
              @click=${() => drawn.use((loaded) => loaded.again())}
            >
              ${action}
            </button>`
          : nothing
      }
    </div>
  </div>`;
}

function checkIcon(): TemplateResult {
  return html`<svg
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    aria-hidden="true"
  >
    ${svg`<path d="M3.5 8.5l3 3 6-7" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`}
  </svg>`;
}

const panelStyles = css`
  /* The form keeps its room under the outcome, so that nothing below them moves. */
  .stage {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .stage > * {
    grid-area: 1 / 1;
  }
  .form[hidden] {
    display: block;
    visibility: hidden;
  }
  .outcome {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-content: center;
    gap: 16px;
    padding: 16px;
    border: var(--_line) solid
      var(--card-vault-panel-border-color, color-mix(in srgb, var(--_border) 60%, transparent));
    border-radius: var(--card-vault-panel-radius, var(--_radius));
    background: var(--card-vault-panel-background, var(--_surface));
    box-shadow: var(--card-vault-panel-shadow, none);
    color: var(--_ink);
    animation: appear 150ms ease-out;
  }
  @keyframes appear {
    from {
      transform: translateY(-3px);
    }
  }
  .sign {
    display: grid;
    place-items: center;
    inline-size: 32px;
    block-size: 32px;
    border-radius: 50%;
    color: var(--_danger);
    background: color-mix(in srgb, var(--_danger) 12%, transparent);
  }
  :host {
    --_success: var(--card-vault-success, light-dark(#11703a, #66d694));
  }
  .saved .sign {
    color: var(--_success);
    background: color-mix(in srgb, var(--_success) 14%, transparent);
  }
  .title {
    margin: 0;
    font-size: var(--card-vault-outcome-title-size, calc(16 * var(--_u)));
    font-weight: var(--card-vault-title-weight, 600);
    line-height: 1.5em;
    outline: 0;
  }
  .sentence {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin: 2px 0 0;
    font-size: calc(14 * var(--_u));
    line-height: calc(22 * var(--_u));
    color: var(--_muted);
    font-variant-numeric: tabular-nums;
  }
  .saved .sentence {
    color: var(--_ink);
  }
  .outcome.saved {
    padding-inline: 0;
    border-color: transparent;
    background: none;
    box-shadow: none;
    animation: none;
  }
  .saved:not(.typed) {
    padding-block: 0;
  }
  .saved .again {
    margin-block-start: 0;
    padding-inline: 0;
    border: 0;
    background: none;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  /* In the place of the fields, and as high as they are. */
  [data-layout='stacked'] .typed {
    --_c: calc(1.53 * var(--card-vault-card-scale, 1) * var(--_u));
    grid-template-columns: minmax(0, 1fr);
    gap: 10px;
    padding-block: 0;
    justify-items: center;
    text-align: center;
    .saved-card {
      justify-self: center;
    }
    .sentence {
      justify-content: center;
    }
  }
  .tag {
    padding: 0 8px;
    border: 1px solid var(--_border);
    border-radius: 11px;
    font-size: calc(12 * var(--_u));
    line-height: calc(20 * var(--_u));
    color: var(--_muted);
  }
  .again {
    min-block-size: 44px;
    margin-block-start: 12px;
    padding: 8px 16px;
    font-size: calc(14 * var(--_u));
  }
  @media (forced-colors: active) {
    .sign {
      border: 1px solid currentcolor;
    }
    .mark .ground {
      fill: Canvas;
    }
    .mark .ink {
      fill: CanvasText;
    }
    .mark .shape {
      fill: none;
      stroke: CanvasText;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .outcome {
      animation: none;
    }
  }
`;

export const styles = css`
  ${panelStyles}${savedCardStyles}${brandStyles}${payingStyles}
`;

/** The brands of the number, or those that `accepted-brands` names while there is no number yet. */
export function brandsOf(host: CardVaultHost, {interaction, locale}: Drawn): TemplateResult {
  const brands = interaction()?.entries.brands ?? namedBrands(host.acceptedBrands);
  return brandsView(brands, locale, host);
}

function namedBrands(value = ''): ShownBrands {
  const names = value.toLowerCase().split(/[\s,]+/);
  const accepted = brandIds.filter((id) => names.includes(id));
  return {accepted, found: [], choices: [], chosen: undefined, choose: () => undefined};
}
