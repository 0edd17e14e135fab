import type {LitElement} from 'lit';
import type {BegunSession} from './session/begun-session.js';
import type {CardVaultValues} from './options.js';

/** The element as its controllers and views see it: its options, and what they need beside them. */
export interface CardVaultHost extends LitElement, Readonly<CardVaultValues> {
  readonly renderRoot: ShadowRoot;
  readonly quiet: boolean;
  /** Set by the page before the element is there (decision 0053). */
  begunSession?: BegunSession | undefined;
  readonly form: HTMLFormElement | null;
  /** Disabled by itself or by its form. */
  readonly inactive: boolean;
  /** The payment method token; empty until a card is saved. */
  readonly value: string;
  reset(): void;
}
