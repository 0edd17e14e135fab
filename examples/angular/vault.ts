import {createCardVaultServer} from 'card-vault/server';
import {customerIn} from './login.ts';

const publicUrl = process.env.SHOP_URL ?? 'http://localhost:3000';
const serviceUrl = process.env.CARD_VAULT_SERVICE ?? 'http://localhost:4100';
const {CARD_VAULT_SECRET_KEY: secretKey = '', CARD_VAULT_PUBLIC_KEY: publicKey = ''} = process.env;
const currency = 'USD';
const customer = ({headers}: Request) => customerIn(headers.get('cookie'));

export const vault = createCardVaultServer({serviceUrl, secretKey, publicKey, publicUrl, currency, customer});
setInterval(() => void vault.sweep().catch(console.error), 60_000).unref(); // frees amounts of abandoned saves
