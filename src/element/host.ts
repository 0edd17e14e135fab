import type {LitElement, ReactiveControllerHost} from 'lit';
import type {CardVaultValues} from './options.js';
import type {BegunRequest} from '../adapter/begun.js';
import type {BegunFields} from '../gateways/microform-mounted.js';

/**
 * Session that the page has begun before the element was there (decision 0053). `abort` ends both, and leaves
 * no frame behind.
 */
export interface BegunSession extends BegunRequest {
  /**
   * The hosted fields of that session, once they are live and the library has them; nothing where the page
   * leaves them to the element.
   */
  readonly fields?: Promise<BegunFields | undefined>;
}

/** The element as its controllers and views see it: its options, and what they need beside them. */
export interface CardVaultHost extends LitElement, Readonly<CardVaultValues> {
  readonly renderRoot: ShadowRoot;
  readonly quiet: boolean;
  /** Set by the page before the element is there (decision 0053). */
  begunSession?: BegunSession | undefined;
  /** Fields of the address that the server has drawn; they stay until there are inputs to type into. */
  readonly room?: NodeListOf<Element>;
  readonly form: HTMLFormElement | null;
  /** Disabled by itself or by its form. */
  readonly inactive: boolean;
  /** The payment method token; empty until a card is saved. */
  readonly value: string;
  reset(): void;
}

/**
 * An element that draws into a shadow root, which may be closed; there once the element has been in a page.
 */
export interface DrawnHost extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: ShadowRoot;
}
