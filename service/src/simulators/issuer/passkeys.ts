import {createHash, createPublicKey, randomBytes, verify} from 'node:crypto';
import type {PartDependencies} from '../../domain/ports/hosted-parts.js';
import type {Transaction} from './store.js';

/** A new passkey, as a browser reports it. All but the id are base64url. */
export interface NewPasskey {
  readonly id: string;
  /** The public key in the form SPKI. */
  readonly publicKey: string;
  readonly clientData: string;
  readonly authenticatorData: string;
}

/** The signature of a passkey. */
export interface Assertion {
  readonly id: string;
  readonly clientData: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

/**
 * The origin on which the bank uses passkeys. A passkey belongs to a domain, and an address such as 127.0.0.1
 * is none, so on this machine the same server is addressed as localhost.
 */
export function passkeyOrigin(issuerUrl: string): string {
  const url = new URL(issuerUrl);
  if (url.hostname === '127.0.0.1') url.hostname = 'localhost';
  return url.origin;
}

const bytesOf = (base64url: string) => Buffer.from(base64url, 'base64url');
const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** Bits of the flags in WebAuthn's authenticator data. */
const flags = {userPresent: 1, userVerified: 4, attested: 64};

/** Registers and checks passkeys, with what Node has (decision 0069). Attestation is not asked for. */
export class Passkeys {
  readonly #deps: PartDependencies;

  constructor(deps: PartDependencies) {
    this.#deps = deps;
  }

  /** A fresh challenge. It is stored with the transaction and holds for one signature. */
  async challenge({id}: Transaction): Promise<string> {
    const challenge = randomBytes(32).toString('base64url');
    await this.#deps.database.query(
      "UPDATE issuer_transactions SET passkey_challenge = $2 WHERE transaction_id = $1 AND state = 'pending'",
      [id, challenge],
    );
    return challenge;
  }

  /** Ids of the passkeys of a card, the latest first. */
  async ofCard(transaction: Transaction): Promise<string[]> {
    const rows = await this.#deps.database.query<{passkey: string}>(
      'SELECT passkey FROM issuer_passkeys WHERE card = $1 ORDER BY created_at DESC LIMIT 20',
      [cardOf(transaction)],
    );
    return rows.map((row) => row.passkey);
  }

  /** Stores a passkey of the card. Returns false if the browser's report does not hold. */
  async register(transaction: Transaction, passkey: NewPasskey): Promise<boolean> {
    const challenge = await this.#takeChallenge(transaction);
    if (!this.#isFor(challenge, 'webauthn.create', passkey)) return false;
    const data = bytesOf(passkey.authenticatorData);
    const idLength = data.length > 55 ? data.readUInt16BE(53) : 0;
    const holdsId = data.subarray(55, 55 + idLength).equals(bytesOf(passkey.id));
    if (!(data[32]! & flags.attested) || idLength === 0 || !holdsId) return false;
    if (!keyOf(passkey.publicKey)) return false;
    await this.#deps.database.query(
      `INSERT INTO issuer_passkeys (passkey, card, public_key, created_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (passkey) DO NOTHING`,
      [passkey.id, cardOf(transaction), passkey.publicKey, this.#deps.clock.now().getTime()],
    );
    return true;
  }

  /** Whether a passkey of this card signed the challenge of this transaction. */
  async accepts(transaction: Transaction, assertion: Assertion): Promise<boolean> {
    const challenge = await this.#takeChallenge(transaction);
    if (!this.#isFor(challenge, 'webauthn.get', assertion)) return false;
    const [row] = await this.#deps.database.query<{public_key: string}>(
      'SELECT public_key FROM issuer_passkeys WHERE passkey = $1 AND card = $2',
      [assertion.id, cardOf(transaction)],
    );
    const key = row && keyOf(row.public_key);
    if (!key) return false;
    const signed = Buffer.concat([
      bytesOf(assertion.authenticatorData),
      hashOf(bytesOf(assertion.clientData)),
    ]);
    return verify('sha256', signed, key, bytesOf(assertion.signature));
  }

  /** Reads the challenge and deletes it, so that an answer to it counts once. */
  async #takeChallenge({id}: Transaction): Promise<string | undefined> {
    const [row] = await this.#deps.database.query<{challenge: string}>(
      `UPDATE issuer_transactions t SET passkey_challenge = NULL
        FROM (SELECT transaction_id, passkey_challenge FROM issuer_transactions
          WHERE transaction_id = $1 AND passkey_challenge IS NOT NULL FOR UPDATE) AS former
        WHERE t.transaction_id = former.transaction_id RETURNING former.passkey_challenge AS challenge`,
      [id],
    );
    return row?.challenge;
  }

  /** Whether a report answers the challenge, on the bank's own origin, by a shopper that unlocked the device. */
  #isFor(
    challenge: string | undefined,
    type: string,
    {clientData, authenticatorData}: Pick<Assertion, 'clientData' | 'authenticatorData'>,
  ): boolean {
    const origin = passkeyOrigin(this.#deps.urls.issuer);
    const client = readClientData(clientData);
    const data = bytesOf(authenticatorData);
    const isOwn =
      challenge !== undefined &&
      client?.type === type &&
      client.challenge === challenge &&
      client.origin === origin;
    const isDomain = data.subarray(0, 32).equals(hashOf(new URL(origin).hostname));
    const given = data[32] ?? 0;
    return isOwn && isDomain && Boolean(given & flags.userPresent) && Boolean(given & flags.userVerified);
  }
}

/** The bank stores no card number, so a card is named by its brand and last four digits. */
const cardOf = ({brand, lastFour}: Transaction) => `${brand} ${lastFour}`;

function keyOf(publicKey: string) {
  try {
    return createPublicKey({key: bytesOf(publicKey), format: 'der', type: 'spki'});
  } catch {
    return undefined;
  }
}

function readClientData(text: string): {type?: unknown; challenge?: unknown; origin?: unknown} | undefined {
  try {
    const value: unknown = JSON.parse(bytesOf(text).toString());
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
