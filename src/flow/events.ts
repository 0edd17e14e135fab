import type {
  CardSummary,
  CardVaultError,
  Completion,
  Enrollment,
  Payment,
  Session,
} from '../protocol/index.js';
import type {RememberedRun} from './ports.js';
import type {CardInput} from './state.js';

/** Requests of the page. They fit the present run or nothing. */
export type FlowCommand =
  | {readonly type: 'open'}
  | {readonly type: 'save'; readonly input: CardInput}
  | {readonly type: 'cancel'}
  | {readonly type: 'reset'}
  | {readonly type: 'resume'; readonly remembered?: RememberedRun};

/** Answer of an effect, with the run that it was begun for; credentials stay with the runner. */
export type FlowAnswer =
  /** Whether a remembered run lives in this page now. `unsure`: it may live in another all the same. */
  | {readonly type: 'home'; readonly run: number; readonly here: boolean; readonly unsure?: boolean}
  | {readonly type: 'session'; readonly run: number; readonly session: Session}
  /** A capture context was issued; `expiresAt` is by the page's own clock. */
  | {readonly type: 'context'; readonly run: number; readonly expiresAt: number}
  | {readonly type: 'fields-mounted'; readonly run: number}
  /**
   * The capture context is near its end. `silent`: nothing was typed that the shopper would have to type
   * again.
   */
  | {readonly type: 'context-ending'; readonly run: number; readonly silent?: boolean | undefined}
  | {readonly type: 'tokenized'; readonly run: number}
  /** The card could not be read; nothing was sent to the tracker. */
  | {readonly type: 'card-refused'; readonly run: number; readonly error: CardVaultError}
  | {readonly type: 'setup'; readonly run: number; readonly card: CardSummary}
  | {readonly type: 'device-data'; readonly run: number; readonly collected: boolean}
  | {
      readonly type: 'enrollment';
      readonly run: number;
      readonly enrollment: Pick<Enrollment, 'status' | 'eci'>;
    }
  | {
      readonly type: 'step-up-ended';
      readonly run: number;
      readonly how: 'returned' | 'closed' | 'leaving' | 'timed-out';
    }
  | {readonly type: 'payment'; readonly run: number; readonly payment: Payment}
  | {readonly type: 'authorized'; readonly run: number}
  | {readonly type: 'completion'; readonly run: number; readonly completion: Completion}
  /** A pause between two tries is over. */
  | {readonly type: 'waited'; readonly run: number}
  | {
      readonly type: 'error';
      readonly run: number;
      readonly error: CardVaultError;
      /** The remembered run that could not be taken up. */
      readonly resuming?: RememberedRun;
    };

export type FlowEvent = FlowCommand | FlowAnswer;
export type EventType = FlowEvent['type'];
export type EventOf<E extends EventType> = Extract<FlowEvent, {readonly type: E}>;

/** Every event type, once. */
export const eventTypes = [
  'open',
  'save',
  'cancel',
  'reset',
  'resume',
  'home',
  'session',
  'context',
  'fields-mounted',
  'context-ending',
  'tokenized',
  'card-refused',
  'setup',
  'device-data',
  'enrollment',
  'step-up-ended',
  'payment',
  'authorized',
  'completion',
  'waited',
  'error',
] as const satisfies readonly EventType[];

/** Work of the runner. Effects that reach the tracker are the tracker’s actions (spec 3.1). */
export type Effect =
  /** Finds out whether another page has the run, or waits until none has. */
  | {readonly type: 'enter-home'; readonly remembered: RememberedRun; readonly wait: boolean}
  | {readonly type: 'open-session'; readonly tracker?: string}
  | {readonly type: 'request-context'; readonly tracker: string}
  | {readonly type: 'mount-fields'}
  | {readonly type: 'unmount-fields'}
  /** Wakes the flow shortly before the context ends. */
  | {readonly type: 'watch-context'; readonly expiresAt: number}
  | {readonly type: 'tokenize'; readonly input: CardInput}
  | {readonly type: 'send-token'; readonly tracker: string}
  | {readonly type: 'send-card' | 'use-saved-card'; readonly tracker: string}
  | {readonly type: 'collect-device-data'; readonly session: Session}
  | {readonly type: 'enroll'; readonly session: Session; readonly input: CardInput | undefined}
  | {readonly type: 'present-step-up'; readonly session: Session}
  /** Ends the step-up's time for a page that said it was leaving and is still there. */
  | {readonly type: 'watch-departure'}
  | {readonly type: 'authorize'; readonly tracker: string}
  | {readonly type: 'read-payment'; readonly tracker: string}
  | {readonly type: 'complete'; readonly tracker: string}
  | {readonly type: 'wait'; readonly ms: number}
  | {readonly type: 'remember'; readonly remembered: RememberedRun}
  | {readonly type: 'forget'}
  /** Gives up everything that is under way for this flow. */
  | {readonly type: 'abort'};
export type EffectType = Effect['type'];
