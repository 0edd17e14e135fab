import type {CallOptions, HostedCardFields, TokenRequest} from '../flow/index.js';
import {CardVaultError, type CaptureContext} from '../protocol/index.js';
import {strangersAround} from './ancestors.js';
import {Failure} from './failure.js';
import {loadLibrary} from './library-script.js';
import type {FieldEvent} from './microform-events.js';
import type * as LiveModule from './microform-live.js';
import type {BegunFields, Heard, Mounted} from './microform-mounted.js';
import type {FieldName} from './microform-library.js';
import {
  mountFields,
  namesOf,
  takeDown,
  takeOver,
  updateFields,
  type MountRequest,
} from './microform-mount.js';
import {pageOrigin} from './page-origin.js';
import {scoped} from './scoped.js';

export interface MicroformOptions extends Pick<MountRequest, 'places' | 'settings'> {
  readonly onEvent: (event: FieldEvent) => void;
  /** Public key of the one merchant whose capture contexts are taken; any merchant's when missing. */
  readonly merchant?: string | undefined;
  /**
   * Fields that the page has begun to mount; nothing where it has given up. The first mount takes them over,
   * or ends them by `abort`, which leaves no frame behind.
   */
  readonly begun?: {readonly fields?: Promise<BegunFields | undefined>; abort(): void} | undefined;
}

/** The hosted fields as the element uses them. */
export interface MicroformFields extends HostedCardFields {
  /** Empties one field, or both. */
  clear(field?: FieldName): void;
  focus(field: FieldName): void;
  /** Hands the live fields the present settings, if these have changed. */
  update(): void;
}

let live: typeof LiveModule | undefined;

/**
 * Tools of live fields: the readers of their events, tokens, the words of errors. Asked for again after a
 * failure.
 */
export async function loadLive(): Promise<typeof LiveModule> {
  return (live ??= await import('./microform-live.js'));
}

/** Hosted card fields by the library that the capture context names (wire 2). */
export function createMicroformFields(options: MicroformOptions): MicroformFields {
  return new Microform(options);
}

class Microform implements MicroformFields {
  readonly #options: MicroformOptions;
  #begun: MicroformOptions['begun'];
  #mounted: Mounted | undefined;
  /** Ends the mount that is under way or done. */
  #end: AbortController | undefined;
  /** Heard before the readers are there. */
  readonly #unread: Heard[] = [];

  constructor(options: MicroformOptions) {
    this.#options = options;
    this.#begun = options.begun;
  }

  /**
   * Replaces what is mounted. Rejects with `capture-context-invalid`, `fields-blocked`, what the library's
   * reasons translate to, or the reason of an abort; nothing is left in the places then.
   */
  async mount(context: CaptureContext, {signal}: CallOptions): Promise<void> {
    const page = this.#begun;
    this.#begun = undefined;
    this.unmount();
    signal.throwIfAborted();
    const end = (this.#end = new AbortController());
    const over = AbortSignal.any([signal, end.signal]);
    try {
      const begun = await scoped<BegunFields | undefined>(over, (done) => {
        this.#checkContext(context);
        // While this mount waits for the page's fields, `unmount()` has to end them too.
        this.#begun = page;
        void Promise.resolve(page?.fields).then(done);
      });
      this.#begun = undefined;
      if (begun?.jwt === context.jwt) {
        this.#adopt(begun, end);
      } else {
        if (begun) this.#giveUp(page);
        const fields = await mountFields({...this.#options, document, context, load: loadLibrary}, over);
        this.#adopt(fields, end);
        // Ended in the moment between.
        if (over.aborted) takeDown(fields);
      }
      over.throwIfAborted();
      // Words and colours may have changed while the frames loaded.
      this.update();
      this.#options.onEvent({type: 'loaded', networks: context.allowedCardNetworks});
    } catch (error) {
      const why: unknown = over.aborted ? over.reason : await translated(error, true);
      if (this.#end === end) {
        this.#begun ??= this.#mounted ? undefined : page;
        this.unmount();
      }
      throw why;
    }
  }

  /** Ends fields that the page has begun and no run adopts. */
  #giveUp(begun: MicroformOptions['begun']): void {
    if (begun?.fields) begun.abort();
  }

  /** Fields that are live already, with what they have said so far. */
  #adopt(begun: BegunFields, end: AbortController): void {
    this.#mounted = {...begun, end};
    takeOver(begun);
    begun.hear = (heard) => this.#hear(heard, end.signal);
    this.#unread.length = 0;
    for (const heard of begun.heard) begun.hear(heard);
  }

  /** The fields' own frames check the origin too, but only by not coming up. */
  #checkContext({targetOrigins, merchant}: CaptureContext): void {
    const pinned = this.#options.merchant;
    if (pinned && pinned !== merchant) throw new Failure('capture-context-invalid', 'other-merchant');
    const origin = pageOrigin();
    if (!targetOrigins.includes(origin)) throw new Failure('capture-context-invalid', 'other-page', origin);
    const strangers = strangersAround(window, targetOrigins);
    if (strangers.length) throw new Failure('framed-elsewhere', 'framed-elsewhere', strangers.join(', '));
  }

  #hear(heard: Heard, signal: AbortSignal): void {
    const {event: type, field} = heard;
    const {onEvent} = this.#options;
    if (signal.aborted) return;
    if (type === 'error') return void translated(heard.data).then((error) => onEvent({type, error}));
    // The focus needs no reader: its ring is shown at once.
    if (type === 'focus' && !live && this.#unread.length === 0) return onEvent({type, field});
    this.#unread.push(heard);
    if (type === 'change' && !live) onEvent({type: 'unread'});
    this.#read();
  }

  /** Tells what has been heard, in its order, as soon as it can be read. */
  #read(): void {
    if (!live)
      return void loadLive().then(
        () => this.#read(),
        () => undefined,
      );
    for (const heard of this.#unread.splice(0)) {
      const event = this.#mounted && live.readEvent(this.#mounted, heard);
      if (event) this.#options.onEvent(event);
    }
  }

  async tokenize(request: TokenRequest, {signal}: CallOptions): Promise<string> {
    const mounted = this.#mounted;
    const {tokenize} = live ?? (await loadLive());
    return tokenize(mounted, request, signal);
  }

  unmount(): void {
    this.#giveUp(this.#begun);
    this.#begun = undefined;
    const mounted = this.#mounted;
    this.#mounted = undefined;
    this.#end?.abort(new CardVaultError('not-ready', 'The fields are gone.'));
    this.#end = undefined;
    if (mounted) takeDown(mounted);
  }

  clear(field?: FieldName): void {
    const mounted = this.#mounted;
    if (!mounted) return;
    for (const name of field ? [field] : namesOf(mounted.fields)) mounted.fields[name].clear();
  }

  focus(field: FieldName): void {
    this.#mounted?.fields[field].focus();
  }

  update(): void {
    if (this.#mounted) updateFields(this.#mounted, this.#options.settings());
  }
}

/**
 * Translates faults and the library's errors into our own words.
 * @param isComingUp a field that fails without a reason of its own has been kept from coming up.
 */
async function translated(error: unknown, isComingUp = false): Promise<CardVaultError> {
  if (error instanceof CardVaultError) return error;
  try {
    return (await loadLive()).fromMicroformError(error, isComingUp);
  } catch (cause) {
    const code =
      error instanceof Failure ? error.code : isComingUp ? 'fields-blocked' : 'tokenization-failed';
    return new CardVaultError(code, 'The card fields failed.', {cause});
  }
}
