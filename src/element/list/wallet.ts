import type {ReactiveController, ReactiveControllerHost} from 'lit';
import type {Wallet} from '../../adapter/wallet.js';
import type {Timers} from '../../flow/index.js';
import {CardVaultError} from '../../protocol/errors.js';
import type {PaymentMethod} from '../../protocol/index.js';
import type {MessageKey} from '../../texts/shapes.js';
import {Removals} from './removals.js';

/** One saved card in the list. */
export interface Row {
  readonly method: PaymentMethod;
  /** `undo`: removed, and can be taken back; `sent`: the deletion is on its way, and the row is not shown. */
  readonly removal?: 'undo' | 'sent' | undefined;
  /** Action on it that failed. */
  readonly problem?: MessageKey | undefined;
  /** The default is being changed to it. */
  readonly busy?: boolean | undefined;
}

export interface WalletOptions {
  /** Asked at each use: the element's options may change. */
  readonly wallet: () => Partial<Wallet>;
  readonly timers: Timers;
  readonly on: {
    /** The cards take longer than usual. */
    late(): void;
    loaded(): void;
    removing(method: PaymentMethod): void;
    kept(method: PaymentMethod): void;
    /** The deletion is sent, and the row goes. */
    sending(method: PaymentMethod): void;
    removed(method: PaymentMethod): void;
    madeDefault(method: PaymentMethod): void;
    /** Something could not be done with a card. */
    refused(method: PaymentMethod, problem: MessageKey, error: CardVaultError): void;
    failed(error: CardVaultError): void;
  };
}

type Host = ReactiveControllerHost & HTMLElement;
type Change = Partial<Row>;

/** Milliseconds after which the shopper reads that the cards still load. */
const slowLoad = 5_000;

/** The shopper's saved cards as the shop's server lists them, and what is done with them. */
export class WalletController implements ReactiveController {
  readonly #host: Host;
  readonly #options: WalletOptions;
  readonly #removals: Removals;
  /** A browser may end a page that it has frozen without another word. */
  readonly #heard = [
    [window, 'pagehide'],
    [window, 'pageshow'],
    [document, 'freeze'],
  ] as const;
  #rows: readonly Row[] = [];
  /** Cards that were deleted while the cards are being read. */
  #deleted = new Set<string>();
  #loading: AbortController | undefined;
  #notLate: (() => void) | undefined;
  /** Whether the cards are still loading, and take longer than usual. */
  isLate = false;
  phase: 'loading' | 'shown' | 'failed' = 'loading';
  /** Why the cards could not be loaded. */
  error: CardVaultError | undefined;

  constructor(host: Host, options: WalletOptions) {
    (this.#host = host).addController(this);
    this.#options = options;
    this.#removals = new Removals((token, keepalive) => void this.#remove(token, keepalive));
  }

  /** The rows that are shown. */
  get rows(): readonly Row[] {
    return this.#rows.filter(({removal}) => removal !== 'sent');
  }

  /** The cards that are there. */
  get methods(): readonly PaymentMethod[] {
    return this.#rows.filter(({removal}) => !removal).map(({method}) => method);
  }

  /** The service keeps a default card. */
  get keepsDefault(): boolean {
    return this.#rows.some(({method}) => method.isDefault !== undefined);
  }

  hostConnected(): void {
    for (const [target, type] of this.#heard) target.addEventListener(type, this.#hear);
    if (this.phase !== 'shown') this.load();
  }

  hostDisconnected(): void {
    for (const [target, type] of this.#heard) target.removeEventListener(type, this.#hear);
    // A move reconnects in the same task. A real removal sends pending deletions now.
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      this.#removals.flush(true);
      this.#loading?.abort();
      this.#notLate?.();
    });
  }

  /** Reads the cards; a reading that is under way is given up. */
  load(): void {
    this.#loading?.abort();
    this.#loading = new AbortController();
    this.phase = 'loading';
    this.error = undefined;
    this.isLate = false;
    this.#host.requestUpdate();
    this.#deleted = new Set();
    this.#notLate?.();
    this.#notLate = this.#options.timers.after(slowLoad, () => this.#beLate());
    void this.#load(this.#loading.signal);
  }

  /** Hides the card at once. The deletion is sent with the next change of the cards, or when the page is left. */
  remove(token: string): void {
    const row = this.#find(token);
    if (!row || row.removal) return;
    this.#removals.flush(false);
    this.#change(token, {removal: 'undo', problem: undefined});
    this.#removals.begin(token);
    this.#options.on.removing(row.method);
  }

  undo(token: string): void {
    const row = this.#find(token);
    if (!row || !this.#removals.undo(token)) return;
    this.#change(token, {removal: undefined});
    this.#options.on.kept(row.method);
  }

  async makeDefault(token: string): Promise<void> {
    const row = this.#find(token);
    const wallet = this.#options.wallet();
    if (!row || row.busy || !wallet.setDefaultPaymentMethod) return;
    this.#removals.flush(false);
    this.#change(token, {busy: true, problem: undefined});
    try {
      await wallet.setDefaultPaymentMethod({token}, {signal: new AbortController().signal});
    } catch (error) {
      return this.#refuse(row.method, {busy: undefined, problem: 'defaultNotChanged'}, error);
    }
    this.#rows = this.#rows.map((other) => ({
      ...other,
      method: {...other.method, isDefault: other.method.token === token},
    }));
    this.#change(token, {busy: undefined});
    this.#options.on.madeDefault(this.#find(token)?.method ?? row.method);
  }

  /** A card that has just been saved; one that was there before takes the new expiry. */
  take(method: PaymentMethod): void {
    const {duplicate: _, ...card} = method;
    const known = this.#find(card.token);
    this.#removals.undo(card.token);
    this.#removals.flush(false);
    this.#deleted.delete(card.token);
    const isDefault = known?.method.isDefault ?? (this.keepsDefault ? false : undefined);
    const row: Row = {method: {...card, ...(isDefault !== undefined && {isDefault})}};
    if (known) this.#change(card.token, {...row, removal: undefined, problem: undefined});
    else this.#rows = [...this.#rows, row];
    this.phase = 'shown';
    this.#host.requestUpdate();
  }

  #beLate(): void {
    if (this.phase !== 'loading') return;
    this.isLate = true;
    this.#host.requestUpdate();
    this.#options.on.late();
  }

  async #load(signal: AbortSignal): Promise<void> {
    try {
      const wallet = this.#options.wallet();
      if (!wallet.listPaymentMethods) throw lacks('listPaymentMethods');
      const methods = await wallet.listPaymentMethods({signal});
      if (signal.aborted) return;
      const first = methods.filter(({isDefault}) => isDefault);
      const others = methods.filter(({isDefault}) => !isDefault);
      // Cards that were removed meanwhile stay removed.
      this.#rows = [...first, ...others]
        .filter(({token}) => !this.#deleted.has(token))
        .map((method) => ({...this.#find(method.token), method}));
      this.phase = 'shown';
    } catch (error) {
      if (signal.aborted) return;
      this.phase = 'failed';
      this.error = asCardVaultError(error);
    }
    this.#host.requestUpdate();
    this.#notLate?.();
    if (this.error) this.#options.on.failed(this.error);
    else this.#options.on.loaded();
  }

  async #remove(token: string, keepalive: boolean): Promise<void> {
    const row = this.#find(token);
    if (!row) return;
    this.#change(token, {removal: 'sent'});
    this.#options.on.sending(row.method);
    const wallet = this.#options.wallet();
    try {
      if (!wallet.removePaymentMethod) throw lacks('removePaymentMethod');
      await wallet.removePaymentMethod({token}, {signal: new AbortController().signal, keepalive});
    } catch (error) {
      const {status} = error as CardVaultError;
      // The answer was lost with the page that was left, so the server is asked.
      if (keepalive && status === undefined && this.#host.isConnected) {
        this.#change(token, {removal: undefined});
        return this.load();
      }
      // The card is gone already, as asked.
      if (status !== 404)
        return this.#refuse(row.method, {removal: undefined, problem: problemOf(error)}, error);
    }
    this.#deleted.add(token);
    this.#rows = this.#rows.filter(({method}) => method.token !== token);
    this.#host.requestUpdate();
    this.#options.on.removed(row.method);
  }

  /** Shows the reason beside the card. Its other request, if there is one, goes on. */
  #refuse(method: PaymentMethod, change: Change & {readonly problem: MessageKey}, cause: unknown): void {
    this.#change(method.token, change);
    this.#options.on.refused(method, change.problem, asCardVaultError(cause));
  }

  #find(token: string): Row | undefined {
    return this.#rows.find(({method}) => method.token === token);
  }

  /** Changes only what is named: a removal and a new default may be under way for one card at a time. */
  #change(token: string, change: Change): void {
    this.#rows = this.#rows.map((row) => (row.method.token === token ? {...row, ...change} : row));
    this.#host.requestUpdate();
  }

  readonly #hear = (event: Event): void => {
    if (event.type !== 'pageshow') this.#removals.flush(true);
    // Back in the page, what became of a removal is asked: its answer may have been lost.
    else if ((event as PageTransitionEvent).persisted) this.load();
  };
}

const lacks = (method: string): CardVaultError =>
  new CardVaultError('configuration-missing', `The adapter has no ${method}.`);

/** A foreign error is a fault of the adapter. */
function asCardVaultError(cause: unknown): CardVaultError {
  if (cause instanceof CardVaultError) return cause;
  return new CardVaultError('unexpected', 'Something failed that should not; see the cause.', {cause});
}

/** A card that a subscription is charged to stays (decision 0062). */
function problemOf(error: unknown): MessageKey {
  return (error as CardVaultError).status === 409 ? 'cardInUse' : 'cardNotRemoved';
}
