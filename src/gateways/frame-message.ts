import {plainCopy, type Plain} from './plain-data.js';

/** Source and shape that a message must have to be accepted. */
export interface FrameExpectation<T> {
  /** The frame this page made; its window is compared at the moment of the message. */
  readonly frame: HTMLIFrameElement;
  /** Exact origin, as `URL.origin` spells it. */
  readonly origin: string;
  /** Closed reader: anything but a message it knows is `undefined`. */
  readonly read: (data: Plain) => T | undefined;
}

/** The part of a `MessageEvent` that the guard reads. */
export type IncomingMessage = Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>;

/**
 * The value of a message that meets the expectation in window, origin, size and shape, in this order;
 * `undefined` for every other message. Never throws and never changes the event.
 */
export function acceptMessage<T>(event: IncomingMessage, expected: FrameExpectation<T>): T | undefined {
  const {contentWindow} = expected.frame;
  // A removed frame's window and the source of its last messages are both null, and two nulls must not match.
  if (contentWindow === null || event.source !== contentWindow || event.origin !== expected.origin)
    return undefined;
  const data = plainCopy(event.data);
  return data === undefined ? undefined : expected.read(data);
}

/**
 * Hears the messages of one frame until `signal` aborts. Messages that do not meet the expectation are
 * dropped in silence (guarantees 2.6 rule 5). Events made by scripts of this page instead of by another
 * window are dropped too.
 */
export function listenToFrame<T>(
  page: Window,
  expected: FrameExpectation<T>,
  hear: (value: T) => void,
  signal: AbortSignal,
): void {
  const handle = (event: MessageEvent<unknown>): void => {
    if (signal.aborted || !event.isTrusted) return;
    const value = acceptMessage(event, expected);
    if (value !== undefined) hear(value);
  };
  page.addEventListener('message', handle, {signal});
}
