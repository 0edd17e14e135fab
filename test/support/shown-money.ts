/**
 * The amount in a text that a reader is shown, in minor units: its digits, if it has as many decimals as the currency has. What is
 * shown has another number of decimals: it is not an amount of that currency.
 *
 * @param tag BCP 47, of the language whose digits and separators the text has.
 */
export function shownMinor(text: string, digits: number, tag = 'en'): number | string {
  const own = [
    ...new Intl.NumberFormat(tag, {useGrouping: false, minimumIntegerDigits: 10}).format(123456789),
  ];
  const latin = [...text].map((one) => (own.includes(one) ? String(own.indexOf(one)) : one)).join('');
  const [number = ''] = /\d(?:[\d.,\s'’٫٬]*\d)?/.exec(latin) ?? [];
  const point = new Intl.NumberFormat(tag).formatToParts(0.5).find(({type}) => type === 'decimal')!.value;
  const [, fraction = ''] = number.split(point);
  return fraction.length === digits ? Number(number.replace(/\D/g, '')) : text;
}
