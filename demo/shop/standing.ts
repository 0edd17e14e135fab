/** What the shop's server tells of the shopper's subscription. */
export interface Subscription {
  readonly name: string;
  readonly state: 'pending' | 'active' | 'paused' | 'failed' | 'cancelled';
  readonly pastDue: boolean;
  readonly next?: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly interval: string;
  readonly cancelAt?: string | null;
  readonly ended?: string | null;
  readonly brand: string;
  readonly lastFour: string;
}

/** What the shop wrote to the shopper; the page has the words for each kind. */
export interface Letter {
  readonly kind: 'paid' | 'late' | 'withdrawn' | 'ended';
  readonly date?: string | null;
  readonly amount?: string;
  readonly currency?: string;
}

/** How the shopper's box stands: at the service, in the shop's own records, and what the bank says to its card. */
export interface Standing {
  readonly subscription: Subscription | null;
  readonly access: {
    readonly until?: string | null;
    readonly retry?: string | null;
    readonly mails: readonly Letter[];
  };
  readonly declined: string | null;
}

const name = 'sorrel-standing';

export const tellStanding = (detail: Standing): void =>
  void document.dispatchEvent(new CustomEvent(name, {detail}));

export const onStanding = (hear: (standing: Standing) => void): void =>
  document.addEventListener(name, (event) => hear((event as CustomEvent<Standing>).detail));
