import {html, type TemplateResult} from 'lit';
import type {FieldStore} from '../fields/field-store.js';
import type {CardVaultHost} from '../host.js';
import {halfOfExpiry} from '../placed/expiry-halves.js';
import type {LocaleController} from '../shopper/locale.js';
import {css} from '../styles/css.js';

/** English of this part; given to the element when the part arrives. */
export {pieces as messages} from '../../texts/en/pieces.js';

/** Month and year in the box of the expiry, typed or chosen from lists. */
export function expiryInTwo(
  host: CardVaultHost,
  {locale: {say}, store}: {readonly locale: Pick<LocaleController, 'say'>; readonly store: FieldStore},
): {readonly control: TemplateResult; readonly rest: false} {
  const isList = host.expiryFields === 'lists';
  const half = (name: 'expiry-month' | 'expiry-year') => {
    const {control, trail} = halfOfExpiry({say, store, disabled: host.inactive}, name, isList, true);
    return html`${control}${trail && html`<span class="arrow">${trail}</span>`}`;
  };
  return {
    control: html`<span class="halves" role="group" aria-label=${say('expiry')}
      >${half('expiry-month')}<span class="slash" aria-hidden="true">/</span>${half('expiry-year')}</span
    >`,
    rest: false,
  };
}

export const styles = css`
  .halves {
    direction: ltr;
    display: flex;
    flex: 1;
    align-items: center;
    gap: 0.3em;
    min-inline-size: 0;
    padding-inline: var(--_inset);
    font-size: max(calc(4 * var(--_f) * var(--_u)), var(--card-vault-field-text-size, calc(16 * var(--_u))));
    color: var(--_placeholder);
  }
  .halves:dir(rtl) {
    justify-content: flex-end;
  }
  .halves .input {
    flex: 0 1 2.6em;
    inline-size: 0;
    min-inline-size: 0;
    padding-inline: 0;
    color: var(--_ink);
  }
  .halves #expiry {
    flex-basis: 1.9em;
  }
  /* The arrow stands over its end. */
  .halves select.input {
    flex: none;
    inline-size: calc(2.6em + 14px);
    margin-inline-end: calc(-14px - 0.3em);
    padding-inline-end: 14px;
    cursor: pointer;
  }
  .halves select#expiry {
    flex-basis: calc(2.2em + 14px);
  }
  .halves select:has([value='']:checked) {
    color: var(--_placeholder);
  }
  .arrow {
    display: flex;
    pointer-events: none;
  }
  .arrow svg {
    inline-size: 14px;
    block-size: 14px;
  }
  /* There is no room for it beside two lists. */
  .box:has(.arrow)::after {
    display: none;
  }
  .base[data-labels*='in'] :is(.slash, .arrow) {
    padding-block-start: calc(18 * var(--_u));
  }
  @container (inline-size >= max(300px, 18.75rem)) {
    [data-layout='compact'] :is(.slash, .arrow) {
      padding-block-start: calc(18 * var(--_u));
    }
  }
  .halves option {
    background: var(--_surface);
    color: var(--_ink);
  }
  /* A list has no caret that says which of the two has the focus. */
  .halves select:focus-visible {
    text-decoration: underline 2px var(--_accent);
    text-underline-offset: 0.3em;
  }
  @media (forced-colors: active) {
    .halves select:focus-visible {
      outline: 2px solid Highlight;
      outline-offset: -6px;
    }
  }
`;
