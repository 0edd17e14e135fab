import type {Plain} from './plain-data.js';

/**
 * The value as a record when its keys are among `allowed` and every one of `required` is there; else
 * `undefined`.
 */
export function closedRecord(
  value: Plain | undefined,
  required: readonly string[],
  allowed: readonly string[] = required,
): {readonly [key: string]: Plain} | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const keys = Object.keys(value);
  const closed = keys.every((key) => allowed.includes(key)) && required.every((key) => keys.includes(key));
  return closed ? (value as {readonly [key: string]: Plain}) : undefined;
}
