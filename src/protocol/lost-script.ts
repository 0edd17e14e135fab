import {CardVaultError} from './errors.js';

/**
 * How browsers, and the bundlers that a shop may use, name a script that could not be fetched. A script that
 * came, and threw or did not parse, has an error of its own.
 */
const notFetched =
  /dynamically imported module|importing a module script|^TypeError: (failed to fetch|load failed|networkerror)|loading (css )?chunk/i;

/**
 * Describes an `import()` that was rejected: only a script that was not fetched is the network's, everything
 * else is a fault of the scripts in the page.
 */
export function lostScript(cause: unknown): CardVaultError {
  if (cause instanceof CardVaultError) return cause;
  const text = String(cause);
  return notFetched.test(text)
    ? new CardVaultError('shop-server-unreachable', text, {cause})
    : new CardVaultError('unexpected', `A script of the element failed: ${text}`, {cause});
}

/**
 * A request that got no answer: what `fetch` rejects with. Anything else that a request comes to, such as a fault of
 * the page's own wrapper of `fetch`, says nothing of the network.
 */
export const isLostRequest = (cause: unknown): boolean =>
  /^(Type|Abort|Timeout|Network)Error$/.test((cause as Partial<Error> | null)?.name ?? '');
