// The shop of the contract on Node's own server, with the built kit.
import {createServer} from 'node:http';
import * as kit from '../../../dist/server.js';
import {toNodeHandler} from '../../../dist/server-node.js';
import {createShop} from './app.mjs';

const shop = createShop(kit, JSON.parse(process.env.CARD_VAULT_SHOP));
const server = createServer(toNodeHandler({handle: (request) => shop.handle(request)}));
server.listen(0, '127.0.0.1', () => console.log(`port ${server.address().port}`));
