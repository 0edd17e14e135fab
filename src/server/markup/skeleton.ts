import {countryAtOnce} from '../../addresses/at-once.js';
import {AddressForm, addressFields, regionOf} from '../../addresses/form.js';
import {countryCodes} from '../../protocol/countries.js';
import {directionOf} from '../../texts/index.js';
import {escape, tag} from './html.js';
import type {MarkupOptions} from './options.js';
import {skeletonStyles} from './styles.js';
import type {MarkupTexts} from './texts.js';

interface Field {
  readonly name: string;
  readonly label: string;
  readonly wide?: boolean;
  /** Stays until the element has loaded the inputs of the address. */
  readonly isStill?: boolean;
  /** A frame is hosted in it, with these words. */
  readonly hosted?: Readonly<Record<'placeholder' | 'hint', string>>;
  /** Errors that may come under it. */
  readonly errors?: readonly string[];
}

const lock =
  '<svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" ' +
  'stroke-linejoin="round" aria-hidden="true"><rect x="3" y="7" width="10" height="7" rx="1.5"/><path d="M5.2 7V4.8a2.8 2.8 0 0 1 5.6 0V7"/></svg>';

/** The shadow tree that is shown until the element is there. It holds nothing that can be typed into. */
export function skeleton(options: MarkupOptions, texts: MarkupTexts, language: string): string {
  const {
    layout = 'stacked',
    labelPlacement: labels = 'above',
    nonce,
    saveButton,
    hideButton,
    consent = 'none',
    content,
  } = options;
  const base = {
    class: 'base',
    part: 'base',
    lang: language,
    dir: directionOf(language) === 'rtl' && 'rtl',
    'data-layout': layout,
  };
  return [
    '<template shadowrootmode="open">',
    tag('style', {nonce}),
    `${skeletonStyles(layout, labels)}</style>`,
    `<div class="fit">${tag('div', base)}<div class="form" part="form" aria-hidden="true"><div class="fields" part="fields">`,
    ...fieldsOf(options, texts, language).map((field) => fieldMarkup(field, labels === 'floating')),
    // A country without a postal code: the element, too, is to leave no room for one.
    '<span class="still" hidden></span>',
    consent === 'none'
      ? ''
      : consentMarkup(pageWords(content, 'consent') ?? escape(ourWords(texts, options.shopName))),
    `</div><p class="notice" part="notice"><slot name="notice">${lock}<span>${escape(texts.notice)}</span></slot></p>`,
    saveButton && !hideButton
      ? `<div class="button save" part="save-button">${escape(texts.save)}</div>`
      : '',
    `</div><noscript><p class="waiting">${escape(texts.scriptsOff)}</p></noscript>`,
    '<slot></slot><slot name="waiting"></slot><span class="probe"></span></div></div></template>',
  ].join('');
}

function fieldsOf(options: MarkupOptions, texts: MarkupTexts, language: string): Field[] {
  return [
    {
      name: 'number',
      label: texts.number,
      wide: true,
      hosted: {placeholder: texts.numberPlaceholder, hint: ''},
      errors: [texts.numberIncomplete, texts.numberWrong],
    },
    {name: 'expiry', label: texts.expiry, errors: [texts.expiryPast]},
    {
      name: 'security-code',
      label: texts.securityCode,
      hosted: {placeholder: texts.securityCodePlaceholder, hint: texts.securityCodeHint},
      errors: [texts.securityCodeMissing, texts.securityCodeWrong],
    },
    ...(options.cardholderName ? [{name: 'name', label: texts.name, wide: true}] : []),
    ...addressOf(options, texts, language),
  ];
}

/** The country that the element begins its form with, by page or language; empty where they name none. */
export function countryOf({billingFields, country, locale, lang = ''}: MarkupOptions): string {
  const region = billingFields === 'full' ? regionOf(locale || lang) : undefined;
  const code = country?.toUpperCase() || region || '';
  return countryCodes.includes(code) ? code : '';
}

/** The fields of the address as the element draws them in that country. */
function addressOf(options: MarkupOptions, texts: MarkupTexts, language: string): Field[] {
  const {billingFields = 'none'} = options;
  if (billingFields === 'none') return [];
  const country = countryOf(options);
  const isWhole = billingFields === 'full';
  const rules = country === '' ? undefined : countryAtOnce(country);
  const form = new AddressForm({country, rules, language, isWhole});
  const shown = form.asked(isWhole ? addressFields : (['postal-code'] as const));
  return shown.map((name) => {
    const label = texts[form.labelOf(name)];
    return {
      name,
      label: form.isOptional(name) ? texts.optional.replace('{label}', () => label) : label,
      wide: form.isWide(name, shown),
      isStill: true,
    };
  });
}

function fieldMarkup({name, label, wide, isStill, hosted, errors = []}: Field, isFloating: boolean): string {
  const [room] = errors
    .map((error) => error.replace('{count}', '4'))
    .sort((one, other) => other.length - one.length);
  // Settings that the early script sends to the frame.
  const words = hosted && {
    'data-label': label,
    'data-placeholder': isFloating ? label : hosted.placeholder,
    'data-hint': hosted.hint,
  };
  const slot = words ? `${tag('slot', {name, ...words})}</slot>` : '';
  return (
    `<div class="field ${name}${wide ? ' wide' : ''}${isStill ? ' still' : ''}" part="field field-${name}">` +
    `<span class="label" part="label label-${name}">${escape(label)}</span>` +
    `<div class="box" part="box box-${name}">${slot}</div>` +
    `${tag('div', {class: 'error', 'data-room': room})}</div></div>`
  );
}

/** As many lines as the words will take beside their box; they are shown with it. */
function consentMarkup(words: string): string {
  return `<p class="words"><slot name="consent">${words}</slot></p><div class="error"></div>`;
}

function ourWords({consent}: MarkupTexts, shop = ''): string {
  return consent.replace('{shop}', () => shop);
}

/**
 * The text of the page's own element for a slot. A browser may paint between the shadow tree and that element, which
 * comes after it: then the same text stands in for it, and nothing moves.
 */
function pageWords(content: string | undefined, slot: string): string | undefined {
  const element = new RegExp(`<([a-z][\\w-]*)[^>]*\\sslot=["']?${slot}["']?[\\s>]`, 'i').exec(content ?? '');
  if (!content || !element) return undefined;
  const begin = content.indexOf('>', element.index) + 1;
  const end = content.indexOf(`</${element[1]!}`, begin);
  const words = content.slice(begin, end < 0 ? undefined : end);
  return words
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('<', '&lt;')
    .trim();
}
