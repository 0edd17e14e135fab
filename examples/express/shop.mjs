// A shop that saves cards, on Express.
import {randomUUID} from 'node:crypto';
import {fileURLToPath} from 'node:url';
import express from 'express';
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
  customer: ({headers}) => customers.get(cookieIn(headers.get('cookie'))),
});
setInterval(() => void vault.sweep().catch(console.error), 60_000); // frees amounts of abandoned saves

// The shop's own login, with customers by cookie: here each new browser is a new shopper. Yours are in a database.
const customers = new Map();
const cookieIn = (header) => /(?:^|; )shopper=([\w-]+)/.exec(header ?? '')?.[1];

async function login(request, response, next) {
  if (!customers.has(cookieIn(request.headers.cookie))) {
    const person = {firstName: 'Ada', lastName: 'Byron', email: 'ada@shop.example'};
    const customer = await vault.client.customers.create({
      ...person,
      phoneNumber: '+15550100',
      country: 'US',
    });
    const name = randomUUID();
    customers.set(name, customer.token);
    response.cookie('shopper', name, {httpOnly: true, sameSite: 'lax'});
  }
  next();
}

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Cards</title>
<script type="module" src="/assets/card-vault.js"></script>
<form action="/cards" method="post">
  <card-vault session-url="/card-vault/session" name="payment_method" required></card-vault>
  <button>Save card</button>
</form>`;

const app = express();
app.use(toNodeHandler(vault)); // /card-vault/…, before the parsers of bodies
app.use(
  '/assets',
  express.static(fileURLToPath(new URL('.', import.meta.resolve('card-vault/card-vault.js')))),
);
app.get('/', login, (_, response) => response.send(page));
app.post('/cards', express.urlencoded(), async ({headers, body}, response) => {
  const customer = customers.get(cookieIn(headers.cookie));
  const card = customer && (await vault.verify(body.payment_method, customer)); // a token can be made up
  if (!card) return response.status(422).type('text').send('Please enter your card again.');
  return response.type('text').send(`Saved: ${card.brand} •••• ${card.lastFour}`);
});
app.listen(Number(PORT), HOST, () => console.log(`The shop is at ${publicUrl}`));
