import {escape, tag} from './html.js';
import type {MarkupOptions} from './options.js';
import {skeletonStyles} from './styles.js';
import {rightToLeft, type MarkupTexts} from './texts.js';

interface Field {
  readonly name: string;
  readonly label?: string;
  readonly wide?: boolean;
}

const addresses: Readonly<Record<NonNullable<MarkupOptions['billingFields']>, readonly Field[]>> = {
  none: [],
  postal: [{name: 'postal-code'}],
  full: [
    {name: 'country', wide: true},
    {name: 'street1', wide: true},
    {name: 'street2', wide: true},
    {name: 'city'},
    {name: 'state'},
    {name: 'postal-code'},
  ],
};

const lock =
  '<svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" ' +
  'stroke-linejoin="round" aria-hidden="true"><rect x="3" y="7" width="10" height="7" rx="1.5"/><path d="M5.2 7V4.8a2.8 2.8 0 0 1 5.6 0V7"/></svg>';

/** The shadow tree that is shown until the element is there. It holds nothing that can be typed into. */
export function skeleton(options: MarkupOptions, texts: MarkupTexts, language: string): string {
  const {layout = 'stacked', nonce, saveButton, hideButton} = options;
  const base = {
    class: 'base',
    part: 'base',
    lang: language,
    dir: rightToLeft.includes(language) && 'rtl',
    'data-layout': layout,
  };
  return [
    '<template shadowrootmode="open">',
    tag('style', {nonce}),
    `${skeletonStyles}</style>`,
    `${tag('div', base)}<div class="form" part="form" aria-hidden="true"><div class="fields" part="fields">`,
    ...fieldsOf(options, texts).map(fieldMarkup),
    `</div><p class="notice" part="notice"><slot name="notice">${lock}<span>${escape(texts.notice)}</span></slot></p>`,
    saveButton && !hideButton
      ? `<div class="button save" part="save-button">${escape(texts.save)}</div>`
      : '',
    `</div><p class="waiting late" part="waiting">${escape(texts.waiting)}</p>`,
    `<noscript><p class="waiting">${escape(texts.scriptsOff)}</p></noscript>`,
    '<slot></slot><slot name="waiting"></slot></div></template>',
  ].join('');
}

function fieldsOf({cardholderName, billingFields = 'none'}: MarkupOptions, texts: MarkupTexts): Field[] {
  return [
    {name: 'number', label: texts.number, wide: true},
    {name: 'expiry', label: texts.expiry},
    {name: 'security-code', label: texts.securityCode},
    ...(cardholderName ? [{name: 'name', label: texts.name, wide: true}] : []),
    ...addresses[billingFields],
  ];
}

function fieldMarkup({name, label, wide}: Field): string {
  const text = label === undefined ? '&nbsp;' : escape(label);
  return (
    `<div class="field ${name}${wide ? ' wide' : ''}" part="field field-${name}">` +
    `<span class="label" part="label label-${name}">${text}</span>` +
    `<div class="box" part="box box-${name}"></div><div class="error"></div></div>`
  );
}
