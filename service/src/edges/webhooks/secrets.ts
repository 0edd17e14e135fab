/** The secrets with which events are signed. */
import {randomBytes, randomUUID} from 'node:crypto';
import {bodySignatureHeader, signBody, signWebhook} from '../../../../src/protocol/index.js';
import type {Clock} from '../../platform/clock/clock.js';
import type {SealedColumn, Vault} from '../../platform/sealing.js';
import type {Endpoint, SealedSecret} from './endpoint.js';

const newSecretBytes = 32;
/** Limit of secrets that sign at the same time, for an endpoint whose secret is replaced often. */
const maxSecrets = 4;

/** A random secret for an endpoint that was created without one. */
export const newWebhookSecret = () => `whsec_${randomBytes(newSecretBytes).toString('base64')}`;

type Owner = Pick<Endpoint, 'token' | 'merchant'>;

const contextOf = ({token, merchant}: Owner, id: string) => ({record: `${token}:${id}`, merchant});

export const sealedEndpointSecrets: SealedColumn = {
  ...{table: 'webhook_endpoints', key: 'token', column: 'secrets', type: 'jsonb', merchant: 'merchant'},
  async sealAgain(value, {id: token, merchant}, again) {
    const secrets = JSON.parse(value) as readonly SealedSecret[];
    const fresh = secrets.map(async (secret) => {
      return {...secret, sealed: await again(secret.sealed, contextOf({token, merchant}, secret.id))};
    });
    return JSON.stringify(await Promise.all(fresh));
  },
};

/** Encrypts the secrets of endpoints, so that a copy of the database cannot sign (guarantee V14). */
export class EndpointSecrets {
  readonly #vault: Vault;
  readonly #clock: Clock;

  constructor({vault, clock}: {readonly vault: Vault; readonly clock: Clock}) {
    this.#vault = vault;
    this.#clock = clock;
  }

  async seal(owner: Owner, secret: string): Promise<SealedSecret> {
    const id = randomUUID();
    return {id, sealed: await this.#vault.seal(secret, contextOf(owner, id))};
  }

  /**
   * The endpoint's secrets after a replacement: the new one first. Earlier ones sign until the overlap ends.
   */
  async replace(
    endpoint: Endpoint,
    secret: string,
    overlapSeconds: number,
  ): Promise<readonly SealedSecret[]> {
    const endsAt = new Date(this.#clock.now().getTime() + overlapSeconds * 1000).toISOString();
    const kept = overlapSeconds === 0 ? [] : this.#currentOf(endpoint);
    const ending = kept.map((oldSecret) => ({...oldSecret, ends_at: oldSecret.ends_at ?? endsAt}));
    return [await this.seal(endpoint, secret), ...ending].slice(0, maxSecrets);
  }

  /** Decrypts all secrets that sign now, newest first. */
  async open(endpoint: Endpoint): Promise<readonly string[]> {
    return Promise.all(
      this.#currentOf(endpoint).map(async ({id, sealed}) =>
        Buffer.from(await this.#vault.open(sealed, contextOf(endpoint, id))).toString(),
      ),
    );
  }

  /** The secrets that sign now. */
  #currentOf({secrets}: Endpoint): readonly SealedSecret[] {
    const now = this.#clock.now().getTime();
    return secrets.filter(({ends_at}) => ends_at === undefined || Date.parse(ends_at) > now);
  }
}

/**
 * Signs a message. The timestamp is real time, even if the service's clock was moved, because receivers
 * compare it with their own clock.
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
    ...(await bodySignature(secrets, body)),
  };
}

/** The one header of the recorded service. It has room for only one signature: of the newest secret. */
export async function bodySignature(
  secrets: readonly string[],
  signed: Uint8Array | string,
): Promise<Record<string, string>> {
  return {[bodySignatureHeader]: await signBody(secrets[0]!, signed)};
}
