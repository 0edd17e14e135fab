// Written by `npm run docs` from `index.ts`.

export const loaders = {ur: () => import('./ur/start.js'), ar: () => import('./ar/start.js')};
