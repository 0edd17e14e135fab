import type {ViewData, ViewName} from './api.js';

/** Views that the search looks through, in the order of what it shows. */
export const searched = [
  'trackers',
  'payment-methods',
  'customers',
  'subscriptions',
  'plans',
  'moves',
  'events',
  'deliveries',
  'requests',
  'logs',
] as const satisfies readonly ViewName[];
export type Searched = (typeof searched)[number];

/** Rows of each list that the search sees: the newest, as many as the service gives at once. */
export const searchedRows = 500;

const prefix = '#find=';

/** The dashboard's address of all that has an id or a word in it. */
export const findAddress = (text: string): string => prefix + encodeURIComponent(text);

/** The text that an address asks for; empty if it asks for none. */
export function textOfAddress(hash: string): string {
  if (!hash.startsWith(prefix)) return '';
  try {
    return decodeURIComponent(hash.slice(prefix.length)).trim();
  } catch {
    return '';
  }
}

/** Whether a value has the text in it. Four digits are a card's last ones, which stand in many ids by chance. */
function has(value: unknown, text: string, isLastFour: boolean, key = ''): boolean {
  if (typeof value === 'string')
    return isLastFour ? key === 'last_four' && value === text : value.toLowerCase().includes(text);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => has(inner, text, isLastFour, name));
}

/** The rows that have an id, an e-mail address, a name or a card's last four digits in them. */
export function rowsWith<Name extends Searched>(rows: ViewData[Name], text: string): ViewData[Name] {
  const isLastFour = /^\d{4}$/.test(text);
  return rows.filter((row) => has(row, text.toLowerCase(), isLastFour)) as unknown as ViewData[Name];
}
