import {admits, admitsEverySite, directiveFor, readPolicies, type Policy} from './policy.js';
import {notTried, ok, wrong, type Finding} from './finding.js';
import {isAnswered, isHtml, isSuccess, textOf, type Answered, type Visit} from './http.js';
import {readTags} from './tags.js';

/** Addresses that the page loads, frames and calls, as far as the session and the capture context say. */
export interface PageNeeds {
  readonly serviceUrl: string;
  /** Origin of the session route. */
  readonly shopOrigin: string;
  /** Address of the shell; without one the page frames the bank itself. */
  readonly frameUrl: string | undefined;
  readonly returnUrl: string;
  /** The merchant's public key, where the session names it. */
  readonly merchant: string | undefined;
  /** Missing for plain inputs, and where no capture context could be read. */
  readonly fields:
    {readonly library: string; readonly integrity: string; readonly origin: string} | undefined;
}

/** Whether the policy of the page with the element lets it work. */
export function checkPage(visit: Visit | undefined, needs: PageNeeds | undefined): Finding {
  if (visit === undefined) return notTried('page', 'no page was named; use --page URL');
  if (!isAnswered(visit))
    return wrong('page', `${visit.url} gives no response (${visit.failure}).`, 'Check --page.');
  if (!isSuccess(visit) || !isHtml(visit)) {
    return wrong(
      'page',
      `${visit.url} answers ${visit.status} and no HTML page.`,
      "Name the page with <card-vault>; if it needs a login, pass it: --header 'Cookie: …'.",
    );
  }
  if (needs === undefined) return notTried('page', 'no session was opened, so its needs are not known');
  const pinned = readTags(textOf(visit), 'card-vault').map((tag) => tag.get('merchant'));
  if (needs.merchant !== undefined && pinned.some((one) => one && one !== needs.merchant)) {
    return wrong(
      'page',
      `The merchant attribute of <card-vault> in ${visit.url} is not the public key in the session.`,
      'Set the attribute to the publicKey of createCardVaultServer.',
    );
  }
  const enforced = policiesOf(visit, 'content-security-policy');
  const lacks = lacksOf(enforced, needs, visit);
  if (lacks.length > 0) {
    return wrong(
      'page',
      `The Content-Security-Policy of ${visit.url} stops the element: ${lacks.join('; ')}.`,
      'Add what is missing, or let contentSecurityPolicy() of card-vault/server write the header.',
    );
  }
  return ok('page', goodPolicy(visit, enforced, needs));
}

function goodPolicy(visit: Answered, enforced: readonly Policy[], needs: PageNeeds): string {
  const trial = lacksOf(policiesOf(visit, 'content-security-policy-report-only'), needs, visit);
  const good =
    enforced.length > 0
      ? 'The policy of the page allows all that the element needs.'
      : 'The page has no Content-Security-Policy, so nothing is blocked and nothing is protected; contentSecurityPolicy() writes a strict one.';
  if (trial.length === 0) return good;
  return `${good} Before you enforce its report-only policy, mend this: ${trial.join('; ')}.`;
}

function policiesOf(
  visit: Answered,
  name: 'content-security-policy' | 'content-security-policy-report-only',
): readonly Policy[] {
  const inPage = readTags(textOf(visit), 'meta')
    .filter((tag) => tag.get('http-equiv')?.toLowerCase() === name)
    .flatMap((tag) => readPolicies(tag.get('content') ?? null));
  // A policy in the page's own text is always enforced.
  const own = name.endsWith('only') ? [] : inPage;
  return [...readPolicies(visit.headers.get(name)), ...own];
}

/** Sources that the policies forbid and the element needs, directive by directive. */
function lacksOf(policies: readonly Policy[], needs: PageNeeds, page: Answered): readonly string[] {
  const all = policies.flatMap((policy) => [
    ...frameLacks(policy, needs, page),
    ...connectLacks(policy, needs, page),
    ...formLacks(policy, needs),
    ...scriptLacks(policy, needs, page),
    ...trustedTypesLacks(policy),
    ...sandboxLacks(policy),
  ]);
  return [...new Set(all)];
}

function frameLacks(policy: Policy, needs: PageNeeds, {url}: Answered): string[] {
  const directive = directiveFor(policy, 'frame');
  if (directive === undefined) return [];
  const {name, sources} = directive;
  const self = new URL(url).origin;
  const {fields, frameUrl, returnUrl} = needs;
  const lacks = (address: string, what: string) =>
    admits(sources, address, self) ? [] : [`${name} lacks ${new URL(address).origin} (${what})`];
  return [
    ...(fields ? lacks(fields.origin, 'the card fields') : []),
    ...(frameUrl === undefined ? [] : lacks(frameUrl, "the shell frame, 'self' for most shops")),
    ...(frameUrl === undefined ? lacks(returnUrl, 'the return page') : []),
    ...(frameUrl === undefined && !admitsEverySite(sources)
      ? [`${name} lacks https: (the bank's page; the session names no shell frame)`]
      : []),
  ];
}

function connectLacks(policy: Policy, {serviceUrl, shopOrigin}: PageNeeds, {url}: Answered): string[] {
  const directive = directiveFor(policy, 'connect');
  if (directive === undefined) return [];
  const self = new URL(url).origin;
  const wanted = [
    [shopOrigin, "the shop's session route"],
    [serviceUrl, 'the service'],
  ] as const;
  return wanted
    .filter(([address]) => !admits(directive.sources, address, self))
    .map(([address, what]) => `${directive.name} lacks ${new URL(address).origin} (${what})`);
}

/** With a shell the forms to collector and bank are posted inside it. */
function formLacks(policy: Policy, {frameUrl}: PageNeeds): string[] {
  const directive = directiveFor(policy, 'form');
  if (directive === undefined || frameUrl !== undefined || admitsEverySite(directive.sources)) return [];
  return ['form-action lacks https: (the forms to collector and bank; the session names no shell frame)'];
}

/** The element inserts the library's script itself, with the page's nonce and the hash of the capture context. */
function scriptLacks(policy: Policy, {fields}: PageNeeds, page: Answered): string[] {
  const directive = directiveFor(policy, 'script');
  if (directive === undefined || fields === undefined) return [];
  const {name, sources} = directive;
  const nonces = readTags(textOf(page), 'script').map((tag) => tag.get('nonce'));
  const isAllowed =
    sources.includes("'strict-dynamic'") ||
    sources.includes(`'${fields.integrity}'`) ||
    nonces.some((nonce) => nonce && sources.includes(`'nonce-${nonce}'`)) ||
    admits(sources, fields.library, new URL(page.url).origin);
  return isAllowed
    ? []
    : [`${name} lacks 'strict-dynamic' or ${new URL(fields.library).origin} (the script of the card fields)`];
}

const policyNames = ['lit-html', 'card-vault'];

function trustedTypesLacks(policy: Policy): string[] {
  const names = policy.get('trusted-types');
  if (names === undefined || names.includes('*')) return [];
  const missing = policyNames.filter((name) => !names.includes(name));
  return missing.length > 0 ? [`trusted-types lacks ${missing.join(' and ')}`] : [];
}

function sandboxLacks(policy: Policy): string[] {
  const flags = policy.get('sandbox');
  const missing = ['allow-scripts', 'allow-same-origin', 'allow-forms'].filter(
    (flag) => !flags?.includes(flag),
  );
  return flags !== undefined && missing.length > 0 ? [`sandbox lacks ${missing.join(' and ')}`] : [];
}
