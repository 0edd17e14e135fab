// Written by `npm run docs` from `index.ts`.
import {first as first_en} from './en/first.js';
import {first as first_ur} from './ur/first.js';
import {first as first_ar} from './ar/first.js';
import {first as first_fa} from './fa/first.js';
import {first as first_he} from './he/first.js';
import {first as first_hi} from './hi/first.js';
import {first as first_bn} from './bn/first.js';
import {first as first_pa} from './pa/first.js';
import {first as first_tr} from './tr/first.js';
import {first as first_fr} from './fr/first.js';
import {first as first_de} from './de/first.js';
import {first as first_es} from './es/first.js';
import {first as first_pt_BR} from './pt-BR/first.js';
import {first as first_pt_PT} from './pt-PT/first.js';
import {first as first_it} from './it/first.js';
import {first as first_nl} from './nl/first.js';
import {first as first_pl} from './pl/first.js';
import {first as first_cs} from './cs/first.js';
import {first as first_ro} from './ro/first.js';
import {first as first_sv} from './sv/first.js';
import {first as first_da} from './da/first.js';
import {first as first_fi} from './fi/first.js';
import {first as first_el} from './el/first.js';
import {first as first_ru} from './ru/first.js';
import {first as first_uk} from './uk/first.js';
import {first as first_id} from './id/first.js';
import {first as first_ms} from './ms/first.js';
import {first as first_vi} from './vi/first.js';
import {first as first_th} from './th/first.js';
import {first as first_ja} from './ja/first.js';
import {first as first_ko} from './ko/first.js';
import {first as first_zh_Hans} from './zh-Hans/first.js';
import {first as first_zh_Hant} from './zh-Hant/first.js';
import {later as later_en} from './en/later.js';
import {later as later_ur} from './ur/later.js';
import {later as later_ar} from './ar/later.js';
import {later as later_fa} from './fa/later.js';
import {later as later_he} from './he/later.js';
import {later as later_hi} from './hi/later.js';
import {later as later_bn} from './bn/later.js';
import {later as later_pa} from './pa/later.js';
import {later as later_tr} from './tr/later.js';
import {later as later_fr} from './fr/later.js';
import {later as later_de} from './de/later.js';
import {later as later_es} from './es/later.js';
import {later as later_pt_BR} from './pt-BR/later.js';
import {later as later_pt_PT} from './pt-PT/later.js';
import {later as later_it} from './it/later.js';
import {later as later_nl} from './nl/later.js';
import {later as later_pl} from './pl/later.js';
import {later as later_cs} from './cs/later.js';
import {later as later_ro} from './ro/later.js';
import {later as later_sv} from './sv/later.js';
import {later as later_da} from './da/later.js';
import {later as later_fi} from './fi/later.js';
import {later as later_el} from './el/later.js';
import {later as later_ru} from './ru/later.js';
import {later as later_uk} from './uk/later.js';
import {later as later_id} from './id/later.js';
import {later as later_ms} from './ms/later.js';
import {later as later_vi} from './vi/later.js';
import {later as later_th} from './th/later.js';
import {later as later_ja} from './ja/later.js';
import {later as later_ko} from './ko/later.js';
import {later as later_zh_Hans} from './zh-Hans/later.js';
import {later as later_zh_Hant} from './zh-Hant/later.js';
import {address as address_en} from './en/address.js';
import {address as address_ur} from './ur/address.js';
import {address as address_ar} from './ar/address.js';
import {address as address_fa} from './fa/address.js';
import {address as address_he} from './he/address.js';
import {address as address_hi} from './hi/address.js';
import {address as address_bn} from './bn/address.js';
import {address as address_pa} from './pa/address.js';
import {address as address_tr} from './tr/address.js';
import {address as address_fr} from './fr/address.js';
import {address as address_de} from './de/address.js';
import {address as address_es} from './es/address.js';
import {address as address_pt_BR} from './pt-BR/address.js';
import {address as address_pt_PT} from './pt-PT/address.js';
import {address as address_it} from './it/address.js';
import {address as address_nl} from './nl/address.js';
import {address as address_pl} from './pl/address.js';
import {address as address_cs} from './cs/address.js';
import {address as address_ro} from './ro/address.js';
import {address as address_sv} from './sv/address.js';
import {address as address_da} from './da/address.js';
import {address as address_fi} from './fi/address.js';
import {address as address_el} from './el/address.js';
import {address as address_ru} from './ru/address.js';
import {address as address_uk} from './uk/address.js';
import {address as address_id} from './id/address.js';
import {address as address_ms} from './ms/address.js';
import {address as address_vi} from './vi/address.js';
import {address as address_th} from './th/address.js';
import {address as address_ja} from './ja/address.js';
import {address as address_ko} from './ko/address.js';
import {address as address_zh_Hans} from './zh-Hans/address.js';
import {address as address_zh_Hant} from './zh-Hant/address.js';
import {before as before_en} from './en/before.js';
import {before as before_ur} from './ur/before.js';
import {before as before_ar} from './ar/before.js';
import {before as before_fa} from './fa/before.js';
import {before as before_he} from './he/before.js';
import {before as before_hi} from './hi/before.js';
import {before as before_bn} from './bn/before.js';
import {before as before_pa} from './pa/before.js';
import {before as before_tr} from './tr/before.js';
import {before as before_fr} from './fr/before.js';
import {before as before_de} from './de/before.js';
import {before as before_es} from './es/before.js';
import {before as before_pt_BR} from './pt-BR/before.js';
import {before as before_pt_PT} from './pt-PT/before.js';
import {before as before_it} from './it/before.js';
import {before as before_nl} from './nl/before.js';
import {before as before_pl} from './pl/before.js';
import {before as before_cs} from './cs/before.js';
import {before as before_ro} from './ro/before.js';
import {before as before_sv} from './sv/before.js';
import {before as before_da} from './da/before.js';
import {before as before_fi} from './fi/before.js';
import {before as before_el} from './el/before.js';
import {before as before_ru} from './ru/before.js';
import {before as before_uk} from './uk/before.js';
import {before as before_id} from './id/before.js';
import {before as before_ms} from './ms/before.js';
import {before as before_vi} from './vi/before.js';
import {before as before_th} from './th/before.js';
import {before as before_ja} from './ja/before.js';
import {before as before_ko} from './ko/before.js';
import {before as before_zh_Hans} from './zh-Hans/before.js';
import {before as before_zh_Hant} from './zh-Hant/before.js';
import {pages as pages_en} from './en/pages.js';
import {pages as pages_ur} from './ur/pages.js';
import {pages as pages_ar} from './ar/pages.js';
import {pages as pages_fa} from './fa/pages.js';
import {pages as pages_he} from './he/pages.js';
import {pages as pages_hi} from './hi/pages.js';
import {pages as pages_bn} from './bn/pages.js';
import {pages as pages_pa} from './pa/pages.js';
import {pages as pages_tr} from './tr/pages.js';
import {pages as pages_fr} from './fr/pages.js';
import {pages as pages_de} from './de/pages.js';
import {pages as pages_es} from './es/pages.js';
import {pages as pages_pt_BR} from './pt-BR/pages.js';
import {pages as pages_pt_PT} from './pt-PT/pages.js';
import {pages as pages_it} from './it/pages.js';
import {pages as pages_nl} from './nl/pages.js';
import {pages as pages_pl} from './pl/pages.js';
import {pages as pages_cs} from './cs/pages.js';
import {pages as pages_ro} from './ro/pages.js';
import {pages as pages_sv} from './sv/pages.js';
import {pages as pages_da} from './da/pages.js';
import {pages as pages_fi} from './fi/pages.js';
import {pages as pages_el} from './el/pages.js';
import {pages as pages_ru} from './ru/pages.js';
import {pages as pages_uk} from './uk/pages.js';
import {pages as pages_id} from './id/pages.js';
import {pages as pages_ms} from './ms/pages.js';
import {pages as pages_vi} from './vi/pages.js';
import {pages as pages_th} from './th/pages.js';
import {pages as pages_ja} from './ja/pages.js';
import {pages as pages_ko} from './ko/pages.js';
import {pages as pages_zh_Hans} from './zh-Hans/pages.js';
import {pages as pages_zh_Hant} from './zh-Hant/pages.js';
import {bank as bank_en} from './en/bank.js';
import {bank as bank_ur} from './ur/bank.js';
import {bank as bank_ar} from './ar/bank.js';
import {bank as bank_fa} from './fa/bank.js';
import {bank as bank_he} from './he/bank.js';
import {bank as bank_hi} from './hi/bank.js';
import {bank as bank_bn} from './bn/bank.js';
import {bank as bank_pa} from './pa/bank.js';
import {bank as bank_tr} from './tr/bank.js';
import {bank as bank_fr} from './fr/bank.js';
import {bank as bank_de} from './de/bank.js';
import {bank as bank_es} from './es/bank.js';
import {bank as bank_pt_BR} from './pt-BR/bank.js';
import {bank as bank_pt_PT} from './pt-PT/bank.js';
import {bank as bank_it} from './it/bank.js';
import {bank as bank_nl} from './nl/bank.js';
import {bank as bank_pl} from './pl/bank.js';
import {bank as bank_cs} from './cs/bank.js';
import {bank as bank_ro} from './ro/bank.js';
import {bank as bank_sv} from './sv/bank.js';
import {bank as bank_da} from './da/bank.js';
import {bank as bank_fi} from './fi/bank.js';
import {bank as bank_el} from './el/bank.js';
import {bank as bank_ru} from './ru/bank.js';
import {bank as bank_uk} from './uk/bank.js';
import {bank as bank_id} from './id/bank.js';
import {bank as bank_ms} from './ms/bank.js';
import {bank as bank_vi} from './vi/bank.js';
import {bank as bank_th} from './th/bank.js';
import {bank as bank_ja} from './ja/bank.js';
import {bank as bank_ko} from './ko/bank.js';
import {bank as bank_zh_Hans} from './zh-Hans/bank.js';
import {bank as bank_zh_Hant} from './zh-Hant/bank.js';
import {shop as shop_en} from './en/shop.js';
import {shop as shop_ur} from './ur/shop.js';
import {shop as shop_ar} from './ar/shop.js';
import {shop as shop_fa} from './fa/shop.js';
import {shop as shop_he} from './he/shop.js';
import {shop as shop_hi} from './hi/shop.js';
import {shop as shop_bn} from './bn/shop.js';
import {shop as shop_pa} from './pa/shop.js';
import {shop as shop_tr} from './tr/shop.js';
import {shop as shop_fr} from './fr/shop.js';
import {shop as shop_de} from './de/shop.js';
import {shop as shop_es} from './es/shop.js';
import {shop as shop_pt_BR} from './pt-BR/shop.js';
import {shop as shop_pt_PT} from './pt-PT/shop.js';
import {shop as shop_it} from './it/shop.js';
import {shop as shop_nl} from './nl/shop.js';
import {shop as shop_pl} from './pl/shop.js';
import {shop as shop_cs} from './cs/shop.js';
import {shop as shop_ro} from './ro/shop.js';
import {shop as shop_sv} from './sv/shop.js';
import {shop as shop_da} from './da/shop.js';
import {shop as shop_fi} from './fi/shop.js';
import {shop as shop_el} from './el/shop.js';
import {shop as shop_ru} from './ru/shop.js';
import {shop as shop_uk} from './uk/shop.js';
import {shop as shop_id} from './id/shop.js';
import {shop as shop_ms} from './ms/shop.js';
import {shop as shop_vi} from './vi/shop.js';
import {shop as shop_th} from './th/shop.js';
import {shop as shop_ja} from './ja/shop.js';
import {shop as shop_ko} from './ko/shop.js';
import {shop as shop_zh_Hans} from './zh-Hans/shop.js';
import {shop as shop_zh_Hant} from './zh-Hant/shop.js';
import {boxes as boxes_en} from './en/boxes.js';
import {boxes as boxes_ur} from './ur/boxes.js';
import {boxes as boxes_ar} from './ar/boxes.js';
import {boxes as boxes_fa} from './fa/boxes.js';
import {boxes as boxes_he} from './he/boxes.js';
import {boxes as boxes_hi} from './hi/boxes.js';
import {boxes as boxes_bn} from './bn/boxes.js';
import {boxes as boxes_pa} from './pa/boxes.js';
import {boxes as boxes_tr} from './tr/boxes.js';
import {boxes as boxes_fr} from './fr/boxes.js';
import {boxes as boxes_de} from './de/boxes.js';
import {boxes as boxes_es} from './es/boxes.js';
import {boxes as boxes_pt_BR} from './pt-BR/boxes.js';
import {boxes as boxes_pt_PT} from './pt-PT/boxes.js';
import {boxes as boxes_it} from './it/boxes.js';
import {boxes as boxes_nl} from './nl/boxes.js';
import {boxes as boxes_pl} from './pl/boxes.js';
import {boxes as boxes_cs} from './cs/boxes.js';
import {boxes as boxes_ro} from './ro/boxes.js';
import {boxes as boxes_sv} from './sv/boxes.js';
import {boxes as boxes_da} from './da/boxes.js';
import {boxes as boxes_fi} from './fi/boxes.js';
import {boxes as boxes_el} from './el/boxes.js';
import {boxes as boxes_ru} from './ru/boxes.js';
import {boxes as boxes_uk} from './uk/boxes.js';
import {boxes as boxes_id} from './id/boxes.js';
import {boxes as boxes_ms} from './ms/boxes.js';
import {boxes as boxes_vi} from './vi/boxes.js';
import {boxes as boxes_th} from './th/boxes.js';
import {boxes as boxes_ja} from './ja/boxes.js';
import {boxes as boxes_ko} from './ko/boxes.js';
import {boxes as boxes_zh_Hans} from './zh-Hans/boxes.js';
import {boxes as boxes_zh_Hant} from './zh-Hant/boxes.js';
import {pseudo} from './pseudo.js';

export const first = {
  en: first_en,
  ur: first_ur,
  ar: first_ar,
  fa: first_fa,
  he: first_he,
  hi: first_hi,
  bn: first_bn,
  pa: first_pa,
  tr: first_tr,
  fr: first_fr,
  de: first_de,
  es: first_es,
  'pt-BR': first_pt_BR,
  'pt-PT': first_pt_PT,
  it: first_it,
  nl: first_nl,
  pl: first_pl,
  cs: first_cs,
  ro: first_ro,
  sv: first_sv,
  da: first_da,
  fi: first_fi,
  el: first_el,
  ru: first_ru,
  uk: first_uk,
  id: first_id,
  ms: first_ms,
  vi: first_vi,
  th: first_th,
  ja: first_ja,
  ko: first_ko,
  'zh-Hans': first_zh_Hans,
  'zh-Hant': first_zh_Hant,
  'en-XA': /* @__PURE__ */ pseudo(first_en, 'en-XA'),
  'ar-XB': /* @__PURE__ */ pseudo(first_en, 'ar-XB'),
};
export const later = {
  en: later_en,
  ur: later_ur,
  ar: later_ar,
  fa: later_fa,
  he: later_he,
  hi: later_hi,
  bn: later_bn,
  pa: later_pa,
  tr: later_tr,
  fr: later_fr,
  de: later_de,
  es: later_es,
  'pt-BR': later_pt_BR,
  'pt-PT': later_pt_PT,
  it: later_it,
  nl: later_nl,
  pl: later_pl,
  cs: later_cs,
  ro: later_ro,
  sv: later_sv,
  da: later_da,
  fi: later_fi,
  el: later_el,
  ru: later_ru,
  uk: later_uk,
  id: later_id,
  ms: later_ms,
  vi: later_vi,
  th: later_th,
  ja: later_ja,
  ko: later_ko,
  'zh-Hans': later_zh_Hans,
  'zh-Hant': later_zh_Hant,
  'en-XA': /* @__PURE__ */ pseudo(later_en, 'en-XA'),
  'ar-XB': /* @__PURE__ */ pseudo(later_en, 'ar-XB'),
};
export const address = {
  en: address_en,
  ur: address_ur,
  ar: address_ar,
  fa: address_fa,
  he: address_he,
  hi: address_hi,
  bn: address_bn,
  pa: address_pa,
  tr: address_tr,
  fr: address_fr,
  de: address_de,
  es: address_es,
  'pt-BR': address_pt_BR,
  'pt-PT': address_pt_PT,
  it: address_it,
  nl: address_nl,
  pl: address_pl,
  cs: address_cs,
  ro: address_ro,
  sv: address_sv,
  da: address_da,
  fi: address_fi,
  el: address_el,
  ru: address_ru,
  uk: address_uk,
  id: address_id,
  ms: address_ms,
  vi: address_vi,
  th: address_th,
  ja: address_ja,
  ko: address_ko,
  'zh-Hans': address_zh_Hans,
  'zh-Hant': address_zh_Hant,
  'en-XA': /* @__PURE__ */ pseudo(address_en, 'en-XA'),
  'ar-XB': /* @__PURE__ */ pseudo(address_en, 'ar-XB'),
};
export const before = {
  en: before_en,
  ur: before_ur,
  ar: before_ar,
  fa: before_fa,
  he: before_he,
  hi: before_hi,
  bn: before_bn,
  pa: before_pa,
  tr: before_tr,
  fr: before_fr,
  de: before_de,
  es: before_es,
  'pt-BR': before_pt_BR,
  'pt-PT': before_pt_PT,
  it: before_it,
  nl: before_nl,
  pl: before_pl,
  cs: before_cs,
  ro: before_ro,
  sv: before_sv,
  da: before_da,
  fi: before_fi,
  el: before_el,
  ru: before_ru,
  uk: before_uk,
  id: before_id,
  ms: before_ms,
  vi: before_vi,
  th: before_th,
  ja: before_ja,
  ko: before_ko,
  'zh-Hans': before_zh_Hans,
  'zh-Hant': before_zh_Hant,
  'en-XA': /* @__PURE__ */ pseudo(before_en, 'en-XA'),
  'ar-XB': /* @__PURE__ */ pseudo(before_en, 'ar-XB'),
};
export const pages = {
  en: pages_en,
  ur: pages_ur,
  ar: pages_ar,
  fa: pages_fa,
  he: pages_he,
  hi: pages_hi,
  bn: pages_bn,
  pa: pages_pa,
  tr: pages_tr,
  fr: pages_fr,
  de: pages_de,
  es: pages_es,
  'pt-BR': pages_pt_BR,
  'pt-PT': pages_pt_PT,
  it: pages_it,
  nl: pages_nl,
  pl: pages_pl,
  cs: pages_cs,
  ro: pages_ro,
  sv: pages_sv,
  da: pages_da,
  fi: pages_fi,
  el: pages_el,
  ru: pages_ru,
  uk: pages_uk,
  id: pages_id,
  ms: pages_ms,
  vi: pages_vi,
  th: pages_th,
  ja: pages_ja,
  ko: pages_ko,
  'zh-Hans': pages_zh_Hans,
  'zh-Hant': pages_zh_Hant,
  'en-XA': /* @__PURE__ */ pseudo(pages_en, 'en-XA'),
  'ar-XB': /* @__PURE__ */ pseudo(pages_en, 'ar-XB'),
};
export const bank = {
  en: bank_en,
  ur: bank_ur,
  ar: bank_ar,
  fa: bank_fa,
  he: bank_he,
  hi: bank_hi,
  bn: bank_bn,
  pa: bank_pa,
  tr: bank_tr,
  fr: bank_fr,
  de: bank_de,
  es: bank_es,
  'pt-BR': bank_pt_BR,
  'pt-PT': bank_pt_PT,
  it: bank_it,
  nl: bank_nl,
  pl: bank_pl,
  cs: bank_cs,
  ro: bank_ro,
  sv: bank_sv,
  da: bank_da,
  fi: bank_fi,
  el: bank_el,
  ru: bank_ru,
  uk: bank_uk,
  id: bank_id,
  ms: bank_ms,
  vi: bank_vi,
  th: bank_th,
  ja: bank_ja,
  ko: bank_ko,
  'zh-Hans': bank_zh_Hans,
  'zh-Hant': bank_zh_Hant,
  'en-XA': /* @__PURE__ */ pseudo(bank_en, 'en-XA'),
  'ar-XB': /* @__PURE__ */ pseudo(bank_en, 'ar-XB'),
};
export const shop = {
  en: shop_en,
  ur: shop_ur,
  ar: shop_ar,
  fa: shop_fa,
  he: shop_he,
  hi: shop_hi,
  bn: shop_bn,
  pa: shop_pa,
  tr: shop_tr,
  fr: shop_fr,
  de: shop_de,
  es: shop_es,
  'pt-BR': shop_pt_BR,
  'pt-PT': shop_pt_PT,
  it: shop_it,
  nl: shop_nl,
  pl: shop_pl,
  cs: shop_cs,
  ro: shop_ro,
  sv: shop_sv,
  da: shop_da,
  fi: shop_fi,
  el: shop_el,
  ru: shop_ru,
  uk: shop_uk,
  id: shop_id,
  ms: shop_ms,
  vi: shop_vi,
  th: shop_th,
  ja: shop_ja,
  ko: shop_ko,
  'zh-Hans': shop_zh_Hans,
  'zh-Hant': shop_zh_Hant,
  'en-XA': /* @__PURE__ */ pseudo(shop_en, 'en-XA'),
  'ar-XB': /* @__PURE__ */ pseudo(shop_en, 'ar-XB'),
};
export const boxes = {
  en: boxes_en,
  ur: boxes_ur,
  ar: boxes_ar,
  fa: boxes_fa,
  he: boxes_he,
  hi: boxes_hi,
  bn: boxes_bn,
  pa: boxes_pa,
  tr: boxes_tr,
  fr: boxes_fr,
  de: boxes_de,
  es: boxes_es,
  'pt-BR': boxes_pt_BR,
  'pt-PT': boxes_pt_PT,
  it: boxes_it,
  nl: boxes_nl,
  pl: boxes_pl,
  cs: boxes_cs,
  ro: boxes_ro,
  sv: boxes_sv,
  da: boxes_da,
  fi: boxes_fi,
  el: boxes_el,
  ru: boxes_ru,
  uk: boxes_uk,
  id: boxes_id,
  ms: boxes_ms,
  vi: boxes_vi,
  th: boxes_th,
  ja: boxes_ja,
  ko: boxes_ko,
  'zh-Hans': boxes_zh_Hans,
  'zh-Hant': boxes_zh_Hant,
  'en-XA': /* @__PURE__ */ pseudo(boxes_en, 'en-XA'),
  'ar-XB': /* @__PURE__ */ pseudo(boxes_en, 'ar-XB'),
};
