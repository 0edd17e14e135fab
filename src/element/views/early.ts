import type {LocaleController} from '../shopper/locale.js';
import {fieldsOf} from '../fields.js';
import type {CardVaultHost} from '../host.js';
import type {FieldName} from '../options.js';
import {roomOf} from './form.js';
import {html, type TemplateResult} from 'lit';

/** The fields of a form that asks for nothing but a card. */
type CardField = Extract<FieldName, 'number' | 'expiry' | 'security-code' | 'name'>;

/**
 * The form of a card as it is drawn before it works, with the same boxes, lines and words as the working
 * form, so that nothing moves when that takes its place. Made without templates, which take several times as
 * long and pay off only where something changes later.
 */
export function stillForm(
  host: CardVaultHost,
  {say, rightToLeft}: LocaleController,
  showButton: boolean,
): HTMLElement {
  const fields = (fieldsOf(host) as readonly CardField[]).map((name) => {
    const isHosted = name === 'number' || name === 'security-code';
    const frame = isHosted ? [part('frame', '', slot(name))] : [];
    const box = part('box', name, ...frame, part('shimmer'));
    box.setAttribute('data-loading', '');
    const error = part('error');
    error.setAttribute('data-room', roomOf(say, name));
    const label = part('label', name, say(name === 'security-code' ? 'securityCode' : name));
    const field = part('field', name, label, box, error);
    field.className += ` ${name} ${name === 'number' || name === 'name' ? 'wide' : ''}`;
    return field;
  });
  const words = part('', '', say('notice'));
  // Room for the sign, which the working form draws here.
  words.style.marginInlineStart = 'calc(14 * var(--_u) + 6px)';
  const notice = part('notice', '', slot('notice', words));
  const form = part('form', '', part('fields', '', ...fields), notice);
  form.ariaHidden = 'true';
  if (showButton) {
    const button = part('save-button', '', say('save'));
    button.className = 'button save';
    form.append(button);
  }
  const base = part('base', '', form, slot(''), part('probe'));
  if (rightToLeft) base.dir = 'rtl';
  base.setAttribute('data-layout', host.layout);
  const fit = document.createElement('div');
  fit.className = 'fit';
  fit.append(base);
  return fit;
}

/**
 * A browser does extra work the first time that a page makes an element of some kind, so nearly all of them
 * are of one kind.
 */
function part(name: string, of = '', ...content: readonly (Node | string)[]): HTMLElement {
  const element = document.createElement('div');
  element.className = name;
  element.setAttribute('part', of ? `${name} ${name}-${of}` : name);
  element.append(...content);
  return element;
}

function slot(name: string, ...content: readonly (Node | string)[]): HTMLSlotElement {
  const element = document.createElement('slot');
  element.name = name;
  element.append(...content);
  return element;
}

/**
 * Adds, under Lit's server renderer, the place of the sentence for a late or blocked script, as
 * `vault.markup()` has it, for children with `slot="waiting"`. The room that `first-paint.css` reserves on
 * the tag is given up, as the form stands there already. The element draws the tree anew in the browser,
 * without this.
 */
export function serverView(form: TemplateResult): TemplateResult {
  return html`<style>
      :host {
        container-type: normal !important;
      }
      /* The tag is a grid of two columns until then; the form takes both. */
      .fit {
        grid-column: 1 / -1;
      }
      :host::before,
      :host::after {
        display: none !important;
      }
      slot[name='waiting'] {
        visibility: hidden;
        animation: late 0s 6s forwards;
      }
      @keyframes late {
        to {
          visibility: visible;
        }
      }
      ::slotted(p[slot='waiting']) {
        position: absolute !important;
        z-index: 1 !important;
        inset-inline: 0 !important;
        inset-block-start: 0 !important;
        inline-size: auto !important;
        block-size: auto !important;
        padding: 10px 12px !important;
        border: 1px solid var(--_border) !important;
        border-radius: var(--_radius) !important;
        background: var(--_surface) !important;
        font-size: calc(14 * var(--_u)) !important;
        line-height: calc(20 * var(--_u)) !important;
        color: var(--_ink) !important;
      }
      @media (scripting: none) {
        ::slotted(p[slot='waiting']) {
          display: none !important;
        }
      }
      ::slotted(input[slot='waiting']) {
        position: absolute !important;
        inset-inline: 0 !important;
        inset-block-end: 0 !important;
        block-size: 20px !important;
        visibility: visible;
        opacity: 0;
        pointer-events: none;
      }
    </style>
    ${form}<slot name="waiting"></slot>`;
}
