import {webhookSchemes, type WebhookScheme} from '../../protocol/index.js';
import {addressOf, headersOf, readArguments, UsageError} from '../arguments.js';

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
  const {address, values} = readArguments(args, 'the address of the session route', {
    ...{origin: 'text', page: 'text', webhook: 'text', 'webhook-scheme': 'text'},
    ...{header: 'texts', json: 'switch'},
  });
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
    headers: headersOf(values.header),
    json: values.json,
  };
}
