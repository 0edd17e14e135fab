import {randomBytes, randomUUID} from 'node:crypto';
import {signBody, signWebhook} from '../../../../src/protocol/index.js';
import type {Clock} from '../../platform/clock/clock.js';
import type {Vault} from '../../platform/sealing.js';
import type {Endpoint, SealedSecret} from './endpoint.js';

const newSecretBytes = 32;
/** A secret that keeps being replaced leaves no longer tail than this. */
const mostSecrets = 4;

/** A secret for an endpoint that brings none of its own. */
export const newWebhookSecret = () => `whsec_${randomBytes(newSecretBytes).toString('base64')}`;

type Owner = Pick<Endpoint, 'token' | 'merchant'>;

/** Keeps the secrets of endpoints sealed: the database alone signs nothing (V14). */
export class EndpointSecrets {
  readonly #vault: Vault;
  readonly #clock: Clock;

  constructor({vault, clock}: {readonly vault: Vault; readonly clock: Clock}) {
    this.#vault = vault;
    this.#clock = clock;
  }

  async seal(owner: Owner, secret: string): Promise<SealedSecret> {
    const id = randomUUID();
    return {id, sealed: await this.#vault.seal(secret, this.#context(owner, id))};
  }

  /** Puts a new secret in force; those before it sign until the overlap is over. */
  async replace(
    endpoint: Endpoint,
    secret: string,
    overlapSeconds: number,
  ): Promise<readonly SealedSecret[]> {
    const ends = new Date(this.#clock.now().getTime() + overlapSeconds * 1000).toISOString();
    const kept = overlapSeconds === 0 ? [] : this.#inForce(endpoint);
    const old = kept.map((one) => ({...one, ends_at: one.ends_at ?? ends}));
    return [await this.seal(endpoint, secret), ...old].slice(0, mostSecrets);
  }

  /** The secrets that sign now, newest first. */
  async open(endpoint: Endpoint): Promise<readonly string[]> {
    return Promise.all(
      this.#inForce(endpoint).map(async ({id, sealed}) =>
        Buffer.from(await this.#vault.open(sealed, this.#context(endpoint, id))).toString(),
      ),
    );
  }

  #inForce({secrets}: Endpoint): readonly SealedSecret[] {
    const now = this.#clock.now().getTime();
    return secrets.filter(({ends_at}) => ends_at === undefined || Date.parse(ends_at) > now);
  }

  #context = ({token, merchant}: Owner, id: string) => ({record: `${token}:${id}`, merchant});
}

/**
 * Signs a message with both secrets. The timestamp is the real time of this attempt, even if the service's
 * clock was moved, because receivers compare it with theirs.
 */
export async function signatureHeaders(
  secrets: readonly string[],
  {id, body}: {readonly id: string; readonly body: Uint8Array},
): Promise<Record<string, string>> {
  const timestamp = Math.floor(Date.now() / 1000);
  const signatures = await Promise.all(secrets.map((secret) => signWebhook(secret, {id, timestamp, body})));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
    // There is room for one only: of the secret in force.
    'x-sfpy-signature': await signBody(secrets[0]!, body),
  };
}
