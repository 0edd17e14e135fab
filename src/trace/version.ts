declare const CARD_VAULT_VERSION: string | undefined;

/** Version of the package, which the build writes in; sources that run without a build have none. */
export const cardVaultVersion = typeof CARD_VAULT_VERSION === 'string' ? CARD_VAULT_VERSION : '0.0.0';
