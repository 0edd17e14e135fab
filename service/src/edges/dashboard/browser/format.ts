import {brandNames} from '../../../../../src/protocol/brand-names.js';
import {toDecimalText} from '../../../../../src/protocol/currencies.js';
import {moneyText} from '../../../../../src/protocol/money-text.js';
import type {Price} from '../../../../../src/protocol/price.js';

const clockTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

/** Formats an instant in the reader's time zone, with the name of the zone. */
export const timeText = (iso: string): string => clockTime.format(new Date(iso));

/** Formats a price, with the code of its currency. */
export const priceText = (price: Price): string => moneyText(price, 'en', 'code');

/** Formats an amount in minor units. What the network has refused without knowing it has no currency. */
export const minorText = (amount: number, currency: string): string =>
  currency === '' ? String(amount) : priceText({amount: toDecimalText(amount, currency), currency});

/** Formats the time between two steps, short enough for a timeline. */
export function elapsedText(from: string, to: string): string {
  const ms = Date.parse(to) - Date.parse(from);
  if (ms < 1000) return `+${Math.max(ms, 0)} ms`;
  if (ms < 60_000) return `+${(ms / 1000).toFixed(1)} s`;
  if (ms < 3_600_000) return `+${Math.round(ms / 60_000)} min`;
  return ms < 86_400_000 ? `+${Math.round(ms / 3_600_000)} h` : `+${Math.round(ms / 86_400_000)} d`;
}

/** Shortens an id, such as `cus_1a2b…7c8d`, to its prefix and four characters of either end. */
export function shortId(id: string): string {
  const prefix = /^[a-z]+_(?=.)/.exec(id)?.[0] ?? '';
  const rest = id.slice(prefix.length);
  return rest.length > 12 ? `${prefix}${rest.slice(0, 4)}…${rest.slice(-4)}` : id;
}

/** Turns `GENERATE_CAPTURE_CONTEXT` into `Generate capture context`. */
export function plainWords(name: string): string {
  const words = name.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name of a card brand, as the brand writes it. */
export function brandText(brand: string): string {
  const names: Readonly<Record<string, string>> = {...brandNames, unknown: 'Card'};
  return names[brand] ?? brand;
}
