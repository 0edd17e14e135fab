import type {AnyFinding} from '../report.js';

/** Steps that are tried, in the order in which a save needs them. */
export const checkNames = [
  'route',
  'public-url',
  'origin',
  'login',
  'service',
  'keys',
  'allowed-origin',
  'session',
  'environment',
  'cors',
  'token',
  'truth',
  'capture-context',
  'signature',
  'library',
  'frame',
  'return',
  'hosted-pages',
  'page',
  'webhook',
] as const;
export type CheckName = (typeof checkNames)[number];

export type Finding = AnyFinding<CheckName>;

export const ok = (check: CheckName, says: string): Finding => ({check, result: 'ok', says});
export const wrong = (check: CheckName, says: string, next: string): Finding => ({
  check,
  result: 'wrong',
  says,
  next,
});
export const notTried = (check: CheckName, says: string): Finding => ({check, result: 'not tried', says});
