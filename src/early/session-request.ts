import {loadFrames, remove} from './frames.js';
import {freshId} from './fresh-id.js';
import {type Answer, type Deferred, mount} from './mount.js';
import type {EarlyPage} from './page.js';
import {preloadModules} from './preload.js';

/**
 * Begins the session. It names no credential: the shopper's own cookie says who asks. An XMLHttpRequest has
 * its answer whole in one step.
 */
export function beginSession(page: EarlyPage, url: string, deferred: Deferred): void {
  const {tag, settings, end, watch} = page;
  const {library, frame} = settings;
  const request = new XMLHttpRequest();
  const key = freshId();
  request.open('POST', url);
  request.setRequestHeader('Content-Type', 'application/json');
  request.setRequestHeader('Idempotency-Key', key);
  end.signal.onabort = () => {
    request.abort();
    if (!page.isAdopted) remove(page);
  };
  const done = new Promise<unknown>((done, fail) => {
    request.onload = done;
    request.onerror = request.onabort = () => fail(new TypeError('The session request failed.'));
  });
  request.send('{}');
  const answer = done.then(() => {
    const {responseText, responseURL: value, status} = request;
    return Object.defineProperty(new Response(responseText || null, {status}), 'url', {value});
  });
  void answer.catch(() => {}).then(() => setTimeout(() => preloadModules(page), 100));
  const fields = done
    .then(() => mount(page, JSON.parse(request.responseText) as Answer, deferred))
    .catch(() => {})
    .then((begun) => {
      watch.abort();
      page.typed = false;
      return begun || (remove(page) as undefined);
    });
  tag.begunSession = {url, key, answer, ...(library && {fields}), abort: () => end.abort()};
  if (frame) loadFrames(page, frame);
}
