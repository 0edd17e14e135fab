import type {CSSResult, ReactiveController, ReactiveControllerHost} from 'lit';
import type {DrawnHost} from './host.js';
import type {CardVaultError} from '../protocol/index.js';
import {lostScript} from '../protocol/lost-script.js';
import type {Messages} from '../texts/shapes.js';
import {warnDeveloper} from './report.js';
import {adopt} from './styles/adopt.js';

/** A script of the element that is loaded when it is first needed; its arrival updates the host. */
export class LateModule<T> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #import: () => Promise<T>;
  readonly #isWanted: (() => boolean) | undefined;
  #loading: Promise<T> | undefined;
  /** The module, once it is loaded. */
  value: T | undefined;
  /** Why the last attempt to load it failed. */
  failure: CardVaultError | undefined;

  /** @param isWanted when an update of the host loads it. */
  constructor(host: ReactiveControllerHost, load: () => Promise<T>, isWanted?: () => boolean) {
    this.#host = host;
    this.#import = load;
    this.#isWanted = isWanted;
    if (isWanted) host.addController(this);
  }

  /** The module while it is wanted, once it is loaded. */
  get inUse(): T | undefined {
    return this.#isWanted?.() ? this.value : undefined;
  }

  /** A load that failed is tried again at every update that still wants it. */
  hostUpdate(): void {
    if (!this.value && this.#isWanted?.()) this.preload();
  }

  /** The module, loaded once. A failed load is tried again at the next call. */
  load(): Promise<T> {
    return (this.#loading ??= this.#import().then(
      (value) => {
        this.value = value;
        this.failure = undefined;
        this.#host.requestUpdate();
        return value;
      },
      (cause: unknown) => {
        this.#loading = undefined;
        const failure = lostScript(cause);
        if (failure.code === 'unexpected') warnDeveloper(this.#host as {readonly quiet?: boolean}, failure);
        if (!this.failure) this.#host.requestUpdate();
        this.failure = failure;
        throw cause;
      },
    ));
  }

  /** Loads the module ahead of its use; a failure is seen where the module is needed. */
  preload(): void {
    this.load().catch(() => undefined);
  }
}

interface Drawing<Host, Locale> {
  readonly messages: Partial<Messages>;
  readonly styles?: CSSResult;
  /** Waits for what is to be there before it draws. */
  ready?(host: Host, locale: Locale): Promise<void>;
}

/** A late module that draws or speaks brings its English and its style sheet. */
export async function withWords<
  Host extends Pick<DrawnHost, 'renderRoot'>,
  Locale extends {add(messages: Partial<Messages>): Promise<void> | undefined},
  T extends Drawing<Host, Locale>,
>(host: Host, locale: Locale, loading: Promise<T>): Promise<T> {
  const module = await loading;
  await locale.add(module.messages);
  await module.ready?.(host, locale);
  if (module.styles) adopt(host.renderRoot, module.styles);
  return module;
}
