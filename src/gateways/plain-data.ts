/** Values as JSON knows them. */
export type Plain = string | number | boolean | null | readonly Plain[] | {readonly [key: string]: Plain};

/**
 * Upper bound of what one message may hold, in characters of keys and texts together (guarantees 2.6 rule 1).
 */
export const messageLimit = 4096;

const depthLimit = 5;

/**
 * Copies what another window sent into plain data, or answers `undefined` when it is anything else: a getter,
 * a class instance, a symbol, a function, a cycle, too deep or larger than `limit`. Readers work on the copy,
 * so that no code of the sender runs in them and a value cannot change between two looks at it.
 */
export function plainCopy(value: unknown, limit = messageLimit): Plain | undefined {
  let left = limit;
  const copy = (part: unknown, depth: number): Plain | undefined => {
    if (--left < 0 || depth > depthLimit) return undefined;
    if (typeof part === 'string') return (left -= part.length) < 0 ? undefined : part;
    if (typeof part === 'number' || typeof part === 'boolean' || part === null) return part;
    if (typeof part !== 'object') return undefined;
    return Array.isArray(part) ? copyOf(part, [], depth) : copyOf(part, nothing(), depth);
  };
  const copyOf = <T extends Plain & object>(from: object, to: T, depth: number): T | undefined => {
    const prototype: unknown = Object.getPrototypeOf(from);
    if (!Array.isArray(from) && prototype !== null && Object.getPrototypeOf(prototype) !== null)
      return undefined;
    for (const key of Reflect.ownKeys(from)) {
      if (typeof key === 'symbol') return undefined;
      const property = Object.getOwnPropertyDescriptor(from, key);
      if (property === undefined || !('value' in property)) return undefined;
      if (!property.enumerable) continue;
      const copied = copy(property.value, depth + 1);
      if (copied === undefined || (left -= key.length) < 0) return undefined;
      Object.defineProperty(to, key, {value: copied, enumerable: true});
    }
    return to;
  };
  try {
    return copy(value, 0);
  } catch {
    // A proxy may throw from any trap: not plain data.
    return undefined;
  }
}

function nothing(): {readonly [key: string]: Plain} {
  return Object.create(null) as {readonly [key: string]: Plain};
}

/** The value as a record; an empty one for anything else. */
export function recordOf(value: Plain | undefined): {readonly [key: string]: Plain | undefined} {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as {readonly [key: string]: Plain})
    : {};
}
