// A shop that saves cards, with htmx: the server answers with pieces of the page.
import {fileURLToPath} from 'node:url';
import express from 'express';
import {toNodeHandler} from 'card-vault/server/node';
import {customerIn, shopper} from './login.ts';
import {vault} from './vault.ts';

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cards</title>
<script src="/htmx/htmx.min.js"></script>
<script type="module" src="/card/card-vault.js"></script>
<link rel="stylesheet" href="/card/first-paint.css">
<h1>Your card</h1>
<button hx-get="/cards/new" hx-swap="outerHTML">Add a card</button>`;

const form = `<form hx-post="/cards" hx-target="this" hx-swap="outerHTML">
  <card-vault session-url="/card-vault/session" name="payment_method" required></card-vault>
  <button>Save card</button>
</form>`;

/** Where a package of the shop has its files for browsers. */
const filesOf = (file: string) => express.static(fileURLToPath(new URL('.', import.meta.resolve(file))));

const app = express();
app.use(toNodeHandler(vault)); // /card-vault/…, above the parsers of bodies
app.use('/card', filesOf('card-vault/card-vault.js'));
app.use('/htmx', filesOf('htmx.org/dist/htmx.min.js'));
app.get('/login', async (_, response) => {
  const {token} = await vault.client.customers.create(shopper);
  response.cookie('shopper', token, {httpOnly: true, sameSite: 'lax'}).redirect('/');
});
app.get('/', (_, response) => response.send(page));
app.get('/cards/new', (_, response) => response.send(form));
app.post('/cards', express.urlencoded(), async ({headers, body}, response) => {
  const customer = customerIn(headers.cookie);
  const card = customer && (await vault.verify(body.payment_method, customer)); // a token can be made up
  if (!card) return response.send(`<p>Please enter your card again.</p>${form}`);
  return response.send(`<p>Saved: ${card.brand} •••• ${card.lastFour}</p>`);
});

const port = process.env.PORT ?? '3000';
app.listen(Number(port), 'localhost', () => console.log(`The shop is at http://localhost:${port}/login`));
