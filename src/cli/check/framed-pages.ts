import {notTried, ok, wrong, type Finding} from './finding.js';
import {
  isAnswered,
  isHtml,
  isSuccess,
  redirectOf,
  textOf,
  type Answered,
  type Go,
  type Visit,
} from './http.js';
import {admits, admitsEverySite, directiveFor, readPolicies, type Policy} from './policy.js';
import {inlineScripts} from './tags.js';

/** Words in the script of the kit's shell and of its return page. */
const marks = {frame: /cardVault[\s\S]*'shell'/, return: /cardVault: 'return'/} as const;

const mount =
  "Mount the handler of createCardVaultServer before the shop's own router, and keep middleware that sets security headers away from its routes.";

/** Whether the shell frame can be shown in the page and works there (decision 0002). */
export async function checkFrame(visit: Visit | undefined, origin: string): Promise<Finding> {
  if (visit === undefined) {
    return ok('frame', 'The session names no shell frame: the page itself frames the bank.');
  }
  const fault = contentFault(visit, 'frame') ?? (await framingFault(visit as Answered, origin, 'frame'));
  if (fault !== undefined) return wrong('frame', `The shell frame does not work: ${fault}.`, mount);
  const blocked = outgoingFault(policiesOf(visit as Answered));
  if (blocked !== undefined)
    return wrong('frame', `The shell frame cannot show the bank: ${blocked}.`, mount);
  return ok('frame', `${visit.url} is the shell frame, and pages of ${origin} may frame it.`);
}

/** Responses of the return page: to the redirect of the bank's page, and to a form posted by it. */
export interface ReturnFacts {
  readonly get: Visit;
  readonly post: Visit;
}

/** Comes to the return page as the bank does: with fields that no one reads, and without a login. */
export async function visitReturn(url: string, go: Go): Promise<ReturnFacts> {
  const headers = {'content-type': 'application/x-www-form-urlencoded', origin: 'null'};
  return {
    get: await go(`${url}${url.includes('?') ? '&' : '?'}check=1`),
    post: await go(url, {method: 'POST', headers, body: 'check=1'}),
  };
}

/** Whether the bank's page can come back to the shop. It comes from another site, so no cookie of the shop comes along. */
export async function checkReturn(facts: ReturnFacts | undefined, origin: string): Promise<Finding> {
  if (facts === undefined) return notTried('return', 'no session was opened');
  for (const [method, visit] of Object.entries(facts) as [keyof ReturnFacts, Visit][]) {
    const fault = contentFault(visit, 'return') ?? (await framingFault(visit as Answered, origin, 'return'));
    if (fault === undefined) continue;
    const how = method === 'get' ? 'GET without a login' : 'a form posted to it without a login';
    const isOwn = new URL(visit.url).origin === origin;
    const elsewhere = `publicUrl or basePath of createCardVaultServer must lead browsers to the handler. ${mount}`;
    return wrong('return', `The return page does not work with ${how}: ${fault}.`, isOwn ? mount : elsewhere);
  }
  return ok('return', `${facts.get.url} is the return page, for GET and POST.`);
}

function contentFault(visit: Visit, page: keyof typeof marks): string | undefined {
  const {url} = visit;
  if (!isAnswered(visit)) return `${url} gives no response (${visit.failure})`;
  const target = redirectOf(visit);
  if (target) return `${url} redirects to ${target.origin}${target.pathname}, perhaps a login page`;
  if (!isSuccess(visit)) return `${url} answers ${visit.status}`;
  if (!isHtml(visit) || !marks[page].test(textOf(visit)))
    return `${url} answers with another page of the shop, or of its router`;
  return undefined;
}

async function framingFault(
  visit: Answered,
  origin: string,
  page: keyof typeof marks,
): Promise<string | undefined> {
  const policies = policiesOf(visit);
  const self = new URL(visit.url).origin;
  const limits = policies.flatMap((policy) => directiveFor(policy, 'ancestors') ?? []);
  // The return page stands inside the shell, and both inside the page.
  const holders = page === 'return' ? [origin, self] : [origin];
  for (const {sources} of limits) {
    const stranger = holders.find((holder) => !admits(sources, holder, self));
    if (stranger !== undefined)
      return `its Content-Security-Policy has frame-ancestors ${sources.join(' ')}, which excludes ${stranger}`;
  }
  // Browsers pass over this header where a policy names frame-ancestors.
  const frames = limits.length > 0 ? '' : (visit.headers.get('x-frame-options') ?? '').toUpperCase();
  if (frames.includes('DENY') || (frames.includes('SAMEORIGIN') && self !== origin))
    return `its header X-Frame-Options is ${frames}, so browsers do not show it in a frame`;
  return scriptFault(visit, policies);
}

/** The page's own script has a hash, which each policy must name. */
async function scriptFault(visit: Answered, policies: readonly Policy[]): Promise<string | undefined> {
  const hashes = await Promise.all(inlineScripts(textOf(visit)).map(hashSource));
  for (const policy of policies) {
    const directive = directiveFor(policy, 'script');
    if (directive === undefined) continue;
    const {name, sources} = directive;
    const isStrict = sources.some((source) => /^'(nonce|sha\d+)-|^'strict-dynamic'/.test(source));
    const isOpen = sources.includes("'unsafe-inline'") && !isStrict;
    if (!isOpen && hashes.some((hash) => !sources.includes(hash)))
      return `its Content-Security-Policy (${name}) blocks its own script: another policy than that of the handler is on it`;
  }
  return undefined;
}

function outgoingFault(policies: readonly Policy[]): string | undefined {
  for (const policy of policies) {
    for (const kind of ['frame', 'form'] as const) {
      const directive = directiveFor(policy, kind);
      if (directive && !admitsEverySite(directive.sources))
        return `its Content-Security-Policy has no https: in ${directive.name}`;
    }
  }
  return undefined;
}

const policiesOf = ({headers}: Answered) => readPolicies(headers.get('content-security-policy'));

async function hashSource(script: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script));
  return `'sha256-${Buffer.from(digest).toString('base64')}'`;
}
