import {html, svg, type SVGTemplateResult, type TemplateResult} from 'lit';

export const icon = (inside: SVGTemplateResult): TemplateResult =>
  html`<svg
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${inside}
  </svg>`;

/** A sign beside every error, so that colour is not the only signal. */
export const warningIcon = (): TemplateResult =>
  icon(svg`<circle cx="8" cy="8" r="6.5"/><path d="M8 4.8v3.7M8 11.1v.1"/>`);
/** The box that says what went wrong, or with `info` what the shopper did on purpose. */
export const problemView = (text: string, info = false): TemplateResult =>
  html`<p class="problem ${info ? 'info' : ''}" part="problem">${warningIcon()}<span>${text}</span></p>`;
export const lockIcon = (): TemplateResult =>
  icon(svg`<rect x="3" y="7" width="10" height="7" rx="1.5"/><path d="M5.2 7V4.8a2.8 2.8 0 0 1 5.6 0V7"/>`);
