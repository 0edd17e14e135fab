/** One Content-Security-Policy: its directives by name, in lower case. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** The policies of a header value; several headers arrive joined by commas, and each of them must allow a thing. */
export function readPolicies(header: string | null): readonly Policy[] {
  return (header ?? '')
    .split(',')
    .map(readPolicy)
    .filter((policy) => policy.size > 0);
}

/** Of a directive that stands twice the first one counts. */
function readPolicy(text: string): Policy {
  const policy = new Map<string, readonly string[]>();
  for (const part of text.split(';')) {
    const [name, ...values] = part.trim().split(/\s+/);
    if (name && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), values);
  }
  return policy;
}

/** A directive in force, with its name: `default-src` where that stands in for a missing one. */
export interface Directive {
  readonly name: string;
  readonly sources: readonly string[];
}

/** Which directive decides about each kind of request, the nearest first. */
const fallbacks = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  frame: ['frame-src', 'child-src', 'default-src'],
  connect: ['connect-src', 'default-src'],
  form: ['form-action'],
  ancestors: ['frame-ancestors'],
} as const;

/** The directive that decides; nothing where the policy allows everything of this kind. */
export function directiveFor(policy: Policy, kind: keyof typeof fallbacks): Directive | undefined {
  for (const name of fallbacks[kind]) {
    const sources = policy.get(name);
    if (sources) return {name, sources};
  }
  return undefined;
}

/** Whether a source list admits an address. `self` is the origin of the page. */
export function admits(sources: readonly string[], address: string, self: string): boolean {
  const url = new URL(address);
  return sources.some((source) => matches(source, url, new URL(self)));
}

/** A source list that admits whole schemes, as pages need that frame any bank. */
export const admitsEverySite = (sources: readonly string[]): boolean =>
  sources.some((source) => source === '*' || source.toLowerCase() === 'https:');

const sourceForm =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])(?::(\d+|\*))?(\/.*)?$/i;

/** CSP level 3, "Does url match expression in origin". */
function matches(source: string, url: URL, self: URL): boolean {
  if (source === '*') return isNetwork(url) || url.protocol === self.protocol;
  if (source.toLowerCase() === "'self'") return isSelf(url, self);
  if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return isScheme(source, url);
  const [, scheme, host, port, path] = sourceForm.exec(source) ?? [];
  if (host === undefined) return false;
  return (
    isScheme(scheme === undefined ? self.protocol : `${scheme}:`, url) &&
    isHost(host.toLowerCase(), url) &&
    isPort(port, url) &&
    isPath(path, url)
  );
}

const isNetwork = ({protocol}: URL) => /^(https?|wss?):$/.test(protocol);

/** A source of http admits https too. */
function isScheme(scheme: string, {protocol}: URL): boolean {
  const wanted = scheme.toLowerCase();
  return wanted === protocol || (wanted === 'http:' && protocol === 'https:');
}

const isSelf = (url: URL, self: URL) =>
  url.origin === self.origin ||
  (url.hostname === self.hostname && url.port === '' && self.port === '' && isScheme(self.protocol, url));

const isHost = (host: string, {hostname}: URL) =>
  host === '*' || host === hostname || (host.startsWith('*.') && hostname.endsWith(host.slice(1)));

const isPort = (port: string | undefined, url: URL) =>
  port === '*' ||
  (port ?? '') === url.port ||
  (port === '80' && url.port === '') ||
  port === defaultPort(url);
const defaultPort = ({port, protocol}: URL) =>
  port === '' ? {'https:': '443', 'http:': '80'}[protocol] : undefined;

function isPath(path: string | undefined, {pathname}: URL): boolean {
  if (path === undefined || path === '/') return true;
  return path.endsWith('/') ? pathname.startsWith(path) : pathname === path;
}
