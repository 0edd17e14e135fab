/** The keys of a development run, and which keys production refuses. */
import {webhookKey} from '../../src/protocol/index.js';
import {readKeyRing} from './domain/vault/keys.js';
import {OptionError} from './platform/errors.js';
import {isGuessable} from './platform/secrets/strength.js';

/**
 * The default keys. They are fixed, so that a shop can be configured before the service's first start, and
 * public, so they are refused in production.
 */
export const developmentKeys = {
  secretKey: 'sk_development_card_vault_not_a_secret',
  publicKey: 'sec_00000000-0000-4000-8000-00000000c4d1',
  webhookSecret: 'whsec_Y2FyZC12YXVsdCBkZXZlbG9wbWVudCBzZWNyZXQ=',
  vaultKey: 'c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1c4d1',
} as const;

/** The webhook secret of a rehearsal, in the form of the recorded service's. As public as the keys above. */
export const rehearsalSecret = 'c4d1'.repeat(16);

/** Whether a string has the form of the recorded service's webhook secrets. */
export const isRehearsalSecret = (text: string) => /^[0-9a-f]{32,128}$/i.test(text);

type Keys = Readonly<Record<keyof typeof developmentKeys, string>> & {
  readonly merchants: readonly {readonly secretKey: string}[];
};

/** @throws {OptionError} for public, short and guessable keys. The message never contains a key. */
export function refuseUnsafeKeys(keys: Keys): void {
  const names = (['secretKey', 'publicKey', 'webhookSecret', 'vaultKey'] as const).filter((name) =>
    keys[name].includes(developmentKeys[name]),
  );
  if (names.length > 0) {
    throw new OptionError(
      `Production needs values of its own for ${names.join(', ')}: the development values are public.`,
    );
  }
  for (const {secretKey} of [keys, ...keys.merchants]) {
    if (secretKey.length < 24) throw new OptionError('A secret key must have at least 24 characters.');
    refuseIfGuessable('secret key', Buffer.from(secretKey.replace(/^[a-z]+_(live_|production_)?/, '')));
  }
  for (const {bytes} of readKeyRing(keys.vaultKey)) refuseIfGuessable('vault key', bytes);
  const webhookBytes = webhookKey(keys.webhookSecret);
  if (webhookBytes) refuseIfGuessable('webhook secret', webhookBytes);
}

function refuseIfGuessable(name: string, bytes: Uint8Array): void {
  if (!isGuessable(bytes)) return;
  throw new OptionError(`The ${name} can be guessed. Draw one at random: openssl rand -hex 32`);
}
