/** What the fake library (`pages/fake-flex.js`) shows of one field. */
export interface FakeField {
  readonly options: Readonly<Record<string, unknown>>;
  readonly updates: readonly Readonly<Record<string, unknown>>[];
  readonly calls: readonly string[];
  readonly disposed: boolean;
  emit(event: string, data: unknown): void;
}

export interface FakeSession {
  readonly type: string;
  readonly options: {readonly styles: unknown};
  readonly fields: {readonly number: FakeField; readonly securityCode: FakeField};
  readonly requests: readonly unknown[];
  /** Answers the token request that waits. */
  answer(error: unknown, token: unknown): void;
  /** Answers it with an error of the library. */
  fault(reason: string, details: unknown): void;
}

interface Log {
  readonly loads: number;
  readonly sessions: readonly FakeSession[];
}
const log = (): Log | undefined => (window as {fakeFlex?: Log}).fakeFlex;

/** The session that was started last. */
export function lastSession(): FakeSession {
  const session = log()?.sessions.at(-1);
  if (session === undefined) throw new Error('no session was started');
  return session;
}
/** How often the library's script has run in this page. */
lastSession.loads = (): number => log()?.loads ?? 0;
