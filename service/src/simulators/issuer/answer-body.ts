import type {StepUpAction} from './step-up.js';

/** Actions that say everything by their name. */
const plainActions = [
  ...(['resend', 'cancel', 'look', 'use-code', 'ask-passkey', 'approve', 'decline'] as const),
];

/** Reads a request of a page's script. Returns undefined for any other. */
export function readAnswer(body: unknown): {token: string; action: StepUpAction} | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const {token, action, ...rest} = body as Record<string, unknown>;
  if (typeof token !== 'string') return undefined;
  const read = readAction(action, rest);
  return read && {token, action: read};
}

function readAction(name: unknown, rest: Readonly<Record<string, unknown>>): StepUpAction | undefined {
  const text = (field: string, maxLength: number) => {
    const value = rest[field];
    return typeof value === 'string' && value.length <= maxLength ? value : undefined;
  };
  const plain = plainActions.find((action) => action === name);
  if (plain) return {action: plain};
  if (name === 'confirm') {
    const code = text('code', 32);
    return code === undefined ? undefined : {action: name, code};
  }
  const id = text('id', 1400);
  const clientData = text('clientData', 4000);
  const authenticatorData = text('authenticatorData', 8000);
  if (id === undefined || clientData === undefined || authenticatorData === undefined) return undefined;
  const signature = text('signature', 2000);
  if (name === 'use-passkey' && signature !== undefined) {
    return {action: name, assertion: {id, clientData, authenticatorData, signature}};
  }
  const publicKey = text('publicKey', 2000);
  if (name === 'create-passkey' && publicKey !== undefined) {
    return {action: name, passkey: {id, publicKey, clientData, authenticatorData}};
  }
  return undefined;
}
