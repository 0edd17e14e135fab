// Written by `npm run docs` from `index.ts`.

export const loaders = {
  ur: () => import('./ur/start.js'),
  ar: () => import('./ar/start.js'),
  tr: () => import('./tr/start.js'),
  fr: () => import('./fr/start.js'),
  de: () => import('./de/start.js'),
  es: () => import('./es/start.js'),
  'pt-BR': () => import('./pt-BR/start.js'),
  it: () => import('./it/start.js'),
  nl: () => import('./nl/start.js'),
  pl: () => import('./pl/start.js'),
  ja: () => import('./ja/start.js'),
  ko: () => import('./ko/start.js'),
  'zh-Hans': () => import('./zh-Hans/start.js'),
};
