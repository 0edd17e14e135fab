import {brandNames} from '../../../../../src/protocol/brand-names.js';

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

/**
 * Currencies whose number of decimals is not two (ISO 4217). This table replaces the one of `Intl`, which
 * shows some currencies of two decimals without any: their amounts would look a hundred times too high.
 */
const noDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ');
const threeDecimals = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');

function decimalsOf(currency: string): number {
  if (noDecimals.includes(currency)) return 0;
  return threeDecimals.includes(currency) ? 3 : 2;
}

/** Formats an amount in minor units. */
export function moneyText(amountMinor: number, currency: string): string {
  if (currency === '') return String(amountMinor);
  const decimals = decimalsOf(currency);
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return format.format(amountMinor / 10 ** decimals);
}

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
