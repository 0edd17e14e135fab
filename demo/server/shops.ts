import type {MarkupOptions} from 'card-vault/server';
import type {Context} from './context.js';
import {html, markup} from './html.js';

interface OtherShop {
  readonly title: string;
  readonly nav: readonly [string, string];
  readonly lead: string;
  readonly item: string;
  readonly price: string;
  readonly button: string;
  /** A sheet of `card-vault/presets/` that the page takes; its own sheet comes after it. */
  readonly preset?: string;
  readonly options?: MarkupOptions;
}

/** Pages of shops that look like none of the others, each made its own by variables, options and parts alone. */
export const shopNames = {
  editorial: {
    title: 'The Reading Room',
    nav: ['Essays', 'Archive'],
    lead: 'Four issues a year, printed on paper that will outlast us.',
    item: 'Subscription, four issues',
    price: '$68.00',
    button: 'Keep my card for renewals',
    preset: 'plain',
    options: {brandMarks: 'field'},
  },
  admin: {
    title: 'Northwind Billing',
    nav: ['Invoices', 'Methods'],
    lead: 'Payment method for account 40-2211.',
    item: 'Seats: 25 · Team plan',
    price: '$475.00 / month',
    button: 'Save method',
    options: {layout: 'inline', hideTicks: true},
  },
  luxury: {
    title: 'Maison Aurèle',
    nav: ['Watches', 'Atelier'],
    lead: 'A card on file reserves your piece. Nothing is charged before it leaves our hands.',
    item: 'No. 7, rose gold',
    price: 'on request',
    button: 'Reserve',
    preset: 'night',
    options: {theme: 'dark', labelPlacement: 'inside', brandMarks: 'field'},
  },
  brutalist: {
    title: 'CONCRETE RECORDS',
    nav: ['LPS', 'TAPES'],
    lead: 'One record a month. You do not choose it.',
    item: 'Club, monthly',
    price: '$24.00',
    button: 'JOIN THE CLUB',
    preset: 'bold',
    options: {brandMarks: 'label'},
  },
  kids: {
    title: 'Puddle & Pip',
    nav: ['Toys', 'Books'],
    lead: 'A parcel of wonders, every month. Cancel whenever you like.',
    item: 'Little parcel, ages 3 to 5',
    price: '$18.00',
    button: 'Start the parcels!',
    preset: 'soft',
    options: {labelPlacement: 'floating'},
  },
  bootstrap: {
    title: 'Harbour Supplies',
    nav: ['Catalogue', 'Orders'],
    lead: 'Add a card for faster reordering.',
    item: 'Rope, 12 mm, 50 m',
    price: '$89.00',
    button: 'Save card',
    preset: 'bootstrap',
  },
  tailwind: {
    title: 'Relay',
    nav: ['Product', 'Pricing'],
    lead: 'Start your trial. You are charged in 14 days.',
    item: 'Pro, yearly',
    price: '$240.00',
    button: 'Start trial',
    preset: 'tailwind',
    options: {layout: 'compact'},
  },
  material: {
    title: 'Fern',
    nav: ['Plants', 'Care'],
    lead: 'Your card for plants that arrive when the season does.',
    item: 'Seasonal plants',
    price: '$32.00',
    button: 'Save card',
    preset: 'material',
    options: {labelPlacement: 'floating'},
  },
} as const satisfies Readonly<Record<string, OtherShop>>;

export type ShopName = keyof typeof shopNames;

/** The page of one of them. */
export function shopPage(name: ShopName, {tag}: Pick<Context, 'tag'>): string {
  const {title, nav, lead, item, price, button, preset, options}: OtherShop = shopNames[name];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="/assets/shop/icon.svg" type="image/svg+xml" />
        ${preset && html`<link rel="stylesheet" href="/assets/presets/${preset}.css" />`}
        <link rel="stylesheet" href="/assets/shop/shops/${name}.css" />
      </head>
      <body>
        <header>
          <strong>${title}</strong>
          <nav>${nav.map((word) => html`<a href="#pay">${word}</a>`)}</nav>
        </header>
        <main>
          <section class="order">
            <h2>${item}</h2>
            <p>${price}</p>
          </section>
          <section id="pay" class="pay">
            <h1>Your card</h1>
            <p class="lead">${lead}</p>
            <form action="/account/cards" method="post">
              ${markup(tag({name: 'payment_method', required: true, shopName: title, ...options}))}
              <button class="button">${button}</button>
            </form>
          </section>
        </main>
      </body>
    </html>`.text;
}
