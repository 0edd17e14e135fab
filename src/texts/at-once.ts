// Written by `npm run docs` from `index.ts`.
import {first as first_en} from './en/first.js';
import {first as first_ur} from './ur/first.js';
import {first as first_ar} from './ar/first.js';
import {first as first_tr} from './tr/first.js';
import {first as first_fr} from './fr/first.js';
import {first as first_de} from './de/first.js';
import {first as first_es} from './es/first.js';
import {first as first_pt_BR} from './pt-BR/first.js';
import {first as first_it} from './it/first.js';
import {first as first_nl} from './nl/first.js';
import {first as first_pl} from './pl/first.js';
import {first as first_ja} from './ja/first.js';
import {first as first_ko} from './ko/first.js';
import {first as first_zh_Hans} from './zh-Hans/first.js';
import {before as before_en} from './en/before.js';
import {before as before_ur} from './ur/before.js';
import {before as before_ar} from './ar/before.js';
import {before as before_tr} from './tr/before.js';
import {before as before_fr} from './fr/before.js';
import {before as before_de} from './de/before.js';
import {before as before_es} from './es/before.js';
import {before as before_pt_BR} from './pt-BR/before.js';
import {before as before_it} from './it/before.js';
import {before as before_nl} from './nl/before.js';
import {before as before_pl} from './pl/before.js';
import {before as before_ja} from './ja/before.js';
import {before as before_ko} from './ko/before.js';
import {before as before_zh_Hans} from './zh-Hans/before.js';
import {pages as pages_en} from './en/pages.js';
import {pages as pages_ur} from './ur/pages.js';
import {pages as pages_ar} from './ar/pages.js';
import {pages as pages_tr} from './tr/pages.js';
import {pages as pages_fr} from './fr/pages.js';
import {pages as pages_de} from './de/pages.js';
import {pages as pages_es} from './es/pages.js';
import {pages as pages_pt_BR} from './pt-BR/pages.js';
import {pages as pages_it} from './it/pages.js';
import {pages as pages_nl} from './nl/pages.js';
import {pages as pages_pl} from './pl/pages.js';
import {pages as pages_ja} from './ja/pages.js';
import {pages as pages_ko} from './ko/pages.js';
import {pages as pages_zh_Hans} from './zh-Hans/pages.js';
import {bank as bank_en} from './en/bank.js';
import {bank as bank_ur} from './ur/bank.js';
import {bank as bank_ar} from './ar/bank.js';
import {bank as bank_tr} from './tr/bank.js';
import {bank as bank_fr} from './fr/bank.js';
import {bank as bank_de} from './de/bank.js';
import {bank as bank_es} from './es/bank.js';
import {bank as bank_pt_BR} from './pt-BR/bank.js';
import {bank as bank_it} from './it/bank.js';
import {bank as bank_nl} from './nl/bank.js';
import {bank as bank_pl} from './pl/bank.js';
import {bank as bank_ja} from './ja/bank.js';
import {bank as bank_ko} from './ko/bank.js';
import {bank as bank_zh_Hans} from './zh-Hans/bank.js';
import {shop as shop_en} from './en/shop.js';
import {shop as shop_ur} from './ur/shop.js';
import {shop as shop_ar} from './ar/shop.js';
import {shop as shop_tr} from './tr/shop.js';
import {shop as shop_fr} from './fr/shop.js';
import {shop as shop_de} from './de/shop.js';
import {shop as shop_es} from './es/shop.js';
import {shop as shop_pt_BR} from './pt-BR/shop.js';
import {shop as shop_it} from './it/shop.js';
import {shop as shop_nl} from './nl/shop.js';
import {shop as shop_pl} from './pl/shop.js';
import {shop as shop_ja} from './ja/shop.js';
import {shop as shop_ko} from './ko/shop.js';
import {shop as shop_zh_Hans} from './zh-Hans/shop.js';
import {boxes as boxes_en} from './en/boxes.js';
import {boxes as boxes_ur} from './ur/boxes.js';
import {boxes as boxes_ar} from './ar/boxes.js';
import {boxes as boxes_tr} from './tr/boxes.js';
import {boxes as boxes_fr} from './fr/boxes.js';
import {boxes as boxes_de} from './de/boxes.js';
import {boxes as boxes_es} from './es/boxes.js';
import {boxes as boxes_pt_BR} from './pt-BR/boxes.js';
import {boxes as boxes_it} from './it/boxes.js';
import {boxes as boxes_nl} from './nl/boxes.js';
import {boxes as boxes_pl} from './pl/boxes.js';
import {boxes as boxes_ja} from './ja/boxes.js';
import {boxes as boxes_ko} from './ko/boxes.js';
import {boxes as boxes_zh_Hans} from './zh-Hans/boxes.js';
import {pseudo} from './pseudo.js';

export const first = {
  en: first_en,
  ur: first_ur,
  ar: first_ar,
  tr: first_tr,
  fr: first_fr,
  de: first_de,
  es: first_es,
  'pt-BR': first_pt_BR,
  it: first_it,
  nl: first_nl,
  pl: first_pl,
  ja: first_ja,
  ko: first_ko,
  'zh-Hans': first_zh_Hans,
  'en-XA': /* @__PURE__ */ pseudo(first_en, 'en-XA'),
  'ar-XB': /* @__PURE__ */ pseudo(first_en, 'ar-XB'),
};
export const before = {
  en: before_en,
  ur: before_ur,
  ar: before_ar,
  tr: before_tr,
  fr: before_fr,
  de: before_de,
  es: before_es,
  'pt-BR': before_pt_BR,
  it: before_it,
  nl: before_nl,
  pl: before_pl,
  ja: before_ja,
  ko: before_ko,
  'zh-Hans': before_zh_Hans,
  'en-XA': /* @__PURE__ */ pseudo(before_en, 'en-XA'),
  'ar-XB': /* @__PURE__ */ pseudo(before_en, 'ar-XB'),
};
export const pages = {
  en: pages_en,
  ur: pages_ur,
  ar: pages_ar,
  tr: pages_tr,
  fr: pages_fr,
  de: pages_de,
  es: pages_es,
  'pt-BR': pages_pt_BR,
  it: pages_it,
  nl: pages_nl,
  pl: pages_pl,
  ja: pages_ja,
  ko: pages_ko,
  'zh-Hans': pages_zh_Hans,
  'en-XA': /* @__PURE__ */ pseudo(pages_en, 'en-XA'),
  'ar-XB': /* @__PURE__ */ pseudo(pages_en, 'ar-XB'),
};
export const bank = {
  en: bank_en,
  ur: bank_ur,
  ar: bank_ar,
  tr: bank_tr,
  fr: bank_fr,
  de: bank_de,
  es: bank_es,
  'pt-BR': bank_pt_BR,
  it: bank_it,
  nl: bank_nl,
  pl: bank_pl,
  ja: bank_ja,
  ko: bank_ko,
  'zh-Hans': bank_zh_Hans,
  'en-XA': /* @__PURE__ */ pseudo(bank_en, 'en-XA'),
  'ar-XB': /* @__PURE__ */ pseudo(bank_en, 'ar-XB'),
};
export const shop = {
  en: shop_en,
  ur: shop_ur,
  ar: shop_ar,
  tr: shop_tr,
  fr: shop_fr,
  de: shop_de,
  es: shop_es,
  'pt-BR': shop_pt_BR,
  it: shop_it,
  nl: shop_nl,
  pl: shop_pl,
  ja: shop_ja,
  ko: shop_ko,
  'zh-Hans': shop_zh_Hans,
  'en-XA': /* @__PURE__ */ pseudo(shop_en, 'en-XA'),
  'ar-XB': /* @__PURE__ */ pseudo(shop_en, 'ar-XB'),
};
export const boxes = {
  en: boxes_en,
  ur: boxes_ur,
  ar: boxes_ar,
  tr: boxes_tr,
  fr: boxes_fr,
  de: boxes_de,
  es: boxes_es,
  'pt-BR': boxes_pt_BR,
  it: boxes_it,
  nl: boxes_nl,
  pl: boxes_pl,
  ja: boxes_ja,
  ko: boxes_ko,
  'zh-Hans': boxes_zh_Hans,
  'en-XA': /* @__PURE__ */ pseudo(boxes_en, 'en-XA'),
  'ar-XB': /* @__PURE__ */ pseudo(boxes_en, 'ar-XB'),
};
