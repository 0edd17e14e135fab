import {html, type TemplateResult} from 'lit';

/** A sentence about something that takes much too long, and what the shopper can do about it. */
export function wayOutView(text: string, action: string, act: () => void): TemplateResult {
  return html`${text} <button class="way-out" part="way-out" type="button" @click=${act}>${action}</button>`;
}
