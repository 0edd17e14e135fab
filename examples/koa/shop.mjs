// A shop that saves cards, on Koa.
import {randomUUID} from 'node:crypto';
import {createReadStream, existsSync} from 'node:fs';
import {basename, extname} from 'node:path';
import {fileURLToPath} from 'node:url';
import {bodyParser} from '@koa/bodyparser';
import Koa from 'koa';
import {createCardVaultServer} from 'card-vault/server';
import {toNodeHandler} from 'card-vault/server/node';

const publicUrl = process.env.SHOP_URL ?? 'http://localhost:3000'; // what browsers see
// Where this process listens; in a container HOST is 0.0.0.0.
const {PORT = new URL(publicUrl).port || '3000', HOST = 'localhost'} = process.env;
const vault = createCardVaultServer({
  serviceUrl: process.env.CARD_VAULT_SERVICE ?? 'http://localhost:4100',
  secretKey: process.env.CARD_VAULT_SECRET_KEY,
  publicKey: process.env.CARD_VAULT_PUBLIC_KEY,
  currency: 'USD',
  publicUrl,
  customer: ({headers}) => customers.get(/(?:^|; )shopper=([\w-]+)/.exec(headers.get('cookie') ?? '')?.[1]),
});
setInterval(() => void vault.sweep().catch(console.error), 60_000); // frees amounts of abandoned saves

// The shop's own login, with customers by cookie: here each new browser is a new shopper. Yours are in a database.
const customers = new Map();

async function login({cookies}) {
  if (customers.has(cookies.get('shopper'))) return;
  const person = {firstName: 'Ada', lastName: 'Byron', email: 'ada@shop.example'};
  const customer = await vault.client.customers.create({...person, phoneNumber: '+15550100', country: 'US'});
  const name = randomUUID();
  customers.set(name, customer.token);
  cookies.set('shopper', name, {httpOnly: true, sameSite: 'lax'});
}

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Cards</title>
<script type="module" src="/assets/card-vault.js"></script>
<form action="/cards" method="post">
  <card-vault session-url="/card-vault/session" name="payment_method" required></card-vault>
  <button>Save card</button>
</form>`;

const app = new Koa();
const handle = toNodeHandler(vault);
app.use(async (context, next) => {
  if (!context.path.startsWith('/card-vault/')) return next();
  context.respond = false; // the kit answers, before the parsers of bodies
  await handle(context.req, context.res);
});
app.use(bodyParser());

// A shop of yours has koa-static and a router for these.
const dist = new URL('.', import.meta.resolve('card-vault/card-vault.js'));
function asset(context) {
  const inFolder = context.path.startsWith('/assets/card-vault/') ? 'card-vault/' : '';
  const file = fileURLToPath(new URL(inFolder + basename(context.path), dist));
  if (!existsSync(file)) return;
  context.type = extname(file);
  context.body = createReadStream(file);
}
app.use(async (context) => {
  if (context.path.startsWith('/assets/')) return asset(context);
  if (context.path === '/') {
    await login(context);
    context.type = 'html';
    context.body = page;
  }
  if (context.path !== '/cards' || context.method !== 'POST') return;
  const customer = customers.get(context.cookies.get('shopper'));
  const card = customer && (await vault.verify(context.request.body.payment_method, customer)); // a token can be made up
  context.status = card ? 200 : 422;
  context.body = card ? `Saved: ${card.brand} •••• ${card.lastFour}` : 'Please enter your card again.';
});
app.listen(Number(PORT), HOST, () => console.log(`The shop is at ${publicUrl}`));
