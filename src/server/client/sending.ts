import {CardVaultError} from '../../protocol/index.js';
import {hexDigest} from '../digest.js';

/**
 * Refuses, by the name of its field, a value that can never be sent, before anything is: no answer was lost,
 * and no network is to blame.
 */
function refuse(field: string, expected: string, cause?: unknown): never {
  const message = `card-vault/server: ${field} ${expected}. Nothing was sent.`;
  throw new CardVaultError('request-refused', message, {field, cause});
}

/**
 * A path at the service. Each value is given by its name, and becomes one segment that leads nowhere else.
 *
 * @throws CardVaultError `request-refused`, naming the value
 * @example
 * at`/user/customers/v1/${{customer}}/wallet/`
 */
export function at(
  texts: TemplateStringsArray,
  ...named: readonly Readonly<Record<string, string>>[]
): string {
  const segments = named.flatMap((one) => Object.entries(one)).map(([name, value]) => segmentOf(name, value));
  return String.raw({raw: texts}, ...segments);
}

function segmentOf(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..' || /\p{Cs}/u.test(value))
    refuse(name, 'must be a text, such as a token of the service');
  return encodeURIComponent(value);
}

/**
 * The key as a header can hold it: as it is where it has nothing but visible ASCII characters (and blanks between them), else a digest
 * of it. Services tell a quoted key from a bare one by its quotes.
 */
export async function keyHeader(key: unknown): Promise<string> {
  if (typeof key !== 'string' || key === '') refuse('idempotencyKey', 'must be a text that is not empty');
  if (/^(?!")[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) return key;
  return `sha256-${await hexDigest(JSON.stringify(key))}`;
}

/** A body as JSON that says what was given: JSON leaves out, or writes as null, what it cannot hold. */
export function jsonOf(body: Readonly<Record<string, unknown>>): string {
  const field = unwritable(body, '');
  if (field !== undefined) refuse(field, 'cannot be written as JSON');
  return JSON.stringify(body);
}

/** Where the first value lies that JSON cannot hold. */
function unwritable(value: unknown, path: string, around: readonly unknown[] = []): string | undefined {
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) return path;
  if (typeof value !== 'object' || value === null) return undefined;
  if (around.includes(value)) return path;
  if ('toJSON' in value) return throws(() => JSON.stringify(value)) ? path : undefined;
  for (const [name, member] of Object.entries(value)) {
    const found = unwritable(member, path === '' ? name : `${path}.${name}`, [...around, value]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function throws(act: () => unknown): boolean {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}
