import type {EntryMode} from '../protocol/index.js';
import type {ServiceClientOptions} from './client/client.js';
import type {TrackerStore} from './store.js';
import type {WebhookOptions} from './webhooks/webhooks.js';

/** A value, or how to find it for one request. */
export type PerRequest<T> = T | ((request: Request) => T | Promise<T>);

/**
 * Whether a plan is offered to the sender of a request; `customer` is missing where the sender is not logged
 * in.
 */
export type OffersPlan = (
  plan: string,
  visit: {readonly request: Request; readonly customer: string | undefined},
) => boolean | Promise<boolean>;

/** The shop's own name for a subscription to a plan, such as the number of an order. */
export type ReferenceFor = (
  plan: string,
  visit: {
    readonly request: Request;
    readonly customer: string | undefined;
    /**
     * The page's own reference (`<card-vault-subscribe reference>`). A shopper may have changed it: look it
     * up before you take it.
     */
    readonly asked?: string;
  },
) => string | undefined | Promise<string | undefined>;

/** The consent to later charges that the shop expects with each card. */
export interface ExpectedConsent {
  /** True: a save without any consent is refused. Default false. */
  readonly required?: boolean;
  /**
   * The words that the shop's pages show, one text for each language; a consent in other words is refused. Compared as a reader sees
   * them: spaces and line breaks count as one space. Missing: any words will do.
   */
  readonly text?: string | readonly string[];
}

/** Payment of a session, from the shop's code. Nothing of it comes from the page. */
export interface SessionPayment {
  /** Token of the saved card; it must be one of the shopper's own. */
  readonly paymentMethod: string;
  /** Whole minor units of the currency: 4800 is $48.00. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** False: the amount is held, and `client.payments.capture` takes it later. Default true. */
  readonly capture?: boolean;
  /**
   * True: the shopper is asked for the card's security code, at a service with the feature `saved-card-code`. A page cannot leave it
   * out. Default false.
   */
  readonly securityCode?: boolean;
  /** The shop's own number of the order; the service keeps it as `order_id` of the tracker's metadata. */
  readonly orderId?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface CardVaultServerOptions extends ServiceClientOptions {
  /**
   * The shop's login: the customer token of the request's sender, or nothing where the sender is not logged
   * in (answered with 401). It alone decides who may save, list and remove cards.
   */
  readonly customer: (request: Request) => string | null | undefined | Promise<string | null | undefined>;
  /** ISO 4217 code of the small amount, or of the zero. */
  readonly currency: PerRequest<string>;
  /** True: zero-amount authorization, nothing to reverse. Default false: a small amount is held and reversed (spec 3.1). */
  readonly accountVerification?: PerRequest<boolean>;
  /**
   * Plans that `POST /subscribe` leads to: their tokens, or who is offered which. Default: every active plan,
   * because no answer to a browser names one that a page of the shop did not, and no token can be guessed.
   * Say it when some prices are for some people.
   */
  readonly plans?: readonly string[] | OffersPlan;
  /** Names what `POST /subscribe` begins: it comes back to the shop's page, and stands on the subscription and its events. */
  readonly reference?: ReferenceFor;
  /** Default `flex`. `raw` only where the service has the merchant's PCI certificate. */
  readonly entryMode?: PerRequest<EntryMode>;
  /**
   * Payment of this session with a saved card, by the shop's own order: asked when a page opens a session,
   * with its request. Nothing: the session saves a card. The page can choose neither card nor amount; its
   * address may name the shop's order, which the hook looks up for the shopper who is signed in (decision
   * 0086).
   */
  readonly payment?: (
    request: Request,
  ) => SessionPayment | null | undefined | Promise<SessionPayment | null | undefined>;
  /**
   * Consent that a saved card must have. The attribute `consent` is kept by the page alone, which any visitor
   * can change; this is kept by the shop's server. It needs a service with the feature `consent`. Default:
   * nothing is compared.
   */
  readonly consent?: ExpectedConsent;
  /**
   * Values that the shop wants to find again on the tracker and in its events, such as `{order_id: '1042'}`.
   * Default nothing.
   */
  readonly metadata?: PerRequest<Readonly<Record<string, unknown>>>;
  /** Where the routes are mounted. Default `/card-vault`. */
  readonly basePath?: string;
  /**
   * Address of the shop as browsers see it, such as `https://shop.example`. Required outside a development machine, where the
   * default is the request's own: the kit names no origin to the service but this one and those of `origins`.
   */
  readonly publicUrl?: string;
  /** Further origins whose pages are the shop's: they may call the routes (CORS with credentials) and frame the return page. */
  readonly origins?: readonly string[];
  /**
   * Life of a time-based token in seconds, at a service with the feature `scoped-tokens`; any other decides for itself. Default 900.
   */
  readonly tokenLife?: number;
  /**
   * How many sessions one customer may open within ten minutes in this process; more are answered with 429 `rate_limited`. Default 120,
   * and any number where the service is on this machine.
   */
  readonly sessionsPerCustomer?: number;
  /**
   * True: the page sends its tracker actions to `/relay` of this server, which passes them on with the page's own token. For a
   * service whose CORS a page cannot pass. Default false: the page calls the service itself.
   */
  readonly relay?: boolean;
  /**
   * The shopper's IP address, by the request to the shop: name it where `relay` is true. The service limits how many cards one address
   * may try, and of a relayed request it sees the shop's address only; then one attacker could use up the limit of all shoppers. Read
   * it where your proxy writes it, such as the last part of X-Forwarded-For, and never from what a browser can send. Sent with a proof
   * that only the secret key makes.
   */
  readonly shopperAddress?: (
    request: Request,
  ) => string | null | undefined | Promise<string | null | undefined>;
  /**
   * Milliseconds between readings of the wallet in the last step, where the service does not name the saved card itself and the card
   * is not there yet. Default 200, 400 and 800.
   */
  readonly walletPauses?: readonly number[];
  /**
   * True: the page takes a card field library for which the capture context names no integrity hash, as the oldest contexts do (wire
   * 9.3). Default false: it refuses.
   */
  readonly libraryWithoutHash?: boolean;
  /** Set when the shop's pages are cross-origin isolated: shell and return page then send `require-corp` too. */
  readonly crossOriginIsolated?: boolean;
  /**
   * True: each answer names, in `Server-Timing`, the id of its request and the calls of the service that were made for it, so that a
   * trace of the page shows shop and service too. Paths lose their tokens. Default false.
   */
  readonly trace?: boolean;
  /** Handlers for events of the service, at `POST /webhooks`. Without a secret every event is refused. */
  readonly webhooks?: Omit<WebhookOptions, 'publicKey'>;
  /** Trackers that may come to owe a reversal, or whose card is found in the wallet. Default: this process's memory. */
  readonly store?: TrackerStore;
  /**
   * Hears every failure that is not the shopper's or the page's: a service that is down, a wrong key, a hook that throws; and, once,
   * that the service speaks another version of the protocol. `requestId` finds the request of a page in the service's log. Default: each cause
   * is written once to the error stream.
   */
  readonly onError?: (error: unknown, request: Request | undefined, requestId?: string) => void;
}
