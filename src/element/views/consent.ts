import {html, nothing, type TemplateResult} from 'lit';
import type {Consent} from '../../protocol/index.js';
import type {FieldStore} from '../fields/field-store.js';
import type {Say} from '../shopper/locale.js';
import type {CardVaultHost} from '../host.js';
import {shopOfPage} from '../shopper/shop-name.js';
import {css} from '../styles/css.js';
import {warningIcon} from './icons.js';

export interface ConsentView {
  readonly host: CardVaultHost;
  readonly say: Say;
  readonly store: FieldStore;
  readonly locale: string;
  readonly disabled: boolean;
}

/** The checkbox for later charges. It is never ticked for the shopper. */
export function consentView({host, say, store, locale, disabled}: ConsentView): TemplateResult {
  const problem = store.rules?.shown('consent');
  const ticked = ({currentTarget}: Event): void => {
    const input = currentTarget as HTMLInputElement;
    store.consent = input.checked ? wordsBeside(input, host, locale) : undefined;
    host.requestUpdate();
  };
  return html`<div class="consent" part="field field-consent">
    <label part="consent"
      ><input
        type="checkbox"
        id="consent"
        part="input-consent"
        aria-required=${host.consent === 'required' ? 'true' : 'false'}
        aria-invalid=${problem ? 'true' : 'false'}
        aria-describedby="consent-error"
        ?disabled=${disabled}
        .checked=${store.consent !== undefined}
        @change=${ticked}
      /><span
        ><slot name="consent"
          >${say('consent', {shop: host.shopName || shopOfPage(host.ownerDocument)})}</slot
        ></span
      ></label
    >
    <p class="error" part="error error-consent" id="consent-error">
      ${problem ? html`${warningIcon()}<span>${say(problem.key)}</span>` : nothing}
    </p>
  </div>`;
}

/** The words as the shopper reads them at this moment: the page's, or the element's own. */
function wordsBeside(input: HTMLInputElement, {messages}: CardVaultHost, locale: string): Consent {
  const slot = input.parentElement!.querySelector('slot')!;
  const given = slot.assignedElements()[0];
  const text = (given ? slot.assignedElements() : [slot]).map(({textContent}) => textContent).join(' ');
  const own = !given && !messages?.consent;
  const language = (own ? input : given)?.closest<HTMLElement>('[lang]')?.lang || locale;
  return {text: text.replace(/\s+/g, ' ').trim(), language};
}

export const consentStyles = css`
  .consent {
    grid-column: 1 / -1;
    margin-block-end: var(--card-vault-row-gap, 6px);
  }
  .consent label {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr);
    align-items: start;
    column-gap: 10px;
    min-block-size: calc(44 * var(--_u));
    padding-block: 10px 4px;
    font-size: calc(14 * var(--_u));
    line-height: calc(20 * var(--_u));
    color: var(--_ink);
    cursor: pointer;
  }
  .consent input {
    inline-size: 20px;
    block-size: 20px;
    margin: 0;
    accent-color: var(--_accent);
    cursor: inherit;
  }
  .consent input:focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .consent input:disabled,
  .consent input:disabled + span {
    color: var(--_placeholder);
    cursor: not-allowed;
  }
  .consent ::slotted([slot]) {
    display: inline !important;
  }
`;
