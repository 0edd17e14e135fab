/** Options of a production run: keys of its own, and the addresses that its proxy has. */
export const productionOptions = {
  production: true,
  shutdownDelay: 0,
  secretKey: 'sk_live_9c1f04b7d2e86a35f07b',
  publicKey: 'sec_live',
  webhookSecret: 'whsec_live',
  vaultKey: '5b0e7a91c4d826f31d90ac57e82b64f0a9175d3ce06b48f27c1e93d5048ab6f2',
  publicUrl: 'https://pay.example',
  fieldsUrl: 'https://fields.example',
  issuerUrl: 'https://bank.example',
  trustedProxies: ['127.0.0.0/8', '::1'],
} as const;
