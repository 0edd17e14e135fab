import {html, render, type TemplateResult} from 'lit';

/**
 * The form as it is drawn before it works: a copy of the working one, so that nothing moves when that takes its place.
 * It hears nothing, and holds nothing that can be typed into.
 */
export function stillForm(form: TemplateResult): DocumentFragment {
  const drawn = document.createDocumentFragment();
  render(form, drawn);
  const still = drawn.cloneNode(true) as DocumentFragment;
  for (const control of still.querySelectorAll('input, [hidden]')) control.remove();
  still.querySelector('form')!.ariaHidden = 'true';
  const button = still.querySelector<HTMLButtonElement>('.save');
  if (button) Object.assign(button, {type: 'button', tabIndex: -1});
  return still;
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
