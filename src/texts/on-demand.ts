// Written by `npm run docs` from `index.ts`.

export const loaders = {ur: () => import('./ur/element.js'), ar: () => import('./ar/element.js')};

export const fromRight: readonly string[] = ['ur', 'ar'];
