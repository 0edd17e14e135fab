import {html, nothing, type TemplateResult} from 'lit';
import {
  askPlanFacts,
  askPortalAddress,
  askSubscribeAddress,
  type HostedPage,
  type HostedPageRequest,
  type PlanFacts,
  type SubscribeRequest,
} from '../../adapter/subscribe.js';
import {postForm} from '../../gateways/form-post.js';
import {onPolicyViolation} from '../../gateways/policy-violation.js';
import {browserTimers} from '../../gateways/timers.js';
import {formatTag} from '../../texts/written.js';
import type {CardVaultError} from '../../protocol/index.js';
import {LocaleController, type LocaleHost, type Say} from '../shopper/locale.js';
import type {DrawnHost} from '../host.js';
import {CardVaultErrorEvent, CardVaultEvent, type CardVaultSubscribeStartedDetail} from '../events.js';
import {subscribe} from '../../texts/en/subscribe.js';
import {adopt} from '../styles/adopt.js';
import {busyStyles} from '../styles/busy.js';
import {css} from '../styles/css.js';
import {problemView} from '../views/icons.js';
import {languageTag, moneyText} from '../../protocol/money-text.js';

/** Surroundings of the element; tests pass others. */
export interface SubscribeParts {
  /** The address of the checkout, from the shop's server. */
  readonly ask: (request: SubscribeRequest, signal: AbortSignal) => Promise<HostedPage>;
  readonly askPortal: (
    request: HostedPageRequest & Pick<SubscribeRequest, 'subscribeUrl'>,
    signal: AbortSignal,
  ) => Promise<HostedPage>;
  readonly askPlan: (
    request: Pick<SubscribeRequest, 'plan' | 'subscribeUrl'>,
    signal: AbortSignal,
  ) => Promise<PlanFacts>;
  /** Goes to the page. The signal ends once the shopper is back. */
  readonly leave: (page: HostedPage, proof: Proof | undefined, signal: AbortSignal) => void;
}

const browserParts: SubscribeParts = {
  ask: (request, signal) => askSubscribeAddress(request, {signal, timers: browserTimers}),
  askPortal: (request, signal) => askPortalAddress(request, {signal, timers: browserTimers}),
  askPlan: (request, signal) => askPlanFacts(request, {signal, timers: browserTimers}),
  leave({url, method}, proof, signal) {
    // The page asks whose it is, where the shop's policy forbids the post.
    const follow = (): void => globalThis.location.assign(url);
    if (method === 'GET' || !proof) return follow();
    // A page that sends no referrer posts without its origin, by which the hosted page knows the shop. A frame of the same
    // origin has a policy of its own.
    const frame = document.createElement('iframe');
    frame.hidden = true;
    document.body.append(frame);
    signal.addEventListener('abort', () => frame.remove());
    const inner = frame.contentDocument!;
    const policy = inner.createElement('meta');
    policy.name = 'referrer';
    policy.content = 'strict-origin';
    inner.head.append(policy);
    const action = new URL(url);
    onPolicyViolation(inner, action.origin, ['form-action'], follow, signal);
    if (!postForm(inner, {action, target: '_parent', fields: {code_verifier: proof.verifier}})) follow();
  },
};

/** A text and its hash, which show the hosted page that this very browser asked the shop's server for it (RFC 7636, method `S256`). */
interface Proof {
  readonly verifier: string;
  readonly challenge: string;
}

/** Undefined on a page that is not secure: browsers have no hash there. */
async function makeProof(): Promise<Proof | undefined> {
  const {subtle} = crypto as Partial<Crypto>;
  if (!subtle) return undefined;
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return {verifier, challenge: base64url(new Uint8Array(hash))};
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The part of its element that the button needs. */
type SubscribeHost = DrawnHost &
  LocaleHost & {
    readonly disabled: boolean;
    readonly plan: string;
    readonly subscribeUrl: string;
    readonly returnUrl: string | undefined;
    readonly reference: string | undefined;
    readonly showPlan: boolean;
    readonly portal: boolean;
  };

const styles = css`
  .plan {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 4px 16px;
    min-block-size: calc(24 * var(--_u));
    margin: 0 0 12px;
    font-size: calc(16 * var(--_u));
    line-height: calc(24 * var(--_u));
    font-variant-numeric: tabular-nums;
  }
  .plan b {
    font-weight: 600;
  }
  .both {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 12px;
  }
  /* The spinner has its place beside the words at all times: the button keeps its width. */
  .button {
    position: relative;
    padding-inline: 34px;
  }
  .button .spin {
    position: absolute;
    inset-inline-start: 10px;
  }
  .button:disabled {
    opacity: 0.5;
    pointer-events: none;
    @media (forced-colors: active) {
      opacity: 1;
      border-color: GrayText;
      color: GrayText;
    }
  }
`;

/**
 * The buttons of `<card-vault-subscribe>`: each asks for its page once, goes there, or says why it cannot.
 */
export class SubscribeButton {
  readonly #host: SubscribeHost;
  readonly #locale: LocaleController;
  readonly #parts: SubscribeParts;
  #run: AbortController | undefined;
  #way: 'checkout' | 'portal' | undefined;
  #problem: 'checkoutUnavailable' | 'errorNetwork' | undefined;
  /** The plan of a checkout request in flight. */
  #ordered: string | undefined;
  /** The plan that is shown or being asked for, and by which address. */
  #asked = '';
  /** The request for the plan's name and price, while it is in flight. */
  #asking: AbortController | undefined;
  #plan: PlanFacts | undefined;

  constructor(host: SubscribeHost, parts = browserParts) {
    this.#host = host;
    void (this.#locale = new LocaleController(host)).add(subscribe);
    this.#parts = parts;
    host.addController({
      hostConnected() {
        adopt(host.renderRoot, busyStyles);
        adopt(host.renderRoot, styles);
      },
      hostUpdate: () => this.#follow(),
      hostDisconnected: () => {
        this.#settle();
        // The plan is asked for again once the element is back.
        if (this.#asking) this.#asked = '';
        this.#asking?.abort();
      },
    });
  }

  subscribe(): Promise<void> {
    this.#giveUp();
    const {subscribeUrl, plan, returnUrl, reference} = this.#host;
    const locale = this.#locale.tag;
    return this.#go('checkout', plan, async (codeChallenge, signal) => {
      const request = {subscribeUrl, plan, returnUrl, locale, reference, codeChallenge};
      const page = await this.#parts.ask(request, signal);
      if (signal.aborted) return page;
      this.#ordered = undefined;
      const detail: CardVaultSubscribeStartedDetail = {plan, reference};
      this.#host.dispatchEvent(new CardVaultEvent('card-vault-subscribe-started', detail));
      return page;
    });
  }

  #manage(): Promise<void> {
    const {subscribeUrl, returnUrl} = this.#host;
    const locale = this.#locale.tag;
    return this.#go('portal', undefined, (codeChallenge, signal) =>
      this.#parts.askPortal({subscribeUrl, returnUrl, locale, codeChallenge}, signal),
    );
  }

  async #go(
    way: 'checkout' | 'portal',
    ordered: string | undefined,
    ask: (codeChallenge: string | undefined, signal: AbortSignal) => Promise<HostedPage>,
  ): Promise<void> {
    const host = this.#host;
    if (host.disabled || this.#run) return;
    const run = (this.#run = new AbortController());
    this.#way = way;
    this.#ordered = ordered;
    this.#problem = undefined;
    host.requestUpdate();
    try {
      const proof = await makeProof();
      if (run.signal.aborted) return;
      const page = await ask(proof?.challenge, run.signal);
      if (run.signal.aborted) return;
      // Back from the checkout the page may be as it was left, with the button still waiting.
      globalThis.addEventListener('pageshow', this.#settle, {once: true});
      this.#parts.leave(page, proof, run.signal);
    } catch (error) {
      if (!run.signal.aborted) this.#fail(error as Partial<CardVaultError>);
    }
  }

  /** Aborts the checkout request for a plan that the element no longer names. */
  #giveUp(): void {
    if (this.#ordered !== undefined && this.#ordered !== this.#host.plan) this.#settle();
  }

  /** Asks for the plan that the element names, once. */
  #follow(): void {
    this.#giveUp();
    const {isConnected, showPlan, plan, subscribeUrl} = this.#host;
    const wanted = showPlan && plan !== '' ? `${subscribeUrl} ${plan}` : '';
    if (!isConnected || wanted === this.#asked) return;
    this.#asking?.abort();
    this.#asked = wanted;
    this.#plan = undefined;
    if (wanted !== '') void this.#askPlan(subscribeUrl, plan);
  }

  /** Without an answer nothing is shown: the checkout says it too. */
  async #askPlan(subscribeUrl: string, plan: string): Promise<void> {
    const asking = (this.#asking = new AbortController());
    const {signal} = asking;
    const facts = await this.#parts
      .askPlan({subscribeUrl, plan}, signal)
      .catch((error: unknown) =>
        signal.aborted ? undefined : this.#report(error as Partial<CardVaultError>),
      );
    if (signal.aborted) return;
    this.#asking = undefined;
    this.#plan = facts;
    this.#host.requestUpdate();
  }

  /** Ready for the next press. */
  readonly #settle = (): void => {
    globalThis.removeEventListener('pageshow', this.#settle);
    this.#run?.abort();
    this.#run = this.#way = this.#ordered = undefined;
    this.#host.requestUpdate();
  };

  #fail(error: Partial<CardVaultError>): void {
    this.#settle();
    // Nor is the connection lost where the shopper's login is.
    const isOurs = error.audience === 'merchant' || error.code === 'login-required';
    this.#problem = isOurs ? 'checkoutUnavailable' : 'errorNetwork';
    this.#report(error);
  }

  /** Only an error of ours has a code that a page can use. */
  #report(error: Partial<CardVaultError>): undefined {
    if (error.code) this.#host.dispatchEvent(new CardVaultErrorEvent(error as CardVaultError));
  }

  view(): TemplateResult {
    const {say, tag} = this.#locale;
    const {disabled, portal, showPlan} = this.#host;
    const busy = this.#run !== undefined;
    const spinner = html`<span class="spin" part="spinner"></span>`;
    const plan = this.#plan;
    return html`<div class="fit">
      <div class="base">
        ${
          showPlan
            ? html`<p class="plan" part="plan">
                ${
                  plan &&
                  html`<b part="plan-name">${plan.name}</b
                    ><span part="plan-price">${planPrice(plan, tag, say)}</span>`
                }
              </p>`
            : nothing
        }
        <div class=${portal ? 'both' : nothing}>
          <button
            class="button"
            part="button"
            type="button"
            ?disabled=${disabled}
            aria-disabled=${busy}
            @click=${() => this.subscribe()}
          >
            ${this.#way === 'checkout' ? spinner : nothing}
            <slot>${say('subscribe')}</slot>
          </button>
          ${
            portal
              ? html`<button
                  class="button quiet"
                  part="portal-button"
                  type="button"
                  ?disabled=${disabled}
                  aria-disabled=${busy}
                  @click=${() => this.#manage()}
                >
                  ${this.#way === 'portal' ? spinner : nothing}
                  <slot name="portal">${say('subscriptions')}</slot>
                </button>`
              : nothing
          }
        </div>
        <div role="alert">${this.#problem ? problemView(say(this.#problem)) : nothing}</div>
      </div>
    </div>`;
  }
}

/** The first script calls this: shorter there than the constructor. */
export const make = (host: SubscribeHost, parts?: SubscribeParts): SubscribeButton =>
  new SubscribeButton(host, parts);

/** The price of a plan as the page's language writes it: `$48.00 a month`, `$20.00 every 3 months`. */
export function planPrice(plan: PlanFacts, language: string, say: Say): string {
  const {interval, count} = plan;
  const tag = formatTag(languageTag(language));
  const price = `\u2066${moneyText(plan, tag)}\u2069`;
  const unit = {style: 'unit', unit: interval, unitDisplay: 'long'} as const;
  if (count !== 1) return say('priceEvery', {price, period: new Intl.NumberFormat(tag, unit).format(count)});
  const once = {day: 'priceDay', week: 'priceWeek', month: 'priceMonth', year: 'priceYear'} as const;
  return say(once[interval], {price});
}
