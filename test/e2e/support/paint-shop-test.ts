import {startPaintShop, type PaintShop} from './paint-shop.js';
import {test as base} from './shop.js';

/** A test with a shop of bare pages beside the demo's service, one for each worker. */
export const test = base.extend<object, {shop: PaintShop}>({
  shop: [
    async ({demo}, use) => {
      const shop = await startPaintShop(demo);
      await use(shop);
      await shop.close();
    },
    {scope: 'worker'},
  ],
});
