import {isDecimal} from './price.js';

/**
 * ISO 4217 codes by the number of digits after the decimal point. Codes for funds, metals and tests are left
 * out, because nothing is priced in them. A code that ISO withdraws stays, because amounts on record have it.
 *
 * `Intl` has digits of its own, which are those that a country writes: none for PKR, HUF or IQD. An amount
 * read with them is a hundred or a thousand times another.
 */
const codesByDigits: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC ' +
    'CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD ' +
    'KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK ' +
    'NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS ' +
    'TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
};

const digitsByCode = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries(codesByDigits).flatMap(([digits, codes]) =>
    codes.split(' ').map((code) => [code, Number(digits)] as const),
  ),
);

/** Every code of the table. */
export const currencyCodes = (): readonly string[] => [...digitsByCode.keys()];

export const isCurrency = (code: string): boolean => digitsByCode.has(code);

/** The number of digits after the decimal point of an amount in this currency. Throws for an unknown code. */
export function currencyDigits(code: string): number {
  const digits = digitsByCode.get(code);
  if (digits !== undefined) return digits;
  throw new RangeError(
    `The currency must be a code of ISO 4217, such as "PKR", not ${JSON.stringify(code)}.`,
  );
}

/**
 * Converts decimal text to minor units: `12.50` dollars to 1250. Returns undefined unless the text is a plain
 * decimal number above zero, with no more decimals than the currency has, and small enough for a safe
 * integer.
 */
export function toMinorUnits(amount: string, currency: string): number | undefined {
  const digits = currencyDigits(currency);
  const [whole = '', fraction = ''] = amount.split('.');
  if (!isDecimal(amount) || fraction.length > digits) return undefined;
  const minor = Number(whole + fraction.padEnd(digits, '0'));
  return minor > 0 && Number.isSafeInteger(minor) ? minor : undefined;
}

/** Converts minor units to decimal text with all the decimals of the currency: 1250 cents to `12.50`. */
export function toDecimalText(minor: number, currency: string): string {
  const digits = currencyDigits(currency);
  if (digits === 0) return String(minor);
  const text = String(minor).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
