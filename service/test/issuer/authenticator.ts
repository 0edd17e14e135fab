import {createHash, generateKeyPairSync, randomBytes, sign} from 'node:crypto';

/** What may be wrong with what an authenticator or a browser reports. */
export interface Fault {
  readonly origin?: string;
  readonly domain?: string;
  readonly type?: string;
  readonly challenge?: string;
  /** Bits of the authenticator data: present 1, verified 4, holds a credential 64. */
  readonly flags?: number;
}

const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** A passkey and the browser that uses it, as far as a bank sees them. */
export class TestAuthenticator {
  readonly #keys = generateKeyPairSync('ec', {namedCurve: 'P-256'});
  readonly #id = randomBytes(32);
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  get id(): string {
    return this.#id.toString('base64url');
  }

  create(challenge: string, fault: Fault = {}) {
    const {clientData, authenticatorData} = this.#report(challenge, {
      ...{type: 'webauthn.create', flags: 1 + 4 + 64},
      ...fault,
    });
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const attested = Buffer.concat([authenticatorData, Buffer.alloc(16), length, this.#id]);
    return {
      action: 'create-passkey',
      id: this.id,
      publicKey: this.#keys.publicKey.export({format: 'der', type: 'spki'}).toString('base64url'),
      clientData: clientData.toString('base64url'),
      authenticatorData: attested.toString('base64url'),
    };
  }

  use(challenge: string, fault: Fault = {}) {
    const {clientData, authenticatorData} = this.#report(challenge, fault);
    const signed = Buffer.concat([authenticatorData, hashOf(clientData)]);
    return {
      action: 'use-passkey',
      id: this.id,
      clientData: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    };
  }

  #report(challenge: string, fault: Fault) {
    const {origin = this.#origin, domain = new URL(this.#origin).hostname, type = 'webauthn.get'} = fault;
    const client = {type, challenge: fault.challenge ?? challenge, origin, crossOrigin: true};
    const flags = Buffer.from([fault.flags ?? 1 + 4]);
    return {
      clientData: Buffer.from(JSON.stringify(client)),
      authenticatorData: Buffer.concat([hashOf(domain), flags, Buffer.alloc(4)]),
    };
  }
}
