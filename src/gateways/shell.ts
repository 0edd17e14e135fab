import {CardVaultError, type ShellCommand, type ShellConnect, type ShellReport} from '../protocol/index.js';
import {closedRecord} from './closed-record.js';
import {otherDocument} from './other-document.js';
import {plainCopy, type Plain} from './plain-data.js';
import {onPolicyViolation} from './policy-violation.js';
import {afterUnless, type After} from './waiting.js';

/** Milliseconds between two offers of a port, from the frame's `load` on. */
const retryEvery = 250;
/**
 * Milliseconds after the frame's `load` without an answer: a shell answers the first or second attempt, or it
 * is none.
 */
const answerWithin = 5_000;
/** The same where the document does not say that it is a shell: one that another server writes may be. */
const otherWithin = 1_000;
/** Milliseconds for the shell's page to load. */
const loadWithin = 10_000;

/** Request of a gateway to a shell. */
export interface ShellConversation {
  readonly frame: HTMLIFrameElement;
  /** The shell's own origin; the connection is offered to no other. */
  readonly origin: string;
  /**
   * Called with the function that sends commands when the shell is ready, and again after its page was
   * reloaded and forgot them.
   */
  readonly connected: (send: (command: ShellCommand) => void) => void;
  /** Every report but `ready`. */
  readonly hear: (report: Exclude<ShellReport, {type: 'ready'}>) => void;
  /** The shell cannot be reached: `shell-unreachable`. */
  readonly fail: (error: CardVaultError) => void;
  readonly after: After;
  readonly signal: AbortSignal;
}

/**
 * Speaks with a shell frame (decision 0002) from before it is in the document until `signal` aborts. Address
 * and token travel over a transferred port: only the document that took the port can read them or answer.
 */
export function speakWithShell(conversation: ShellConversation): void {
  const {frame, origin, signal, after, fail} = conversation;
  let attempts: AbortController | undefined;
  const unreachable = (why: string) => (): void => fail(unreachableBecause(why));
  const startOver = (): void => {
    // A page loaded anew has lost its port (guarantees 2.6 rule 2): connect again.
    attempts?.abort();
    attempts = new AbortController();
    const round = AbortSignal.any([signal, attempts.signal]);
    const limit = frame.contentDocument && otherDocument(frame, 'shell') ? otherWithin : answerWithin;
    afterUnless(round, after, limit, () =>
      fail(unreachableBecause(otherDocument(frame, 'shell') ?? 'it does not answer')),
    );
    offerPorts(conversation, attempts, round);
  };
  frame.addEventListener('load', startOver, {signal});
  afterUnless(signal, after, loadWithin, () => {
    if (attempts === undefined) fail(unreachableBecause('its page did not load'));
  });
  const blocked = unreachable("the page's policy (frame-src) blocks it");
  onPolicyViolation(frame.ownerDocument, origin, ['frame-src'], blocked, signal);
}

/**
 * Offers a fresh port until one is answered; the first answer wins and the other ports are closed. Our shell
 * listens before its frame's `load` and takes the first offer. Another may start to listen later, and no
 * event tells the page when: an offer posted before that is lost. So it is sent again, for `answerWithin` at
 * most. This is not polling: the shell is never asked whether something has changed.
 */
function offerPorts(conversation: ShellConversation, attempts: AbortController, round: AbortSignal): void {
  const {frame, origin, connected, hear, signal, after} = conversation;
  const offer = (): void => {
    const {port1, port2} = new MessageChannel();
    let chosen = false;
    const forget = (): void => {
      if (!chosen) port1.close();
    };
    round.addEventListener('abort', forget, {once: true});
    port1.onmessage = (event: MessageEvent<unknown>) => {
      const report = readShellReport(plainCopy(event.data));
      if (report === undefined || signal.aborted) return;
      if (report.type !== 'ready') {
        if (chosen) hear(report);
      } else if (!round.aborted) {
        chosen = true;
        attempts.abort();
        signal.addEventListener('abort', () => port1.close(), {once: true});
        connected((command) => port1.postMessage(command));
      }
    };
    const hello: ShellConnect = {cardVault: 'shell', type: 'connect'};
    frame.contentWindow?.postMessage(hello, origin, [port2]);
    afterUnless(round, after, retryEvery, offer);
  };
  offer();
}

export function unreachableBecause(why: string): CardVaultError {
  return new CardVaultError(
    'shell-unreachable',
    `The shell frame of the shop's server (frame_url in the session answer) cannot be used: ${why}.`,
  );
}

/** Closed reader of what a shell reports. */
export function readShellReport(data: Plain | undefined): ShellReport | undefined {
  const plain = closedRecord(data, ['type'], ['type', 'sessionId', 'reason']);
  switch (plain?.['type']) {
    case 'ready':
    case 'loaded':
    case 'failed':
    case 'returned':
    case 'back':
    case 'left':
    case 'astray':
      return closedRecord(data, ['type']) && {type: plain['type']};
    case 'completed': {
      const sessionId = closedRecord(data, ['type', 'sessionId'])?.['sessionId'];
      return isSessionId(sessionId) ? {type: 'completed', sessionId} : undefined;
    }
    case 'refused': {
      const reason = closedRecord(data, ['type', 'reason'])?.['reason'];
      return typeof reason === 'string' ? {type: 'refused', reason: reason.slice(0, 200)} : undefined;
    }
    default:
      return undefined;
  }
}

/** A session id of device data collection: one short word of visible ASCII. */
export function isSessionId(value: Plain | undefined): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,256}$/.test(value);
}
