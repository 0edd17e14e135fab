import {freshId} from '../protocol/fresh-id.js';
import {sessionRequest} from '../protocol/session-request.js';
import {loadFrames, removeFields} from './frames.js';
import {libraryOf, watchPolicy} from './library.js';
import {type Answer, mount} from './mount.js';
import type {EarlyPage} from './page.js';
import {preloadModules} from './preload.js';

/**
 * Begins the session. It names no credential: the shopper's own cookie says who asks. An XMLHttpRequest has
 * its answer whole in one step.
 */
export function beginSession(page: EarlyPage, url: string): void {
  const {tag, settings, end, watch} = page;
  const {library, frame} = settings;
  const loading = libraryOf(page);
  watchPolicy(page);
  const request = new XMLHttpRequest();
  const key = freshId();
  const {method, headers, body} = sessionRequest(key);
  request.open(method, url);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  end.signal.onabort = () => {
    request.abort();
    if (!page.isAdopted) removeFields(page);
  };
  const done = new Promise<unknown>((done, fail) => {
    request.onload = done;
    request.onerror = request.onabort = () => fail(new TypeError('The session request failed.'));
  });
  request.send(body);
  const answer = done.then(() => {
    const {responseText, responseURL: value, status} = request;
    return Object.defineProperty(new Response(responseText || null, {status}), 'url', {value});
  });
  void answer.catch(() => {}).then(() => setTimeout(() => preloadModules(page), 100));
  const fields = done
    .then(() => mount(page, JSON.parse(request.responseText) as Answer, loading))
    .catch(() => undefined)
    .then((begun) => {
      watch.abort();
      page.typed = false;
      // Of a session that was given up nothing is left, and the places may have other fields by now.
      if (!begun && !end.signal.aborted) removeFields(page);
      return begun;
    });
  tag.begunSession = {url, key, answer, ...(library && {fields}), abort: () => end.abort()};
  if (frame) loadFrames(page, frame);
}
