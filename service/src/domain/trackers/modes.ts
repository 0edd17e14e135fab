import type {TrackerState} from '../../../../src/protocol/index.js';

/** How the card is entered: hosted fields, plain text, or a saved method (wire 1.5). */
export const trackerEntryModes = ['flex', 'raw', 'tms'] as const;
export type TrackerEntryMode = (typeof trackerEntryModes)[number];

/** Everything that differs by the mode of a tracker. */
interface Mode {
  /** The card becomes a payment method without being asked for. */
  readonly keepsCard: boolean;
  /** The request names the amount; otherwise none, or a small one, is held. */
  readonly namesAmount: boolean;
  /** Possible entry modes; the first is the default. */
  readonly entryModes: readonly [TrackerEntryMode, ...TrackerEntryMode[]];
  /** The same for an error message. */
  readonly entryModesInWords: string;
  /** The shopper takes part and authenticates; otherwise the merchant's server charges alone. */
  readonly payerTakesPart: boolean;
  /** What a hold waits for: its reversal or its capture. */
  readonly afterHold: 'REVERSAL' | 'CAPTURE';
  /** After how many milliseconds the service reverses a hold itself. */
  readonly holdMs: number;
  /** The state of a tracker whose hold was given back. */
  readonly reversed: TrackerState;
}

/** Long before the networks' 72 hours for a verification (guarantees 4.3). */
export const reversalDueMs = 30 * 60_000;
/** Networks want clearing within ten days. */
const captureWaitMs = 7 * 24 * 3_600_000;

const payment = {
  keepsCard: false,
  namesAmount: true,
  entryModes: ['flex', 'raw', 'tms'],
  entryModesInWords: 'flex, raw or tms',
  payerTakesPart: true,
  afterHold: 'CAPTURE',
  holdMs: captureWaitMs,
  reversed: 'TRACKER_REVERSED',
} as const;
const ofSavedCard = {...payment, entryModes: ['tms'], entryModesInWords: 'tms, or nothing,'} as const;

/**
 * What a tracker is for: to save a card, to take a payment, to take one with a saved card and its owner
 * (`cof`, the same as `payment` with `tms`), or to charge a saved card without its owner (wire 1.5, 1.8). The
 * fifth of the wire, `subscription`, is never opened by a client: the hosted checkout begins those (spec
 * 4.6).
 */
export const modes = {
  instrument: {
    keepsCard: true,
    namesAmount: false,
    entryModes: ['flex', 'raw'],
    entryModesInWords: 'flex or raw',
    payerTakesPart: true,
    afterHold: 'REVERSAL',
    holdMs: reversalDueMs,
    reversed: 'TRACKER_ENDED',
  },
  payment,
  cof: ofSavedCard,
  unscheduled_cof: {...ofSavedCard, payerTakesPart: false},
} as const satisfies Readonly<Record<string, Mode>>;
export type TrackerMode = keyof typeof modes;
export const trackerModes = Object.keys(modes) as readonly TrackerMode[];

/** The rules of a tracker's mode. */
export const modeOf = ({mode}: {readonly mode: TrackerMode}): Mode => modes[mode];
