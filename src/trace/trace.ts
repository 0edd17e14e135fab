import type {StateName, StopCause, StopReason} from '../flow/index.js';
import type {FieldName, StepUpMode} from '../element/options.js';
import type {AuthenticationStatus, BrandId, CardVaultErrorCode, ErrorAudience} from '../protocol/index.js';

/** Name that every trace bears. */
export const traceFormat = 'card-vault-trace';

/** Goes up when an older reader would misread a trace; additions leave it alone. */
export const traceVersion = 1;

/** Largest trace as JSON, in bytes. */
export const largestTrace = 50_000;

/** Everything that a trace can hold has a `kind` and `at`, in milliseconds since the trace began. */
interface At {
  readonly at: number;
}

/** The flow moved. */
export interface StateEntry extends At {
  readonly kind: 'state';
  readonly state: StateName;
  readonly previous: StateName;
  /** Number of the attempt, from 1 on; it begins anew with every page. */
  readonly run: number;
  readonly tracker?: string | undefined;
}

/** Event of the element other than a step; of its detail only what is named here. */
export interface EventEntry extends At {
  readonly kind: 'event';
  readonly event:
    'ready' | 'change' | 'focus' | 'blur' | 'covered' | 'before-save' | 'step-up-open' | 'step-up-close';
  readonly renewed?: boolean | undefined;
  readonly valid?: boolean | undefined;
  readonly empty?: boolean | undefined;
  readonly brand?: BrandId | 'unknown' | undefined;
  readonly field?: FieldName | undefined;
  readonly covered?: boolean | undefined;
  readonly mode?: StepUpMode | undefined;
  /** How the bank's page ended. */
  readonly ended?: 'returned' | 'closed' | 'leaving' | 'timed-out' | 'interrupted' | undefined;
}

/** Request of the page to the shop's server or to the service, or the loading of the card field library or of a script of the element. */
export interface RequestEntry extends At {
  readonly kind: 'request';
  readonly to: 'shop' | 'service' | 'library' | 'script';
  readonly host: string;
  /** Known words of the path; every other segment is `…`, and there is no query. */
  readonly path: string;
  /** In milliseconds. */
  readonly duration: number;
  /** Missing where the browser does not tell it; 0 where no answer came. */
  readonly status?: number | undefined;
  /** Bytes of the answer's body as it was sent, where the browser tells them. */
  readonly size?: number | undefined;
  /** Id by which the logs of shop and service have it; told where the shop’s server has the option `trace`. */
  readonly id?: string | undefined;
  /** Calls of the service that the shop’s server made for it, in their order. */
  readonly calls?: readonly TracedCall[] | undefined;
}

/** Call of the service by the shop’s server. */
export interface TracedCall {
  readonly path: string;
  /** 0 where no answer came. */
  readonly status: number;
  /** In milliseconds. */
  readonly duration: number;
}

/** Frame of the element that has loaded a page; `shell` is the one in which the bank's page then loads. */
export interface FrameEntry extends At {
  readonly kind: 'frame';
  readonly frame: 'number' | 'security-code' | 'hidden' | 'shell' | 'bank';
}

/** Change of the page around the element. */
export interface PageEntry extends At {
  readonly kind: 'page';
  readonly page: 'loaded' | 'hidden' | 'visible' | 'left' | 'offline' | 'online';
}

/** End of an attempt. */
export interface OutcomeEntry extends At {
  readonly kind: 'outcome';
  readonly outcome: 'saved' | 'paid' | 'stopped';
  readonly reason?: StopReason | undefined;
  readonly cause?: StopCause | undefined;
  readonly status?: AuthenticationStatus | 'UNKNOWN' | undefined;
  readonly eci?: string | undefined;
  readonly liabilityShift?: boolean | undefined;
  readonly brand?: BrandId | 'unknown' | undefined;
  readonly singleUse?: boolean | undefined;
}

/** Error of the element, without its sentence. */
export interface ErrorEntry extends At {
  readonly kind: 'error';
  readonly code: CardVaultErrorCode;
  readonly audience: ErrorAudience;
  readonly retryable: boolean;
  /** HTTP status, where an answer was the cause. */
  readonly status?: number | undefined;
  /** Reason for which the card fields did not become live or made no token: a word of ours or of their library, from a closed list. */
  readonly why?: string | undefined;
}

export type TraceEntry =
  StateEntry | EventEntry | RequestEntry | FrameEntry | PageEntry | OutcomeEntry | ErrorEntry;

/** Surroundings in which a trace was taken. */
export interface TraceEnvironment {
  readonly engine: 'Chromium' | 'Firefox' | 'Safari' | 'other';
  /** Main version. */
  readonly engineVersion?: number | undefined;
  /** Width and height of the window, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Language of the page, as a BCP 47 tag. */
  readonly language?: string | undefined;
  readonly direction: 'ltr' | 'rtl';
  readonly colorScheme: 'light' | 'dark';
}

/** Record of what one element did, fit to be sent to others: it holds nothing that a field here does not name. */
export interface Trace {
  readonly format: typeof traceFormat;
  readonly version: typeof traceVersion;
  /** Version of card-vault. */
  readonly cardVault: string;
  /** Instant of `at: 0`, in ISO 8601. */
  readonly started: string;
  readonly environment: TraceEnvironment;
  /** Options of the element that have a list of values or are on or off, where they differ from their default. */
  readonly options: Readonly<Record<string, string | boolean>>;
  readonly entries: readonly TraceEntry[];
  /** Entries that were left out: the trace was full, or a value was none that a trace may hold. */
  readonly dropped: number;
}
