/** Codes of ISO 4217 that are younger than the lists of some runtimes. */
const younger = ['SLE', 'VED', 'XCG', 'ZWG'];
let known: ReadonlySet<string> | undefined;

/** What is wrong with a currency, as the end of a sentence; nothing for a code that is in use. */
export function currencyProblem(currency: unknown): string | undefined {
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) {
    const given = currency === undefined ? 'nothing' : JSON.stringify(currency);
    return `must be three capital letters of ISO 4217, such as "USD", not ${given}.`;
  }
  known ??= new Set([...Intl.supportedValuesOf('currency'), ...younger]);
  return known.has(currency) ? undefined : `is "${currency}", which is not a currency of ISO 4217.`;
}
