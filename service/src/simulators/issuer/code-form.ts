import {escapeHtml} from '../../platform/pages/html.js';
import type {Language} from './language.js';

/** The form for the one-time code, and the sentences beside it. */
export function codeForm({say}: Language, isHidden: boolean): string {
  return `<form id="code-form" novalidate${isHidden ? ' hidden' : ''}>
<label for="code">${escapeHtml(say('codeLabel'))}</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="12" spellcheck="false" dir="ltr" required aria-describedby="problem">
<div class="messages"><p id="problem" role="alert"></p><p id="notice" role="status"></p></div>
<button class="confirm" id="confirm" type="submit">${escapeHtml(say('confirm'))}</button>
</form>`;
}
