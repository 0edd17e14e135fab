// A shop that saves cards, on Fastify.
import {randomUUID} from 'node:crypto';
import {createReadStream, existsSync} from 'node:fs';
import {basename} from 'node:path';
import {fileURLToPath} from 'node:url';
import Fastify from 'fastify';
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

async function login(request, reply) {
  if (customers.has(cookieIn(request.headers.cookie))) return;
  const person = {firstName: 'Ada', lastName: 'Byron', email: 'ada@shop.example'};
  const customer = await vault.client.customers.create({...person, phoneNumber: '+15550100', country: 'US'});
  const name = randomUUID();
  customers.set(name, customer.token);
  reply.header('set-cookie', `shopper=${name}; HttpOnly; SameSite=Lax; Path=/`);
}

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Cards</title>
<script type="module" src="/assets/card-vault.js"></script>
<form action="/cards" method="post">
  <card-vault session-url="/card-vault/session" name="payment_method" required></card-vault>
  <button>Save card</button>
</form>`;

const app = Fastify();
const handle = toNodeHandler(vault);
app.addHook('onRequest', (request, reply, done) => void handle(request.raw, reply.raw, done)); // /card-vault/…, before the parsers of bodies
// What @fastify/formbody and @fastify/static do in a shop of yours.
const asText = {parseAs: 'string'};
app.addContentTypeParser('application/x-www-form-urlencoded', asText, (_, body, done) =>
  done(null, Object.fromEntries(new URLSearchParams(body))),
);
const dist = new URL('.', import.meta.resolve('card-vault/card-vault.js'));
app.get('/assets/*', (request, reply) => {
  const inFolder = request.params['*'].startsWith('card-vault/') ? 'card-vault/' : '';
  const file = fileURLToPath(new URL(inFolder + basename(request.params['*']), dist));
  if (!existsSync(file)) return reply.code(404).send();
  return reply.type(file.endsWith('.css') ? 'text/css' : 'text/javascript').send(createReadStream(file));
});
app.get('/', {onRequest: login}, (_, reply) => reply.type('text/html').send(page));
app.post('/cards', async (request, reply) => {
  const customer = customers.get(cookieIn(request.headers.cookie));
  const card = customer && (await vault.verify(request.body.payment_method, customer)); // a token can be made up
  if (!card) return reply.code(422).send('Please enter your card again.');
  return reply.send(`Saved: ${card.brand} •••• ${card.lastFour}`);
});
await app.listen({port: Number(PORT), host: HOST});
console.log(`The shop is at ${publicUrl}`);
