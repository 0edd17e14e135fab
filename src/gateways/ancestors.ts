import {pageOrigin} from './page-origin.js';

/** Stands for a page whose origin the browser does not tell. */
const untold = 'another site';

/**
 * The origins of pages around this one that a capture context does not name: the frames of the card fields
 * refuse to stand below them. Where the browser does not tell origins, a context that names more than one may
 * mean them.
 */
export function strangersAround(view: Window, targetOrigins: readonly string[]): readonly string[] {
  const {ancestorOrigins} = view.location as Partial<Pick<Location, 'ancestorOrigins'>>;
  const around = ancestorOrigins ? [...ancestorOrigins] : targetOrigins.length > 1 ? [] : readAround(view);
  const strangers = around.filter((origin) => !targetOrigins.includes(origin));
  return [...new Set(strangers.map((origin) => (origin === 'null' ? untold : origin)))];
}

/** From inside to outside. A page of another origin may stand within one of the shop's. */
function readAround({parent}: Window): readonly string[] {
  let origin = untold;
  try {
    origin = pageOrigin(parent);
  } catch {
    // The browser keeps what is of another origin.
  }
  return parent === parent.parent ? [origin] : [origin, ...readAround(parent)];
}
