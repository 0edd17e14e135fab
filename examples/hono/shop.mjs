// A shop that saves cards, on Hono. `app.fetch` also runs in workers, in Deno and in Bun.
import {serve} from '@hono/node-server';
import {serveStatic} from '@hono/node-server/serve-static';
import {Hono} from 'hono';
import {getCookie, setCookie} from 'hono/cookie';
import {fileURLToPath} from 'node:url';
import {createCardVaultServer} from 'card-vault/server';

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

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Cards</title>
<script type="module" src="/assets/card-vault.js"></script>
<form action="/cards" method="post">
  <card-vault session-url="/card-vault/session" name="payment_method" required></card-vault>
  <button>Save card</button>
</form>`;

const app = new Hono();
app.all('/card-vault/*', ({req}) => vault.handle(req.raw));
const root = fileURLToPath(new URL('.', import.meta.resolve('card-vault/card-vault.js')));
app.get('/assets/*', serveStatic({root, rewriteRequestPath: (path) => path.replace('/assets/', '/')}));
app.get('/', async (context) => {
  if (!customers.has(getCookie(context, 'shopper'))) {
    const person = {firstName: 'Ada', lastName: 'Byron', email: 'ada@shop.example'};
    const customer = await vault.client.customers.create({
      ...person,
      phoneNumber: '+15550100',
      country: 'US',
    });
    const name = crypto.randomUUID();
    customers.set(name, customer.token);
    setCookie(context, 'shopper', name, {httpOnly: true, sameSite: 'Lax'});
  }
  return context.html(page);
});
app.post('/cards', async (context) => {
  const customer = customers.get(getCookie(context, 'shopper'));
  const {payment_method: token} = await context.req.parseBody();
  const card = customer && (await vault.verify(token, customer)); // a token can be made up
  if (!card) return context.text('Please enter your card again.', 422);
  return context.text(`Saved: ${card.brand} •••• ${card.lastFour}`);
});
serve({fetch: app.fetch, port: Number(PORT), hostname: HOST}, () =>
  console.log(`The shop is at ${publicUrl}`),
);
