// The shop of the contract in a worker isolate, with the built kit.
import * as kit from '../../../dist/server.js';
import {createShop} from './app.mjs';

let shop;
export default {
  fetch: (request, {CARD_VAULT_SHOP: settings}) =>
    (shop ??= createShop(kit, JSON.parse(settings))).handle(request),
};
