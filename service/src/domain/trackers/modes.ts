/** The modes of a tracker: one row per mode, with everything that differs by mode. */
import type {TrackerState} from '../../../../src/protocol/index.js';

/** How the card is entered: hosted fields, plain text, or a saved method (wire 1.5). */
export const trackerEntryModes = ['flex', 'raw', 'tms'] as const;
export type TrackerEntryMode = (typeof trackerEntryModes)[number];

/** The rules of one mode. */
interface Mode {
  /** Whether every approved card is saved as a payment method, also if the request does not ask for it. */
  readonly keepsCard: boolean;
  /** Whether the request names the amount. Otherwise the service authorizes a small amount, or none. */
  readonly namesAmount: boolean;
  /** Possible entry modes; the first is the default. */
  readonly entryModes: readonly [TrackerEntryMode, ...TrackerEntryMode[]];
  /** The entry modes as an error message lists them. */
  readonly entryModesInWords: string;
  /** Whether the shopper authenticates. Otherwise the merchant's server charges without the shopper. */
  readonly payerTakesPart: boolean;
  /** The action that must follow a hold, that is an approved authorization. */
  readonly afterHold: 'REVERSAL' | 'CAPTURE';
  /** Milliseconds until the service itself reverses a hold. */
  readonly holdMs: number;
  readonly stateAfterReversal: TrackerState;
}

/** Far below the 72 hours in which card networks want such a hold reversed (guarantees 4.3). */
export const reversalDueMs = 30 * 60_000;
/** Below the ten days within which card networks require a capture. */
const captureWaitMs = 7 * 24 * 3_600_000;

const payment = {
  keepsCard: false,
  namesAmount: true,
  entryModes: ['flex', 'raw', 'tms'],
  entryModesInWords: 'flex, raw or tms',
  payerTakesPart: true,
  afterHold: 'CAPTURE',
  holdMs: captureWaitMs,
  stateAfterReversal: 'TRACKER_REVERSED',
} as const;
const savedCardPayment = {...payment, entryModes: ['tms'], entryModesInWords: 'tms, or nothing,'} as const;

/**
 * What a tracker does (wire 1.5, 1.8): `instrument` saves a card, `payment` takes a payment, `cof` takes a
 * payment with a saved card and its owner, `unscheduled_cof` charges a saved card without its owner. The wire
 * also has `subscription`, but no client can open such a tracker: the hosted checkout starts subscriptions
 * (spec 4.6).
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
    stateAfterReversal: 'TRACKER_ENDED',
  },
  payment,
  cof: savedCardPayment,
  unscheduled_cof: {...savedCardPayment, payerTakesPart: false},
} as const satisfies Readonly<Record<string, Mode>>;
export type TrackerMode = keyof typeof modes;
export const trackerModes = Object.keys(modes) as readonly TrackerMode[];

/** The rules of a tracker's mode. */
export const modeOf = ({mode}: {readonly mode: TrackerMode}): Mode => modes[mode];
