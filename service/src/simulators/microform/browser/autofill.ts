import type {AutofillData} from './messages.js';

/** Invisible inputs for what browsers fill in together with a card number, by their `autocomplete`. */
const helperNames = ['cc-name', 'cc-exp-month', 'cc-exp-year', 'cc-exp'] as const;
type HelperName = (typeof helperNames)[number];

function readYear(text: string): string | undefined {
  const year = /^(?:20)?(\d\d)$/.exec(text.trim())?.[1];
  return year && `20${year}`;
}

function readMonth(text: string): string | undefined {
  const value = Number(text.trim());
  return Number.isInteger(value) && value >= 1 && value <= 12 ? String(value).padStart(2, '0') : undefined;
}

/** Reads the values that a browser has filled in, without those that are not valid. */
export function readAutofill(values: Readonly<Partial<Record<HelperName, string>>>): AutofillData {
  const [, expiryMonth = '', expiryYear = ''] =
    /^\s*(\d{1,2})\s*[/-]\s*(\d{2,4})\s*$/.exec(values['cc-exp'] ?? '') ?? [];
  const name = values['cc-name']?.trim();
  const expirationMonth = readMonth(values['cc-exp-month'] || expiryMonth);
  const expirationYear = readYear(values['cc-exp-year'] || expiryYear);
  return {
    ...(name && {name}),
    ...(expirationMonth && {expirationMonth}),
    ...(expirationYear && {expirationYear}),
  };
}

/** Adds the helper inputs to a form. Reports what a browser fills into them, and then empties them. */
export function addAutofillHelpers(form: HTMLFormElement, onFill: (data: AutofillData) => void): void {
  const inputs = helperNames.map((name) => {
    const input = document.createElement('input');
    input.className = 'helper';
    input.name = name;
    input.tabIndex = -1;
    input.setAttribute('autocomplete', name);
    input.setAttribute('aria-hidden', 'true');
    return input;
  });
  form.append(...inputs);
  let isScheduled = false;
  form.addEventListener('input', (event) => {
    if (!inputs.includes(event.target as HTMLInputElement) || isScheduled) return;
    isScheduled = true;
    // A browser fills one input after the other; they are reported together.
    setTimeout(() => {
      isScheduled = false;
      const data = readAutofill(Object.fromEntries(inputs.map((input) => [input.name, input.value])));
      for (const input of inputs) input.value = '';
      if (Object.keys(data).length) onFill(data);
    }, 0);
  });
}
