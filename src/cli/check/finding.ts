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

/** The result of one check: a sentence, and for what is wrong a second one that says what to do. */
export type Finding =
  | {readonly check: CheckName; readonly result: 'ok'; readonly says: string}
  | {readonly check: CheckName; readonly result: 'wrong'; readonly says: string; readonly next: string}
  | {readonly check: CheckName; readonly result: 'not tried'; readonly says: string};

export const ok = (check: CheckName, says: string): Finding => ({check, result: 'ok', says});
export const wrong = (check: CheckName, says: string, next: string): Finding => ({
  check,
  result: 'wrong',
  says,
  next,
});
export const notTried = (check: CheckName, says: string): Finding => ({check, result: 'not tried', says});
