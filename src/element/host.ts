import type {LitElement} from 'lit';
import type {VaultAdapter} from '../flow/index.js';
import type {EntryMode} from '../protocol/index.js';
import type {BegunSession} from './session/begun-session.js';
import type {EntriesHost} from './fields/entries.js';
import type {LocaleHost} from './shopper/locale.js';
import type {
  AfterRedirectSetting,
  ButtonFeedback,
  ChallengeWindowSetting,
  Layout,
  StepUpMode,
} from './options.js';

/** The element as its controllers and views see it. */
export interface CardVaultHost extends LitElement, EntriesHost, LocaleHost {
  readonly renderRoot: ShadowRoot;
  readonly adapter: VaultAdapter | undefined;
  readonly sessionUrl: string | undefined;
  /** Set by the page before the element is there (decision 0053). */
  begunSession?: BegunSession | undefined;
  readonly stepUp: StepUpMode;
  readonly challengeWindow: ChallengeWindowSetting;
  readonly layout: Layout;
  readonly entryMode: EntryMode;
  readonly required: boolean;
  readonly hideButton: boolean;
  /** The session pays with a saved card. */
  readonly savedCard: boolean;
  readonly buttonFeedback: ButtonFeedback;
  readonly form: HTMLFormElement | null;
  readonly afterRedirect: AfterRedirectSetting;
  readonly merchant: string | undefined;
  readonly shopName: string | undefined;
  /** Disabled by itself or by its form. */
  readonly inactive: boolean;
  /** The payment method token; empty until a card is saved. */
  readonly value: string;
  reset(): void;
  /** The focus goes on by itself when a field is complete. */
  readonly autoAdvance: boolean;
}
