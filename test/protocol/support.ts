import {CardVaultError} from '../../src/protocol/index.js';

/** The error that reading throws. */
export function refusal(read: () => unknown): CardVaultError {
  try {
    read();
  } catch (error) {
    if (error instanceof CardVaultError) return error;
    throw error;
  }
  throw new Error('was read without an error');
}

/** A copy of an answer with one place changed (or taken out, with `undefined`). */
export function changed(answer: unknown, pointer: string, value: unknown): unknown {
  const copy: unknown = structuredClone(answer);
  const keys = pointer.split('/').slice(1);
  const last = keys.pop() ?? '';
  let place = copy as Record<string, unknown>;
  for (const key of keys) place = place[key] as Record<string, unknown>;
  if (value === undefined) delete place[last];
  else place[last] = value;
  return copy;
}

/** Wrong things to find where something else should be. */
export const wrongs: readonly unknown[] = [undefined, null, '', 7, true, [], {}, 'secret-value'];

/** A signed token with these claims, signed by nobody. */
export function token(claims: unknown): string {
  const encoded = (part: unknown): string =>
    btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(part))))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  return `${encoded({alg: 'RS256'})}.${encoded(claims)}.c2lnbmF0dXJl`;
}
