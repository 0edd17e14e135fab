import {
  bodySignatureHeader,
  signBody,
  signWebhook,
  webhookHeaders,
  webhookSchemes,
  webhookSecretFault,
  type WebhookScheme,
} from '../../protocol/index.js';
import {notTried, ok, wrong, type Finding} from './finding.js';
import {isAnswered, isSuccess, type Request, type Visit} from './http.js';
import {codeOf} from './session.js';

/** Responses of the receiver to a harmless event of a kind that no shop acts on. */
export interface WebhookFacts {
  readonly url: string;
  /** Signed with a secret that was made up. */
  readonly forged: Visit;
  /** Signed with the secret, scheme by scheme until one was accepted. */
  readonly signed: readonly (readonly [WebhookScheme, Visit])[];
  /** The scheme that the shop expects, where it was named. */
  readonly expected: WebhookScheme | undefined;
}

/** The schemes that a secret fits. */
export const schemesFor = (secret: string): readonly WebhookScheme[] =>
  webhookSchemes.filter((scheme) => webhookSecretFault(secret, scheme) === undefined);

/** A secret of the same form that signs nothing anybody believes. */
export function madeUpSecret(like: string): string {
  const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(32)));
  return like.startsWith('whsec_') ? `whsec_${bytes.toString('base64')}` : bytes.toString('hex');
}

/** A signed event. Its type is unknown to every receiver, so an accepted one changes nothing. */
export async function signedEvent(
  {secret, scheme, now, url}: {secret: string; scheme: WebhookScheme; now: number; url: string},
  id = `evt_check_${crypto.randomUUID()}`,
): Promise<Request> {
  const timestamp = Math.floor(now / 1000);
  const created_at = {seconds: timestamp, nanos: 0};
  // In `data` too, because a receiver may sign and believe that alone.
  const data = {check: id, created_at};
  const body = JSON.stringify({
    token: id,
    version: '2.0.0',
    type: 'card_vault.check',
    endpoint: url,
    data,
    created_at,
  });
  const type = {'content-type': 'application/json'};
  if (scheme !== 'standard') {
    const signed = scheme === 'sfpy' ? body : JSON.stringify(data);
    return {method: 'POST', body, headers: {...type, [bodySignatureHeader]: await signBody(secret, signed)}};
  }
  const headers = {
    [webhookHeaders.id]: id,
    [webhookHeaders.timestamp]: String(timestamp),
    [webhookHeaders.signature]: await signWebhook(secret, {id, timestamp, body}),
  };
  return {method: 'POST', body, headers: {...type, ...headers}};
}

/** Why nothing can be sent; nothing when it can. */
export function webhookObstacle(
  url: string | undefined,
  secret: string | undefined,
  expected: WebhookScheme | undefined,
): Finding | undefined {
  if (url === undefined) return notTried('webhook', 'no receiver was named; use --webhook URL');
  if (!secret) return notTried('webhook', 'CARD_VAULT_WEBHOOK_SECRET is not set in the environment');
  const scheme = expected ?? (secret.startsWith('whsec_') ? 'standard' : 'sfpy');
  const fault = webhookSecretFault(secret, scheme);
  if (fault === undefined) return undefined;
  return wrong(
    'webhook',
    `CARD_VAULT_WEBHOOK_SECRET ${fault}.`,
    'webhooks.secrets and webhooks.scheme of createCardVaultServer must fit each other too.',
  );
}

/** Whether the receiver believes what is signed, and nothing else. */
export function checkWebhook({url, forged, signed, expected}: WebhookFacts): Finding {
  const first = signed[0]?.[1] ?? forged;
  if (!isAnswered(first) || !isAnswered(forged)) {
    const failure = isAnswered(first) ? 'it answered only once' : first.failure;
    return wrong('webhook', `${url} gives no response (${failure}).`, 'Check --webhook.');
  }
  if (isSuccess(forged)) {
    return wrong(
      'webhook',
      `${url} accepts an event with a false signature (${forged.status}): anybody can send the shop events.`,
      'Let vault.handle() or createWebhooks() of card-vault/server answer this route.',
    );
  }
  const [scheme] = signed.find(([, visit]) => isAnswered(visit) && isSuccess(visit)) ?? [];
  if (scheme !== undefined && (expected ?? scheme) === scheme) {
    return ok('webhook', `${url} accepts a signed event (scheme ${scheme}) and refuses a false signature.`);
  }
  if (scheme !== undefined) {
    return wrong(
      'webhook',
      `${url} expects the scheme ${scheme}, not ${expected}.`,
      `Set webhooks.scheme of createCardVaultServer to '${expected}'.`,
    );
  }
  return wrong('webhook', refusalOf(url, first.status, codeOf(first)), nextOf(first.status, codeOf(first)));
}

function refusalOf(url: string, status: number, code: string): string {
  if (status === 404 || status === 405) return `${url} answers ${status}: no receiver is mounted there.`;
  if (code === 'webhook.secret_missing') return `The receiver at ${url} has no secret.`;
  if (code === 'webhook.headers_missing')
    return `The receiver at ${url} looks for other signature headers: its scheme does not fit this secret.`;
  return `${url} refuses an event signed with CARD_VAULT_WEBHOOK_SECRET (${status}${code && `, ${code}`}).`;
}

function nextOf(status: number, code: string): string {
  if (status === 404 || status === 405)
    return 'The receiver is <basePath>/webhooks, by default /card-vault/webhooks.';
  if (code === 'webhook.secret_missing') return 'Set webhooks.secrets of createCardVaultServer.';
  if (code === 'webhook.headers_missing')
    return 'Set webhooks.scheme to the one that the service signs with, and the secret that belongs to it.';
  if (code.includes('timestamp')) return 'Set the clocks of both machines.';
  if (status >= 500)
    return "The handler 'other' of the shop fails on an event that it does not know; it must not.";
  return 'The secret is another one, or something parses the body before the handler sees it: mount the handler ahead of body parsers.';
}
