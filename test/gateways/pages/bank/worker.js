/**
 * Plays the servers of other parties for the gateways' tests: the test server answers no POST. Answers a form post below
 * this folder with a page that reports what arrived and then does what the address asks for:
 * `say` (channel on which to report), `send` (JSON list of messages for the parent), `go` (address to go on to).
 * `harness` is the page of a shop with the policy given in the address, `blank` an empty one. `stalled` is never answered;
 * `library` is a script whose first `stalls` requests are not answered either, counted for each `id` and told on that channel.
 */
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

const html = (body, headers = {}) =>
  new Response(`<!doctype html><meta charset="utf-8"><title>Bank</title>${body}`, {
    headers: {'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers},
  });

const text = (value) => JSON.stringify(value).replaceAll('<', '\\u003c');

async function bankPage(request) {
  const {searchParams} = new URL(request.url);
  const form = Object.fromEntries(await request.formData());
  return html(`<p>Bank</p><script>
    const say = new BroadcastChannel(${text(searchParams.get('say'))});
    say.postMessage({form: ${text(form)}, href: location.href, referrer: document.referrer, history: history.length,
      framed: window !== top, name: window.name});
    for (const message of ${searchParams.get('send') ?? '[]'}) parent.postMessage(message, '*');
    const go = ${text(searchParams.get('go'))};
    if (go) location.replace(go);
  </script>`);
}

const shopPage = (url) =>
  html('<body><script type="module" nonce="n" src="/test/gateways/pages/harness.ts"></script>', {
    'content-security-policy': url.searchParams.get('policy') ?? "default-src 'self'",
  });

const never = new Promise(() => undefined);
const requests = new Map();

async function library({searchParams}) {
  const id = searchParams.get('id');
  const count = (requests.get(id) ?? 0) + 1;
  requests.set(id, count);
  new BroadcastChannel(id).postMessage(count);
  if (count <= Number(searchParams.get('stalls'))) return never;
  return new Response('window.Flex = class {};', {headers: {'content-type': 'text/javascript'}});
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (url.pathname.endsWith('/bank/harness')) event.respondWith(shopPage(url));
  else if (url.pathname.endsWith('/bank/blank')) event.respondWith(html(''));
  else if (url.pathname.endsWith('/bank/stalled')) event.respondWith(never);
  else if (url.pathname.endsWith('/bank/library')) event.respondWith(library(url));
  else if (event.request.method === 'POST') event.respondWith(bankPage(event.request));
});
