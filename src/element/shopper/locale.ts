import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {fromRight, loaders as onDemand} from '../../texts/on-demand.js';
import {first} from '../../texts/en/first.js';
import type {MessageKey, Messages} from '../../texts/shapes.js';

/** The words of one language. */
export interface Catalogue {
  readonly language: string;
  readonly element: Readonly<Partial<Record<MessageKey, string>>>;
}

export const english: Catalogue = {language: 'en', element: first};

const loaders: Readonly<Record<string, () => Promise<{readonly element: Messages}>>> = onDemand;

/**
 * The shipped language for a BCP 47 tag: `ur-PK` and `ur-Arab` are `ur`; an unknown one is English.
 * @see RFC 4647, lookup
 */
export function languageOf(locale: string): string {
  const language = locale.toLowerCase().split(/[-_]/)[0]!;
  return Object.hasOwn(loaders, language) ? language : 'en';
}

/** Loads a shipped language; English needs no loading. */
export function loadCatalogue(language: string): Catalogue | Promise<Catalogue> {
  return loaders[language]?.().then((words) => ({language, ...words})) ?? english;
}

/** Puts values into `{name}` places; one without a value stays. */
export const fill = (text: string, values?: Readonly<Record<string, string | number>>): string =>
  text.replace(/{(\w+)}/g, (place, name: string) => String(values?.[name] ?? place));

/** Says a thing in the element's language. */
export type Say = (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string;

export interface LocaleHost {
  readonly locale: string | undefined;
  readonly messages: Partial<Messages> | undefined;
}

type Host = LocaleHost & ReactiveControllerHost & HTMLElement;

/**
 * The language of the element: its `locale`, else the nearest `lang`, else the browser's; follows changes of
 * all three.
 */
export class LocaleController implements ReactiveController {
  readonly #host: Host;
  #catalogue: Catalogue = english;
  #wanted = 'en';
  /** Words that are loaded so far. */
  #english: Partial<Messages> = first;
  /** Settles once words that had to be loaded are there, or are known to be missing. */
  words: Promise<void> | undefined;
  #watch: MutationObserver | undefined;

  constructor(host: Host) {
    (this.#host = host).addController(this);
  }

  /** BCP 47 tag as the page gave it; for dates, countries and the like. */
  get tag(): string {
    return this.#host.locale || nearestLanguage(this.#host) || navigator.language || 'en';
  }

  get language(): string {
    return this.#catalogue.language;
  }

  get rightToLeft(): boolean {
    return fromRight.includes(this.language);
  }

  /** Says something else in the place of some messages, while something is paid. */
  instead: (...said: Parameters<Say>) => string | undefined = () => undefined;

  readonly say: Say = (key, values) =>
    this.instead(key, values) ??
    fill(this.#host.messages?.[key] ?? this.#catalogue.element[key] ?? this.#english[key] ?? '', values);

  /** English strings that came with a part loaded later. */
  add(messages: Partial<Messages>): void {
    this.#english = {...this.#english, ...messages};
  }

  hostConnected(): void {
    this.hostDisconnected();
    this.#watch = new MutationObserver(() => this.#host.requestUpdate());
    for (let node: Element | undefined = this.#host; node; node = hostOf(node))
      this.#watch.observe(node.getRootNode(), {subtree: true, attributeFilter: ['lang']});
    // The frames' words may be asked for before the first update.
    this.hostUpdate();
  }

  hostDisconnected(): void {
    this.#watch?.disconnect();
    this.#watch = undefined;
  }

  /** Whether its words are there. */
  get isKnown(): boolean {
    return this.language === this.#wanted;
  }

  hostUpdate(): void {
    const language = languageOf(this.tag);
    if (language === this.#wanted) return;
    this.#wanted = language;
    const catalogue = loadCatalogue(language);
    if (catalogue instanceof Promise)
      this.words = catalogue.then(
        (loaded) => this.#take(loaded),
        () => void (this.#wanted === language && (this.#wanted = '')),
      );
    else this.#catalogue = catalogue;
  }

  /** A language that arrives after another one was asked for is not taken. */
  #take(catalogue: Catalogue): void {
    if (catalogue.language !== this.#wanted) return;
    this.#catalogue = catalogue;
    this.#host.requestUpdate();
  }
}

/** The element whose shadow tree it is in. */
const hostOf = (node: Element): Element | undefined => (node.getRootNode() as Partial<ShadowRoot>).host;

const nearestLanguage = (element: Element | undefined): string | undefined =>
  element &&
  (element.closest('[lang]:not([lang=""])')?.getAttribute('lang') ?? nearestLanguage(hostOf(element)));
