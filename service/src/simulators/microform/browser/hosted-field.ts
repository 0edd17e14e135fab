import type {FieldType, UnverifiedContext} from './context.js';
import {Emitter} from './emitter.js';
import {MicroformError, type ErrorData, type MicroformReason} from './errors.js';
import {FieldFrame} from './frame.js';
import type {ChangeData, FieldCommand, FieldReport} from './messages.js';
import {readOptions, type FieldOptions, type FieldStyles} from './options.js';

/** How long a frame may take to load, in milliseconds. */
const loadTimeoutMs = 15_000;
const titles: Readonly<Record<FieldType, string>> = {
  number: 'Secure payment field: card number',
  securityCode: 'Secure payment field: security code',
};

/** A random id that other frames in the shop's page cannot guess. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Restores an error that was sent as a message. */
export const toError = ({reason, message, details, correlationId}: ErrorData) =>
  new MicroformError(reason, message, {details, correlationId});

/** What a microform passes to its fields. */
export interface FieldSettings {
  readonly type: FieldType;
  readonly context: UnverifiedContext;
  readonly microformId: string;
  readonly styles: FieldStyles;
  readonly options: unknown;
  /** Called with each answer to a token request. */
  readonly onAnswer: (report: FieldReport & {readonly id: number}) => void;
  /** Called when the field is disposed of. */
  readonly onDispose: () => void;
}

type State = 'idle' | 'loading' | 'loaded' | 'disposed';

/** The field that `microform.createField(…)` returns (wire 2.2). */
export class HostedField {
  readonly #settings: FieldSettings;
  readonly #emitter = new Emitter();
  #options: FieldOptions;
  #state: State = 'idle';
  #container: HTMLElement | undefined;
  #frame: FieldFrame | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #covered = false;
  #stopCoverCheck: (() => void) | undefined;
  /** The frame was asked what it sees, and its next word counts. */
  #hasLooked = false;
  #change: ChangeData = {empty: true, valid: false, couldBeValid: true};

  constructor(settings: FieldSettings) {
    this.#settings = settings;
    this.#options = {styles: settings.styles, ...readOptionsWithWarning(settings.options)};
  }

  get loaded(): boolean {
    return this.#state === 'loaded';
  }

  on(event: string, listener: unknown): this {
    this.#emitter.on(event, listener);
    return this;
  }

  off(event: string, listener?: unknown): this {
    this.#emitter.off(event, listener);
    return this;
  }

  /** Loads the field into a container of the page: an element, or a selector for one. */
  load(target: unknown): void {
    if (this.#state === 'disposed')
      throw new MicroformError(
        'FIELD_UNLOAD_ERROR',
        'The field has been disposed of. Create a new one with createField().',
      );
    if (this.#state !== 'idle')
      throw new MicroformError(
        'FIELD_ALREADY_LOADED',
        'The field is already loaded. Call unload() before you load it again.',
      );
    const container = findContainer(target);
    const {type, context, microformId} = this.#settings;
    this.#state = 'loading';
    this.#container = container;
    container.classList.add('flex-microform');
    this.#setClass('disabled', this.#options.disabled === true);
    const fieldId = randomId();
    this.#frame = new FieldFrame(
      container,
      {...context, microformId, fieldId, fieldType: type},
      {
        connected: () => this.#sendStart(),
        report: (report) => this.#receive(report),
        schemeChanged: () => this.#sendScheme(),
      },
      this.#options.title ?? titles[type],
    );
    this.#timer = setTimeout(() => {
      this.#fail(
        'UNKNOWN_REASON',
        'The card field did not load. The page may block it, or may not be one of its targetOrigins.',
      );
    }, loadTimeoutMs);
  }

  /** Removes the field from the page, with its content. The field can be loaded again. */
  unload(): void {
    if (this.#state !== 'loading' && this.#state !== 'loaded') return;
    clearTimeout(this.#timer);
    this.#stopCoverCheck?.();
    this.#covered = this.#hasLooked = false;
    this.#frame?.remove();
    this.#frame = undefined;
    const classes = [...(this.#container?.classList ?? [])];
    this.#container?.classList.remove(...classes.filter((name) => name.startsWith('flex-microform')));
    this.#container = undefined;
    this.#state = 'idle';
    this.#change = {empty: true, valid: false, couldBeValid: true};
    this.#emitter.emit('unload');
  }

  dispose(): void {
    if (this.#state === 'disposed') return;
    this.unload();
    this.#emitter.clear();
    this.#state = 'disposed';
    this.#settings.onDispose();
  }

  clear(): void {
    this.#frame?.send({type: 'clear'});
  }

  focus(): void {
    this.#frame?.focus();
  }

  update(options: unknown): void {
    const changes = readOptionsWithWarning(options);
    this.#options = {...this.#options, ...changes};
    if (changes.title !== undefined && this.#frame) this.#frame.title = changes.title;
    if (changes.disabled !== undefined) this.#setClass('disabled', changes.disabled);
    this.send({type: 'update', options: {...changes, colorScheme: this.#scheme()}});
  }

  /**
   * Sends a command to the field's frame, if it has one. The microform calls it to request a token.
   */
  send(command: FieldCommand): void {
    this.#frame?.send(command);
  }

  /** The color scheme that the field should have. */
  #scheme(): 'light' | 'dark' {
    const option = this.#options.colorScheme ?? 'auto';
    return option === 'auto' ? (this.#frame?.scheme ?? 'light') : option;
  }

  #sendScheme(): void {
    this.#frame?.send({type: 'scheme', scheme: this.#scheme()});
  }

  #sendStart(): void {
    const options = {...this.#options, colorScheme: this.#scheme()};
    this.#frame?.send({type: 'start', jwt: this.#settings.context.jwt, options});
  }

  #fail(reason: MicroformReason, message: string): void {
    clearTimeout(this.#timer);
    this.#emitter.emit('error', new MicroformError(reason, message));
  }

  #receive(report: FieldReport): void {
    switch (report.type) {
      case 'ready':
        clearTimeout(this.#timer);
        this.#state = 'loaded';
        this.#frame?.show();
        this.#emitter.emit('load');
        break;
      case 'refused':
        clearTimeout(this.#timer);
        this.#emitter.emit('error', toError(report.error));
        break;
      case 'focus':
        this.#setClass('focused', true);
        this.#emitter.emit('focus');
        break;
      case 'blur':
        this.#setClass('focused', false);
        this.#showValidity(true);
        this.#emitter.emit('blur');
        break;
      case 'submit':
        this.#emitter.emit('inputSubmitRequest');
        break;
      case 'updated':
        this.#emitter.emit('update');
        break;
      case 'change':
        this.#change = report.state;
        this.#showValidity(false);
        this.#emitter.emit('change', report.state);
        break;
      case 'autocomplete':
        this.#setClass('autocomplete', true);
        this.#emitter.emit('autocomplete', report.data);
        break;
      // Something of the page lies over the frame, or no longer does.
      case 'covered':
        this.#checkCover(report.covered);
        break;
      case 'token':
      case 'token-refused':
        this.#settings.onAnswer(report);
    }
  }

  /**
   * Reports a cover only if the frame, drawn anew, still sees it when it is asked again. In a page that draws
   * nothing, the frame keeps the visibility that it had while it was loading; on a busy machine it learns late
   * that it can be seen.
   */
  #checkCover(covered: boolean): void {
    this.#stopCoverCheck?.();
    const wasAsked = this.#hasLooked;
    this.#hasLooked = false;
    if (!covered) {
      if (this.#covered) this.#emitter.emit('covered', {covered});
      this.#covered = false;
      return;
    }
    if (wasAsked) {
      this.#covered = true;
      this.#emitter.emit('covered', {covered});
      return;
    }
    this.#stopCoverCheck = this.#frame?.redraw(() => {
      this.#hasLooked = true;
      this.#frame?.send({type: 'look'});
    });
  }

  /**
   * Sets the classes `valid` and `invalid`. While the shopper types, a field is invalid only if no further
   * digit can make it valid; after the shopper has left it, an incomplete one is invalid too.
   */
  #showValidity(hasLeft: boolean): void {
    const {empty, valid, couldBeValid} = this.#change;
    this.#setClass('valid', valid);
    this.#setClass('invalid', !empty && !valid && (hasLeft || !couldBeValid));
  }

  #setClass(name: string, on: boolean): void {
    this.#container?.classList.toggle(`flex-microform-${name}`, on);
  }
}

function findContainer(target: unknown): HTMLElement {
  if (typeof target === 'string') {
    const found = document.querySelector(target);
    if (found instanceof HTMLElement) return found;
    throw new MicroformError('FIELD_LOAD_CONTAINER_SELECTOR', `load(): no element matches "${target}".`);
  }
  if (target instanceof HTMLElement) return target;
  throw new MicroformError(
    'FIELD_LOAD_INVALID_CONTAINER',
    'load(): the container must be an element, or a selector for one.',
  );
}

function readOptionsWithWarning(options: unknown): FieldOptions {
  const ignored: string[] = [];
  const accepted = readOptions(options, ignored);
  if (ignored.length) {
    globalThis.console.warn(
      `Flex Microform: Options that a card field does not accept: ${ignored.join(', ')}`,
    );
  }
  return accepted;
}
