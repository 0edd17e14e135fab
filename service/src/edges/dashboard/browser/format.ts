const clockTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

/** An instant in the reader's own zone, with the zone's name. */
export const timeText = (iso: string): string => clockTime.format(new Date(iso));

/**
 * Currencies without two decimals (ISO 4217); platforms show some others without any, which would be a
 * hundred times too much.
 */
const noDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ');
const threeDecimals = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');

/** Minor units as an amount. */
export function moneyText(minor: number, currency: string): string {
  if (currency === '') return String(minor);
  const digits = noDecimals.includes(currency) ? 0 : threeDecimals.includes(currency) ? 3 : 2;
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(minor / 10 ** digits);
}

/** How much later than the step before, in words short enough for a timeline. */
export function laterText(from: string, to: string): string {
  const ms = Date.parse(to) - Date.parse(from);
  if (ms < 1000) return `+${Math.max(ms, 0)} ms`;
  if (ms < 60_000) return `+${(ms / 1000).toFixed(1)} s`;
  if (ms < 3_600_000) return `+${Math.round(ms / 60_000)} min`;
  return ms < 86_400_000 ? `+${Math.round(ms / 3_600_000)} h` : `+${Math.round(ms / 86_400_000)} d`;
}

/** Kind and end of an id: enough to tell two apart. */
export function shortId(id: string): string {
  const [, kind, rest] = /^([a-z]+_)(.+)$/.exec(id) ?? ['', '', id];
  return (rest ?? '').length > 12 ? `${kind}${rest?.slice(0, 4)}…${rest?.slice(-4)}` : id;
}

/** `GENERATE_CAPTURE_CONTEXT` as people say it. */
export function plainWords(name: string): string {
  const words = name.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A brand's id as its owner writes it. */
export function brandText(brand: string): string {
  const names: Readonly<Record<string, string>> = {
    amex: 'American Express',
    jcb: 'JCB',
    unionpay: 'UnionPay',
    unknown: 'Card',
  };
  return names[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);
}
