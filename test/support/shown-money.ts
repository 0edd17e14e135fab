/**
 * The amount in a text that a reader is shown, in minor units: its digits, if it has as many decimals as the currency has. What is
 * shown has another number of decimals: it is not an amount of that currency.
 */
export function shownMinor(text: string, digits: number): number | string {
  const [number = '', fraction = ''] = /\d[\d,]*(?:\.(\d+))?/.exec(text) ?? [];
  return fraction.length === digits ? Number(number.replace(/[,.]/g, '')) : text;
}
