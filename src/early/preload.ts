import {make, own} from './document.js';
import type {EarlyPage} from './page.js';

export function preload({nonce}: EarlyPage, wanted: object): undefined {
  own('head').append(Object.assign(make('link'), {nonce}, wanted));
}

/** The parts of the element that its form needs first. */
export function preloadModules(page: EarlyPage): void {
  const modules = JSON.parse(page.settings.modules || '[]') as [href: string, integrity: string][];
  for (const [href, integrity] of modules) preload(page, {rel: 'modulepreload', integrity, href});
}
