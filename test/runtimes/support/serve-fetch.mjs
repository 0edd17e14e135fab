// The shop of the contract on the server of a Fetch runtime, with the built kit.
import * as kit from '../../../dist/server.js';
import {createShop} from './app.mjs';

const tell = ({port}) => console.log(`port ${port}`);
const open = (settings) => {
  const shop = createShop(kit, JSON.parse(settings));
  return (request) => shop.handle(request);
};
const {Bun, Deno} = globalThis;
if (Bun) tell(Bun.serve({port: 0, hostname: '127.0.0.1', fetch: open(Bun.env.CARD_VAULT_SHOP)}));
else Deno.serve({port: 0, hostname: '127.0.0.1', onListen: tell}, open(Deno.env.get('CARD_VAULT_SHOP')));
