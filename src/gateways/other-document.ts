import type {ShellMark} from '../protocol/index.js';

/**
 * Names the document that a frame has in the place of one of ours, in words for the shop; nothing where it is
 * ours, or cannot be told yet.
 */
export function otherDocument(frame: HTMLIFrameElement, mark: ShellMark): string | undefined {
  const inside = frame.contentDocument;
  if (inside?.URL === 'about:blank' || (inside && isMarked(inside, mark))) return undefined;
  const {pathname} = new URL(inside?.URL ?? frame.src);
  const found = inside
    ? `another page of the shop answers at ${pathname}`
    : 'no page of this origin stands there: one that refuses frames (X-Frame-Options, frame-ancestors), or of another origin';
  if (pathname !== new URL(frame.src).pathname) return `${found}, to which the request was led`;
  const worker = frame.ownerDocument.defaultView?.navigator.serviceWorker?.controller;
  const answering = worker
    ? `the service worker ${new URL(worker.scriptURL).pathname}`
    : 'the router or the login';
  return `${found}. Have ${answering} of the shop leave ${pathname} to the kit`;
}

/** Whether a document is ours, and this one. */
export const isMarked = (inside: Document, mark: ShellMark): boolean =>
  inside.querySelector(`meta[name="card-vault"][content="${mark}"]`) !== null;
