import type {Config} from '../config.js';
import {documentResponder, type Document} from './document.js';

/**
 * Inside a frame the page tells the window that holds it that the bank is done, at that window's exact origin, and
 * nothing else: what happened is read from the service. At the top (redirect mode) it goes on to `to`, which must be a
 * page of the same origin; anything else becomes the shop's front page (guarantees 2.7).
 */
function returnDocument(origins: readonly string[]): Document {
  return {
    title: ({backToShop}) => backToShop,
    mark: 'return',
    style: ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:2rem}',
    body: ({bankAnswered, backToShop}) =>
      `<noscript><p>${bankAnswered}</p><p><a href="/">${backToShop}</a></p></noscript>`,
    script: `
(() => {
  'use strict';
  const own = location.origin;
  if (parent !== window) {
    const shops = [own, ...${JSON.stringify(origins)}];
    const holder = location.ancestorOrigins && location.ancestorOrigins[0];
    // Firefox says "null" for a frame without a referrer. Only a window of the target origin gets the message.
    for (const origin of shops.includes(holder) ? [holder] : shops) {
      parent.postMessage({cardVault: 'return', type: 'returned'}, origin);
    }
    return;
  }
  const here = new URL(location.href);
  let to;
  try { to = new URL(here.searchParams.get('to') || '/', own); } catch { to = new URL('/', own); }
  if (to.origin !== own || to.pathname === here.pathname) to = new URL('/', own);
  location.replace(to.href);
})();
`,
  };
}

/** Makes `GET|POST /return`: the page behind success_url and failure_url. */
export function returnPage({origins, crossOriginIsolated}: Config): (request: Request) => Promise<Response> {
  const respond = documentResponder(returnDocument(origins));
  return (request) => respond(request, {frameAncestors: ["'self'", ...origins], crossOriginIsolated});
}
