// What a page meets at a shop whose server has been running for a while: a new one compiles its code at first, and answers its
// first hundred sessions in twice the time.
import type {Demo} from '../../demo/server.js';
import type {PaintShop} from '../../test/e2e/support/paint-shop.js';
import {openBareSession} from './bare-page.js';
import {Client} from './client.js';
import {saveCard} from './save.js';

const sessions = 1000;
const saves = 200;

/** Opens sessions at the shop one after the other, as the pages to be measured do. */
export async function warmUpSessions(shop: PaintShop): Promise<void> {
  for (let opened = 0; opened < sessions; opened += 1) await openBareSession(shop);
}

/** Saves cards at the service, so that what a save asks of it is warm too. */
export async function warmUpSaves(demo: Demo): Promise<void> {
  const client = new Client(1);
  try {
    for (let saved = 0; saved < saves; saved += 1)
      await saveCard(client, demo.service.urls, {shop: demo.url});
  } finally {
    client.close();
  }
}
