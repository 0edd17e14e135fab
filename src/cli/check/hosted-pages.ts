import type {SessionAnswer} from '../../protocol/index.js';
import {notTried, ok, wrong, type Finding} from './finding.js';
import {isAnswered, isHtml, type Visit} from './http.js';
import {withoutEndSlashes} from '../../protocol/end-slashes.js';

/** The hosted page to subscribe, opened without a token, as its address is in the shop's links. */
export interface HostedFacts {
  /** Whether the shop's server names another host for the pages than for the API. */
  readonly isNamed: boolean;
  readonly visit: Visit;
}

/** Address of the page, and whether the session names its host. */
export function hostedPageOf({body, serviceUrl}: Pick<SessionAnswer, 'body' | 'serviceUrl'>): {
  readonly url: string;
  readonly isNamed: boolean;
} {
  const named = (body as {readonly hosted_url?: unknown} | undefined)?.hosted_url;
  const isNamed = typeof named === 'string' && URL.canParse(named);
  return {url: `${withoutEndSlashes(isNamed ? named : serviceUrl)}/checkout/subscribe`, isNamed};
}

/** Whether the page to subscribe is where the shop's links lead. Without its token it may refuse, as a page. */
export function checkHostedPages(facts: HostedFacts | undefined): Finding {
  if (facts === undefined) return notTried('hosted-pages', 'no session was opened');
  const {isNamed, visit} = facts;
  const {origin} = new URL(visit.url);
  const fault = faultOf(visit);
  if (fault === undefined)
    return ok('hosted-pages', `${visit.url} is a page, and subscribe buttons lead there.`);
  // Without plans a shop sends no shopper there.
  if (!isNamed)
    return notTried('hosted-pages', `${fault}. To sell plans, set hostedUrl to the host of the hosted pages`);
  return wrong(
    'hosted-pages',
    `The hosted pages are not at ${origin}: ${fault}. Shoppers who press a subscribe button get no page.`,
    'Set hostedUrl of createCardVaultServer to the host of the hosted pages (wire 1.1), or leave it out where they live at the API.',
  );
}

function faultOf(visit: Visit): string | undefined {
  if (!isAnswered(visit)) return `${visit.url} gives no response (${visit.failure})`;
  const {status} = visit;
  if (status === 404 || status >= 500) return `${visit.url} answers ${status}`;
  const isRedirect = status >= 300 && status < 400;
  return isHtml(visit) || isRedirect
    ? undefined
    : `${visit.url} answers ${status} with something else than a page`;
}
