import type {AutofillData} from './messages.js';

/**
 * Beside the number a browser also looks for a name and an expiry; it fills them here, and the page gets
 * them.
 */
const helpers = ['cc-name', 'cc-exp-month', 'cc-exp-year', 'cc-exp'] as const;
type Helper = (typeof helpers)[number];

function fullYear(text: string): string | undefined {
  const year = /^(?:20)?(\d\d)$/.exec(text.trim())?.[1];
  return year && `20${year}`;
}

function month(text: string): string | undefined {
  const value = Number(text.trim());
  return Number.isInteger(value) && value >= 1 && value <= 12 ? String(value).padStart(2, '0') : undefined;
}

/** What a browser filled in, as far as it makes sense. */
export function readAutofill(values: Readonly<Partial<Record<Helper, string>>>): AutofillData {
  const [whole = '', wholeMonth = '', wholeYear = ''] =
    /^\s*(\d{1,2})\s*[/-]\s*(\d{2,4})\s*$/.exec(values['cc-exp'] ?? '') ?? [];
  const name = values['cc-name']?.trim();
  const expirationMonth = month(values['cc-exp-month'] || (whole && wholeMonth));
  const expirationYear = fullYear(values['cc-exp-year'] || (whole && wholeYear));
  return {
    ...(name && {name}),
    ...(expirationMonth && {expirationMonth}),
    ...(expirationYear && {expirationYear}),
  };
}

/** Adds the helper inputs, reports what a browser fills into them, and empties them. */
export function addAutofillHelpers(form: HTMLFormElement, filled: (data: AutofillData) => void): void {
  const inputs = helpers.map((name) => {
    const input = document.createElement('input');
    input.className = 'helper';
    input.name = name;
    input.tabIndex = -1;
    input.setAttribute('autocomplete', name);
    input.setAttribute('aria-hidden', 'true');
    return input;
  });
  form.append(...inputs);
  let waiting = false;
  form.addEventListener('input', (event) => {
    if (!inputs.includes(event.target as HTMLInputElement) || waiting) return;
    waiting = true;
    // A browser fills one input after the other; report once at the end.
    setTimeout(() => {
      waiting = false;
      const data = readAutofill(Object.fromEntries(inputs.map((input) => [input.name, input.value])));
      for (const input of inputs) input.value = '';
      if (Object.keys(data).length) filled(data);
    }, 0);
  });
}
