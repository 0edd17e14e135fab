import {bankName} from '../../../domain/ports/issuer.js';
import {data, finishSecondPage, part, perform, Refusal, send, texts, type Reply} from './page.js';

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

/** How long a browser asks for a passkey, in milliseconds. */
const timeout = 120_000;

async function askServer(): Promise<Extract<Reply, {state: 'passkeys'}>> {
  const reply = await send({action: 'ask-passkey'});
  if (reply.state !== 'passkeys') throw new Refusal(texts.passkeyUnused);
  return reply;
}

/**
 * Explains a failure of the browser. `SecurityError` and `NotSupportedError` mean that no passkey works on
 * this page; everything else is the shopper's, or nothing that the browser tells.
 */
function refusalOf(error: unknown): Refusal {
  const isUnfit = error instanceof DOMException && /^(Security|NotSupported)Error$/.test(error.name);
  return new Refusal(isUnfit ? texts.passkeyUnfit : texts.passkeyUnused);
}

async function usePasskey(): Promise<Reply> {
  const {challenge, ids} = await askServer();
  if (ids.length === 0) throw new Refusal(texts.passkeyMissing);
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: bytesOf(challenge),
    rpId: data.domain,
    allowCredentials: ids.map((id) => ({type: 'public-key', id: bytesOf(id)})),
    userVerification: 'required',
    timeout,
  };
  const passkey = await navigator.credentials.get({publicKey}).catch((error: unknown) => {
    throw refusalOf(error);
  });
  if (!(passkey instanceof PublicKeyCredential)) throw new Refusal(texts.passkeyUnused);
  const response = passkey.response as AuthenticatorAssertionResponse;
  return send({
    action: 'use-passkey',
    id: passkey.id,
    clientData: base64url(response.clientDataJSON),
    authenticatorData: base64url(response.authenticatorData),
    signature: base64url(response.signature),
  });
}

async function createPasskey(): Promise<Reply> {
  const {challenge, ids} = await askServer();
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: bytesOf(challenge),
    rp: {id: data.domain, name: bankName},
    user: {
      id: crypto.getRandomValues(new Uint8Array(16)),
      name: data.card,
      displayName: data.card,
    },
    // ES256 and RS256: between them, every authenticator.
    pubKeyCredParams: [-7, -257].map((alg) => ({type: 'public-key', alg})),
    authenticatorSelection: {residentKey: 'preferred', userVerification: 'required'},
    excludeCredentials: ids.map((id) => ({type: 'public-key', id: bytesOf(id)})),
    timeout,
  };
  const passkey = await navigator.credentials.create({publicKey}).catch((error: unknown) => {
    throw refusalOf(error);
  });
  if (!(passkey instanceof PublicKeyCredential)) throw new Refusal(texts.passkeyUnused);
  const response = passkey.response as AuthenticatorAttestationResponse;
  const key = response.getPublicKey();
  if (!key) throw new Refusal(texts.passkeyUnfit);
  return send({
    action: 'create-passkey',
    id: passkey.id,
    publicKey: base64url(key),
    clientData: base64url(response.clientDataJSON),
    authenticatorData: base64url(response.getAuthenticatorData()),
  });
}

/** The buttons that use and make a passkey, where the page has them. */
export function startPasskey(): void {
  const problem = part('question-problem', HTMLElement);
  if (!problem) return;
  const fail = (message: string) => (problem.textContent = message);
  const connect = (id: string, work: () => Promise<Reply>) => {
    const button = part(id, HTMLButtonElement);
    button?.addEventListener('click', () => {
      problem.textContent = '';
      if (!('PublicKeyCredential' in window)) return void fail(texts.passkeyUnfit);
      void perform(work, {
        button,
        label: texts.checking,
        show: ({state}) =>
          state === 'created' ? finishSecondPage(texts.created) : fail(texts.passkeyUnused),
        fail,
      });
    });
  };
  connect('use-passkey', usePasskey);
  connect('create-passkey', createPasskey);
}
