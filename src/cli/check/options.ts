import {parseArgs} from 'node:util';
import {webhookSchemes, type WebhookScheme} from '../../protocol/index.js';

export interface CheckOptions {
  /** Address of the session route. */
  readonly address: string;
  /** Origin of the page that holds the element. */
  readonly origin: string;
  /** Address of that page. */
  readonly page: string | undefined;
  readonly webhook: string | undefined;
  readonly webhookScheme: WebhookScheme | undefined;
  /** Headers that log a shopper in. */
  readonly headers: Readonly<Record<string, string>>;
  readonly json: boolean;
}

/** Thrown for arguments that make no sense; the message says which. */
export class UsageError extends Error {}

export const usage = [
  'Usage: card-vault check <address of the session route> [options]',
  '',
  'Tries the set-up of a shop step by step and says what is wrong. It opens one session, as a page would, and saves no',
  'card. It does not need the secret key.',
  '',
  '  --origin URL             origin of the page with <card-vault>; default: that of --page, else of the address',
  '  --page URL               page with <card-vault>: checks its Content-Security-Policy',
  "  --header 'Name: value'   sent to the shop, repeatable: the cookie of a logged-in test shopper",
  '  --webhook URL            receiver of events: sends it a harmless event with a good signature, and one with a bad',
  '                           signature; the secret is taken from the environment, CARD_VAULT_WEBHOOK_SECRET',
  '  --webhook-scheme SCHEME  standard, sfpy or sfpy-data; default: the one that the receiver accepts',
  '  --json                   the results as one line of JSON',
  '',
  'Exit code: 0 when nothing is wrong, 1 when something is, 2 for a mistake in the arguments.',
].join('\n');

/** @throws UsageError */
export function readOptions(args: readonly string[]): CheckOptions {
  const {values, positionals} = parsed(args);
  const [given, ...more] = positionals;
  if (given === undefined) throw new UsageError('the address of the session route is missing');
  if (more.length > 0) throw new UsageError('there is more than one address');
  const address = addressOf(given, 'the address of the session route');
  const page = values.page === undefined ? undefined : addressOf(values.page, '--page');
  const origin = values.origin === undefined ? (page ?? address) : addressOf(values.origin, '--origin');
  const scheme = webhookSchemes.find((one) => one === values['webhook-scheme']);
  if (values['webhook-scheme'] !== undefined && scheme === undefined)
    throw new UsageError(`--webhook-scheme is one of ${webhookSchemes.join(', ')}`);
  return {
    address,
    origin: new URL(origin).origin,
    page,
    webhook: values.webhook === undefined ? undefined : addressOf(values.webhook, '--webhook'),
    webhookScheme: scheme,
    headers: headersOf(values.header ?? []),
    json: values.json ?? false,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        origin: {type: 'string'},
        page: {type: 'string'},
        webhook: {type: 'string'},
        'webhook-scheme': {type: 'string'},
        header: {type: 'string', multiple: true},
        json: {type: 'boolean'},
      },
    });
  } catch {
    // The parser's own message repeats arguments, and a mistyped one may hold a login.
    throw new UsageError('an option is unknown or lacks its value');
  }
}

function addressOf(text: string, what: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${what} must be an http or https address`);
  if (url.username || url.password) throw new UsageError(`${what} must not hold a password; use --header`);
  return url.href;
}

function headersOf(lines: readonly string[]): Readonly<Record<string, string>> {
  const entries = lines.map((line) => {
    const [, name, value] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+):\s*(\S.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new UsageError("a --header is not of the form 'Name: value'");
    if (!isHeader(name, value))
      throw new UsageError(`the value of --header '${name}: …' has characters that no header can hold`);
    return [name.toLowerCase(), value] as const;
  });
  return Object.fromEntries(entries);
}

/** Told before anything is sent: a request that cannot be made looks like a shop that does not answer. */
function isHeader(name: string, value: string): boolean {
  try {
    return new Headers([[name, value]]).has(name);
  } catch {
    return false;
  }
}
