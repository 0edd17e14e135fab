import {html, nothing, type TemplateResult} from 'lit';
import {brandList, brandNames} from '../../protocol/brand-names.js';
import type {BrandId} from '../../protocol/index.js';
import type {ShownBrands as Brands} from '../fields/brands.js';
import type {CardVaultHost} from '../host.js';
import type {LocaleController, Say} from '../shopper/locale.js';
import {css} from '../styles/css.js';
import {brandSigns} from './brand-signs.js';

/** As many marks fit beside the label of a narrow form. */
const shrunkAtMost = 9;

/** The mark of a brand beside its name, or beside others: a screen reader hears the text, not each mark. */
function sign(brand: BrandId, dim = false): TemplateResult {
  return html`<svg
    class="mark small"
    part="accepted-brand accepted-brand-${brand}"
    ?data-dim=${dim}
    aria-hidden="true"
    viewBox="0 0 36 24"
  >
    <rect
      class="ground"
      x=".5"
      y=".5"
      width="35"
      height="23"
      rx="4"
      fill="#fff"
      stroke="currentColor"
      stroke-opacity=".35"
    />
    ${brandSigns[brand]}
  </svg>`;
}

/**
 * Content beside the number: the brands that are taken, and the choice between those of a co-badged card.
 */
export function brandsView(
  brands: Brands,
  {say, language}: Pick<LocaleController, 'say' | 'language'>,
  {brandMarks, inactive}: Pick<CardVaultHost, 'brandMarks' | 'inactive'>,
): TemplateResult {
  const {accepted, found} = brands;
  const row = html`<span
    class="brands"
    part="brands"
    role="img"
    ?data-many=${accepted.length > shrunkAtMost}
    ?data-found=${accepted.length > shrunkAtMost && found.length > 0}
    aria-label=${say('acceptedBrands', {brands: brandList(accepted, language)})}
  >
    ${accepted.map((id) => sign(id, found.length > 0 && !found.includes(id)))}
  </span>`;
  return html`${accepted.length > 0 && !['field', 'none'].includes(brandMarks) ? row : nothing}${choiceView(brands, say, inactive)}`;
}

function choiceView(brands: Brands, say: Say, disabled: boolean): TemplateResult | typeof nothing {
  const {choices, chosen} = brands;
  if (choices.length === 0) return nothing;
  return html`<fieldset class="choice" part="brand-choice" ?disabled=${disabled}>
    <legend class="sr">${say('brandChoice')}</legend>
    <span class="ask" aria-hidden="true">${say('brandChoice')}</span>
    ${choices.map(
      (id) =>
        html`<label class="option" part="brand-option">
          <input
            type="radio"
            name="brand"
            value=${id}
            .checked=${id === chosen}
            @change=${() => brands.choose(id)}
          />${sign(id)}<span>${brandNames[id]}</span>
        </label>`,
    )}
  </fieldset>`;
}

/** Where labels stand in boxes: in the line of the number's error, which has nothing to say at first. */
const underBox = css`
  .number > :is(.brands, .choice) {
    grid-area: 3 / 1 / auto / -1;
  }
  .number > .brands {
    align-self: start;
    margin-block: 4px 0;
    margin-inline-start: 0;
  }
  .brands:not([data-many])::before {
    content: none;
  }
  .brands[data-many] {
    justify-content: flex-start;
  }
  .number:has([data-invalid], .choice) .brands {
    visibility: hidden;
  }
`;

export const brandStyles = css`
  /* In the line of the label, which is there before the marks: nothing moves when they come. */
  .number:has(.brands) {
    grid-template-columns: auto minmax(0, 1fr);
  }
  .number > :is(.box, .error) {
    grid-column: 1 / -1;
  }
  :host(:is([brand-marks='label'], [brand-marks='none'])) .number .trail {
    display: none;
  }
  /* The choice stands in the row of the error, which would make way for it. */
  .number > .error {
    grid-row: 3;
  }
  .brands {
    grid-area: 1 / 2;
    align-self: end;
    display: flex;
    gap: 4px;
    block-size: calc(18 * var(--_u));
    margin-block-end: 7px;
    margin-inline-start: 12px;
    overflow: clip;
    color: var(--_muted);
    animation: arrive 150ms ease-out;
  }
  .brands:not([data-many])::before {
    content: '';
    flex: 1;
  }
  /* More than shrink into the line: what does not fit is left out, but for what is found. */
  .brands[data-many] {
    flex-wrap: wrap;
    justify-content: flex-end;
  }
  .brands[data-found] > :not([data-dim]) {
    order: -1;
  }
  .small {
    flex: 0 1 calc(27 * var(--_u));
    min-inline-size: 10px;
    block-size: calc(18 * var(--_u));
    direction: ltr;
    transition:
      opacity 150ms ease-out,
      filter 150ms ease-out;
  }
  .small[data-dim] {
    opacity: 0.3;
    filter: grayscale(1);
  }
  @keyframes arrive {
    from {
      opacity: 0;
    }
  }
  /* In the line of the number's error, which is empty: only a complete number has several brands. */
  .choice {
    grid-area: 3 / 1 / auto / -1;
    align-self: start;
    /* Over the error's empty line, which would take the press. */
    z-index: 1;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    column-gap: 14px;
    min-inline-size: 0;
    /* A press needs more room than the error's line has. */
    margin: 0 0 -2px;
    padding: 0;
    border: 0;
    font-size: calc(13 * var(--_u));
    line-height: calc(20 * var(--_u));
    color: var(--_muted);
  }
  .ask,
  .option {
    padding-block: 3px 1px;
  }
  .option {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    color: var(--_ink);
    cursor: pointer;
  }
  .option .small {
    flex-basis: calc(24 * var(--_u));
    block-size: calc(16 * var(--_u));
  }
  .option input {
    inline-size: 16px;
    block-size: 16px;
    margin: 0;
    accent-color: var(--_accent);

    &:focus-visible {
      outline: 2px solid var(--_accent);
      outline-offset: 2px;
      border-radius: 50%;
    }
  }
  .base[data-labels*='in'] {
    ${underBox}
  }
  /* Where text alone is enlarged on a phone, the number needs the tick's room. */
  @container (inline-size < 12rem) {
    .number .box[data-right]::after {
      content: none;
    }
  }
  @container (inline-size >= max(300px, 18.75rem)) {
    [data-layout='compact'] {
      ${underBox}
    }
  }
  @container (inline-size < max(400px, 25rem)) {
    .ask {
      display: none;
    }
  }
  @container (inline-size < max(340px, 21.25rem)) {
    .brands {
      gap: 3px;
      block-size: calc(15 * var(--_u));
      margin-block-end: 8px;
      margin-inline-start: 8px;
    }
    .brands .small {
      flex-basis: calc(22 * var(--_u));
      block-size: calc(15 * var(--_u));
    }
  }
  @container (inline-size < max(300px, 18.75rem)) {
    .brands {
      gap: 2px;
    }
    .option svg {
      display: none;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .brands {
      animation: none;
    }
    .small {
      transition: none;
    }
  }
  @media (forced-colors: active) {
    .small[data-dim] {
      opacity: 0.45;
    }
  }
`;
