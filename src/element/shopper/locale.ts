import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {first} from '../../texts/en/first.js';
import type {MessageKey, Messages} from '../../texts/shapes.js';
import type {Catalogue} from './catalogue.js';

const english: Catalogue = {language: 'en', element: first};

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
  /** The tag whose words are there. */
  #known = 'en';
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

  /** BCP 47 tag of the words: of a language that is shipped, else of the page's own words. */
  get language(): string {
    return this.#isOwn ? this.#known : this.#catalogue.language;
  }

  get rightToLeft(): boolean {
    const {language, rightToLeft} = this.#catalogue;
    return rightToLeft?.() === true && (language !== 'en' || this.#isOwn);
  }

  /** The page speaks a language that is not shipped, in words of its own. */
  get #isOwn(): boolean {
    return this.#catalogue.isMissing === true && this.#host.messages !== undefined;
  }

  /** Says something else in the place of some messages, while something is paid. */
  instead: (...said: Parameters<Say>) => string | undefined = () => undefined;

  readonly say: Say = (key, values) =>
    this.instead(key, values) ??
    fill(this.#host.messages?.[key] ?? this.#catalogue.element[key] ?? this.#english[key] ?? '', values);

  /** English of a part that is loaded later; settles when the language has its own words for it. */
  add(messages: Partial<Messages>): Promise<void> | undefined {
    this.#english = {...this.#english, ...messages};
    return this.#catalogue.rest?.();
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
  }

  /** Whether its words are there. */
  get isKnown(): boolean {
    return this.#known === this.#wanted;
  }

  /** English needs no loading. A language that arrives after another one was asked for is not taken. */
  hostUpdate(): void {
    const {tag} = this;
    if (tag === this.#wanted) return;
    this.#wanted = tag;
    const changed = (): void => this.#host.requestUpdate();
    const take = (catalogue: Catalogue): void => {
      if (tag !== this.#wanted) return;
      this.#catalogue = catalogue;
      this.#known = tag;
    };
    if (/^en(?!-X)/i.test(tag)) take(english);
    else
      // In a microtask, for the reason in `stages/browser.ts`.
      this.words = Promise.resolve()
        .then(() => import('./catalogue.js'))
        .then(({loadCatalogue}) => loadCatalogue(tag, this.#english !== first, changed))
        .then(take)
        .then(changed)
        .catch(() => {
          if (this.#wanted === tag) this.#wanted = '';
        });
  }
}

/** The element whose shadow tree it is in. */
const hostOf = (node: Element): Element | undefined => (node.getRootNode() as Partial<ShadowRoot>).host;

const nearestLanguage = (element: Element | undefined): string | undefined =>
  element &&
  (element.closest('[lang]:not([lang=""])')?.getAttribute('lang') ?? nearestLanguage(hostOf(element)));
