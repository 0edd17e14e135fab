// Written by `npm run docs` from `index.ts`.
import {first as first_en} from './en/first.js';
import {first as first_ur} from './ur/first.js';
import {first as first_ar} from './ar/first.js';
import {before as before_en} from './en/before.js';
import {before as before_ur} from './ur/before.js';
import {before as before_ar} from './ar/before.js';
import {pages as pages_en} from './en/pages.js';
import {pages as pages_ur} from './ur/pages.js';
import {pages as pages_ar} from './ar/pages.js';
import {bank as bank_en} from './en/bank.js';
import {bank as bank_ur} from './ur/bank.js';
import {bank as bank_ar} from './ar/bank.js';
import {shop as shop_en} from './en/shop.js';
import {shop as shop_ur} from './ur/shop.js';
import {shop as shop_ar} from './ar/shop.js';
import {boxes as boxes_en} from './en/boxes.js';
import {boxes as boxes_ur} from './ur/boxes.js';
import {boxes as boxes_ar} from './ar/boxes.js';
import {pseudo} from './pseudo.js';

export const first = {
  en: first_en,
  ur: first_ur,
  ar: first_ar,
  'en-XA': /* @__PURE__ */ pseudo(first_en, 'en-XA'),
  'ar-XB': /* @__PURE__ */ pseudo(first_en, 'ar-XB'),
};
export const before = {
  en: before_en,
  ur: before_ur,
  ar: before_ar,
  'en-XA': /* @__PURE__ */ pseudo(before_en, 'en-XA'),
  'ar-XB': /* @__PURE__ */ pseudo(before_en, 'ar-XB'),
};
export const pages = {
  en: pages_en,
  ur: pages_ur,
  ar: pages_ar,
  'en-XA': /* @__PURE__ */ pseudo(pages_en, 'en-XA'),
  'ar-XB': /* @__PURE__ */ pseudo(pages_en, 'ar-XB'),
};
export const bank = {
  en: bank_en,
  ur: bank_ur,
  ar: bank_ar,
  'en-XA': /* @__PURE__ */ pseudo(bank_en, 'en-XA'),
  'ar-XB': /* @__PURE__ */ pseudo(bank_en, 'ar-XB'),
};
export const shop = {
  en: shop_en,
  ur: shop_ur,
  ar: shop_ar,
  'en-XA': /* @__PURE__ */ pseudo(shop_en, 'en-XA'),
  'ar-XB': /* @__PURE__ */ pseudo(shop_en, 'ar-XB'),
};
export const boxes = {
  en: boxes_en,
  ur: boxes_ur,
  ar: boxes_ar,
  'en-XA': /* @__PURE__ */ pseudo(boxes_en, 'en-XA'),
  'ar-XB': /* @__PURE__ */ pseudo(boxes_en, 'ar-XB'),
};
