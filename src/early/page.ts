import type {FieldName} from '../gateways/microform-library.js';
import type {BegunFields} from '../gateways/microform-mounted.js';
import type {Places} from './places.js';

/** Session that the script has begun; the element takes it over (decision 0053). */
interface BegunSession {
  readonly url: string;
  readonly key: string;
  readonly answer: Promise<Response>;
  readonly fields?: Promise<BegunFields | undefined>;
  /** Something was typed into the fields. */
  typed?: boolean;
  abort(): void;
}

export interface Tag extends HTMLElement {
  begunSession?: BegunSession;
  readonly updateComplete?: Promise<unknown>;
}

/** Frame that was loaded before its session; the library takes its port and what was heard on it. */
export interface EarlyFrame extends HTMLIFrameElement {
  port?: MessagePort;
  heard?: {readonly type: string; readonly state?: {readonly empty: boolean}}[];
}

/** The script's inputs: its attributes, so that its text stays the same. */
export interface Settings {
  readonly session?: string;
  readonly library?: string;
  readonly integrity?: string;
  /** Address of the fields' documents. */
  readonly frame?: string;
  /** Addresses and hashes of the element's parts, as JSON. */
  readonly modules?: string;
}

/**
 * One tag, from the script behind it until its element is there. What happens, in this order:
 *
 * 1. `session-request.ts` sends the session request, and `frames.ts` loads the frames beside it.
 * 2. The answer comes: `connect.ts` gives the frames their session. They are live, and what is typed is kept.
 * 3. The library comes: `mount.ts` gives it the frames, and `bring-up.ts` keeps what they report from now on.
 * 4. The element comes, and adopts session, fields and reports.
 *
 * Steps 3 and 4 may change places: the element then waits for the library. Without step 2 (another frame, or
 * one that is slow) the library gives the frames their session. `abort` ends it at any step.
 */
export interface EarlyPage {
  readonly tag: Tag;
  readonly settings: Settings;
  readonly nonce: string;
  /** Ends all that the script has begun. */
  readonly end: AbortController;
  /** Ends what the script listens for until its fields are there. */
  readonly watch: AbortController;
  places?: Places;
  isShown?: boolean;
  /** The page's policy forbids the frames. */
  isBlocked?: boolean;
  /** The library has the frames. */
  isAdopted?: boolean;
  /** Something was typed into frames that the library has not. */
  typed?: boolean;
  /** Gives a loaded frame its session; missing until that is there. */
  connect?: ((frame: EarlyFrame, name: FieldName) => void) | undefined;
}

/** The fields with a frame, by the names of the library, and their slots. */
export const slots = new Map<FieldName, string>([
  ['number', 'number'],
  ['securityCode', 'security-code'],
]);

export const isOver = ({end, isBlocked, tag}: EarlyPage): boolean =>
  end.signal.aborted ||
  isBlocked ||
  !tag.isConnected ||
  !!tag.closest('[disabled]') ||
  !!tag.querySelector('card-vault-field');
