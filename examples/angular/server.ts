// The shop's server. In development it is behind the page's own server, in production it serves the built page.
import express from 'express';
import {toNodeHandler} from 'card-vault/server/node';
import {customerIn, shopper} from './login.ts';
import {vault} from './vault.ts';

const app = express();
app.use(toNodeHandler(vault)); // /card-vault/…, above the parsers of bodies
app.get('/login', async (_, response) => {
  const {token} = await vault.client.customers.create(shopper);
  response.cookie('shopper', token, {httpOnly: true, sameSite: 'lax'}).redirect('/');
});
app.post('/cards', express.urlencoded(), async ({headers, body}, response) => {
  const customer = customerIn(headers.cookie);
  const card = customer && (await vault.verify(body.payment_method, customer)); // a token can be made up
  response.type('text').status(card ? 200 : 422);
  response.send(card ? `Saved: ${card.brand} •••• ${card.lastFour}` : 'Please enter your card again.');
});
app.use(express.static('dist/browser'));

const port = process.env.SERVER_PORT ?? '3001';
app.listen(Number(port), 'localhost', () => console.log(`The server is at http://localhost:${port}`));
