// ISO 4217: digits after the decimal point. Codes for funds, metals and tests are left out, because nothing
// is sold in them.
const digitsOf: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC ' +
    'CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD ' +
    'KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK ' +
    'NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS ' +
    'TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
};

const digitsByCode = new Map(
  Object.entries(digitsOf).flatMap(([digits, codes]) =>
    codes.split(' ').map((code) => [code, Number(digits)] as const),
  ),
);

export const isCurrency = (code: string): boolean => digitsByCode.has(code);

/** Digits after the point of an amount in this currency. */
export const minorDigits = (currency: string): number => digitsByCode.get(currency) ?? 2;

const decimal = /^(0|[1-9]\d*)(?:\.(\d+))?$/;

/**
 * Minor units of an amount in decimal text, such as 1250 for `12.50` dollars. Undefined for other spellings,
 * zero, more digits than the currency has, and amounts beyond exact numbers.
 */
export function minorUnits(amount: string, currency: string): number | undefined {
  const [, whole = '', fraction = ''] = decimal.exec(amount) ?? [];
  const digits = minorDigits(currency);
  if (whole === '' || fraction.length > digits) return undefined;
  const minor = Number(whole + fraction.padEnd(digits, '0'));
  return minor > 0 && Number.isSafeInteger(minor) ? minor : undefined;
}

/** Decimal text of minor units, with all the digits of the currency. */
export function majorUnits(minor: number, currency: string): string {
  const digits = minorDigits(currency);
  if (digits === 0) return String(minor);
  const text = String(minor).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
