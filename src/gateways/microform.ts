import type {CallOptions, HostedCardFields, TokenRequest} from '../flow/index.js';
import {CardVaultError, type CaptureContext} from '../protocol/index.js';
import {Failure} from './failure.js';
import {loadLibrary} from './library-script.js';
import type {FieldEvent} from './microform-events.js';
import type * as LiveModule from './microform-live.js';
import type {BegunFields, Heard, Mounted} from './microform-mounted.js';
import type {FieldName, FieldOptions, MicroformLibrary, MicroformSession} from './microform-library.js';
import type {FieldSettings} from './microform-settings.js';
import {onPolicyViolation} from './policy-violation.js';
import {scoped} from './scoped.js';

export interface MicroformOptions {
  /** Where the fields that are asked for are hosted: light-DOM children of the element with a height (decision 0001, wire 2.5). */
  readonly places: () => Readonly<Partial<Record<FieldName, HTMLElement>>>;
  readonly settings: () => FieldSettings;
  readonly onEvent: (event: FieldEvent) => void;
  /** Public key of the one merchant whose capture contexts are taken; any merchant's when missing. */
  readonly merchant?: string | undefined;
  /** Fields that the page has begun to mount; nothing where it has given up. The first mount takes them over, or ends them. */
  readonly begun?: {readonly fields?: Promise<BegunFields | undefined>; abort(): void} | undefined;
  readonly document?: Document;
}

/** The hosted fields as the element uses them. */
export interface MicroformFields extends HostedCardFields {
  /** Empties one field, or both. */
  clear(field?: FieldName): void;
  focus(field: FieldName): void;
  /** Hands the current settings to the live fields. */
  update(): void;
}

/** `covered` is not part of the published interface: a library without it throws. */
const heardEvents = [
  'focus',
  'blur',
  'change',
  'inputSubmitRequest',
  'autocomplete',
  'covered',
  'error',
] as const;

let live: typeof LiveModule | undefined;

/** What live fields need: the readers of their events, tokens, the words of errors. Asked for again after a failure. */
export async function loadLive(): Promise<typeof LiveModule> {
  return (live ??= await import('./microform-live.js'));
}

/** Hosted card fields by the library that the capture context names (wire 2). */
export function createMicroformFields(options: MicroformOptions): MicroformFields {
  return new Microform(options);
}

class Microform implements MicroformFields {
  readonly #options: MicroformOptions;
  readonly #document: Document;
  #begun: MicroformOptions['begun'];
  #mounted: Mounted | undefined;
  /** The fields that are mounted. */
  #names: readonly FieldName[] = [];
  /** Ends the mount that is under way or done. */
  #end: AbortController | undefined;
  /** Heard before the readers are there. */
  readonly #unread: Heard[] = [];

  constructor(options: MicroformOptions) {
    this.#options = options;
    this.#begun = options.begun;
    this.#document = options.document ?? document;
  }

  /**
   * Replaces what is mounted. Rejects with `capture-context-invalid`, `fields-blocked`, what the library's reasons
   * translate to, or the reason of an abort; nothing is left in the places then.
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
        void Promise.resolve(page?.fields).then(done);
      });
      if (begun?.jwt === context.jwt) this.#adopt(begun, end);
      else {
        if (begun) this.#giveUp(page);
        await this.#mountAnew(context, end, over);
      }
      if (end.signal.aborted) return;
      this.#options.onEvent({type: 'loaded', networks: context.allowedCardNetworks});
    } catch (error) {
      const why: unknown = over.aborted ? over.reason : await translated(error);
      if (this.#end === end) {
        if (!this.#mounted) this.#giveUp(page);
        this.unmount();
      }
      throw why;
    }
  }

  async #mountAnew(context: CaptureContext, end: AbortController, over: AbortSignal): Promise<void> {
    const library = await scoped<MicroformLibrary>(over, (done, fail) => {
      loadLibrary(this.#document, context).then(done, fail);
    });
    await scoped<void>(over, (done, fail, scope) => {
      const {origin} = new URL(context.clientLibrary);
      const blocked = (directive: string): void =>
        fail(new Failure('fields-blocked', 'frame-policy', origin, directive));
      onPolicyViolation(this.#document, origin, ['frame-src'], blocked, scope);
      const session = new library(context.jwt).microform('card', {styles: this.#options.settings().styles});
      this.#load(session, end, done, fail);
    });
    performance.mark('card-vault-live');
  }

  /** Ends what the page has begun and nobody takes over. */
  #giveUp(begun: MicroformOptions['begun']): void {
    if (!begun?.fields) return;
    begun.abort();
    for (const place of Object.values(this.#options.places())) place.replaceChildren();
  }

  /** Fields that are live already, with what they have said so far. */
  #adopt(begun: BegunFields, end: AbortController): void {
    this.#names = Object.keys(begun.fields) as FieldName[];
    this.#mounted = {...begun, places: this.#options.places() as Mounted['places'], end};
    begun.hear = (heard) => this.#hear(heard, end.signal);
    this.#unread.length = 0;
    for (const heard of begun.heard) begun.hear(heard);
    this.update();
  }

  /** The fields' own frames check the origin too, but only by not coming up. */
  #checkContext({targetOrigins, merchant}: CaptureContext): void {
    const pinned = this.#options.merchant;
    if (pinned && pinned !== merchant) throw new Failure('capture-context-invalid', 'other-merchant');
    const origin = this.#document.defaultView?.origin;
    if (origin && !targetOrigins.includes(origin))
      throw new Failure('capture-context-invalid', 'other-page', origin);
  }

  /** Makes the fields, hears them, and is `done` when all are live. */
  #load(session: MicroformSession, end: AbortController, done: () => void, fail: (e: unknown) => void): void {
    const places = this.#options.places() as Mounted['places'];
    const names = (this.#names = Object.keys(places) as FieldName[]);
    const fields = Object.fromEntries(
      names.map((name) => [name, session.createField(name, this.#fieldOptions(name))]),
    ) as Mounted['fields'];
    this.#mounted = {session, fields, places, end};
    this.#unread.length = 0;
    const waiting = new Set<FieldName>(names);
    for (const name of names) {
      for (const event of heardEvents)
        quietly(() =>
          fields[name].on(event, (data) => {
            if (event === 'error' && waiting.size > 0) void translated(data, true).then(fail);
            else this.#hear({event, field: name, data}, end.signal);
          }),
        );
      fields[name].on('load', () => {
        this.#nameFrames();
        waiting.delete(name);
        if (waiting.size === 0) done();
      });
    }
    for (const name of names) fields[name].load(places[name]);
    this.#nameFrames();
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
    if (!mounted) return;
    for (const name of this.#names) {
      quietly(() => mounted.fields[name].dispose());
      // The library may leave its frame behind, for one when the field never came up.
      const place = mounted.places[name];
      for (const frame of place.querySelectorAll('iframe')) frame.remove();
      place.className = place.className.replace(/flex-microform\S*/g, '');
    }
    this.#names = [];
  }

  clear(field?: FieldName): void {
    for (const name of field ? [field] : this.#names) this.#mounted?.fields[name].clear();
  }

  focus(field: FieldName): void {
    this.#mounted?.fields[field].focus();
  }

  update(): void {
    for (const name of this.#names) this.#mounted!.fields[name].update(this.#fieldOptions(name));
    this.#nameFrames();
  }

  #fieldOptions(name: FieldName): FieldOptions {
    // Some settings are no part of the library's published options: only for those who say them.
    const {number, securityCode, ...shared} = this.#options.settings();
    const {label, invalid, ...words} = name === 'number' ? number : securityCode;
    return {
      ...shared,
      ...words,
      title: label,
      'aria-label': label,
      'aria-required': true,
      ...(invalid !== undefined && {'aria-invalid': invalid}),
    };
  }

  /**
   * The library names its frames "secure payment field". A list of frames should say which field each holds; a reader that
   * enters one says the input's name, and not the frame's before it.
   */
  #nameFrames(): void {
    const settings = this.#options.settings();
    for (const name of this.#names)
      for (const frame of this.#mounted!.places[name].querySelectorAll('iframe')) {
        frame.title = settings[name].label;
        frame.role = 'presentation';
      }
  }
}

/**
 * What broke, and the library's errors, in words of ours.
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

/** The library throws at an event it does not have, and when it takes down what never came up: nothing to mend. */
function quietly(action: () => void): void {
  try {
    action();
  } catch {
    return;
  }
}
