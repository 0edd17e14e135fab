/** Shoppers' consents to later charges of their saved cards. */
import * as v from 'valibot';
import {clearText, record, textUpTo} from '../../platform/http/body.js';
import type {Migration, Queries, Writes} from '../../platform/storage/database.js';

/** `wording` is the field `text` of the API. */
export const consentMigrations: readonly Migration[] = [
  {
    name: '0180_consents',
    sql: `
CREATE TABLE consents (
  tracker text PRIMARY KEY,
  wording text NOT NULL,
  language text NOT NULL,
  given_at timestamptz NOT NULL
);
`,
  },
];

const wordingExpected = 'the sentence that the shopper agreed to, of 1 to 2000 characters';
const languageExpected = 'the language of the text as a BCP 47 tag, such as "en" or "ur-PK"';

/** The consent in the request that enrolls a card to be saved. */
export const consentBody = record({
  text: v.pipe(textUpTo(2000, wordingExpected), v.minLength(1, wordingExpected)),
  language: v.pipe(
    clearText(languageExpected),
    v.regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}$/, languageExpected),
  ),
});

export type GivenConsent = v.InferOutput<typeof consentBody>;

/** A consent in an API response. */
export interface ConsentJson extends GivenConsent {
  readonly given_at: string;
}

/** Stores the consent for the card that a tracker is about to save. A repeated enrollment replaces it. */
export function recordConsent(tx: Writes, tracker: string, {text, language}: GivenConsent, at: Date): void {
  tx.atEnd(
    `INSERT INTO consents (tracker, wording, language, given_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tracker) DO UPDATE SET wording = $2, language = $3, given_at = $4`,
    [tracker, text, language, at],
  );
}

/**
 * The latest consent for each saved card: that of the tracker which first saved it, or of a later one which
 * saved the same card again.
 *
 * @param trackers - For each card, the tracker that first saved it. They are the keys of the returned map.
 */
export async function consentsOf(
  queries: Queries,
  trackers: readonly string[],
): Promise<ReadonlyMap<string, ConsentJson>> {
  if (trackers.length === 0) return new Map();
  const rows = await queries.query<{tracker: string; text: string; language: string; given_at: Date}>(
    `SELECT DISTINCT ON (m.tracker) m.tracker, c.wording AS text, c.language, c.given_at
     FROM payment_methods m JOIN consents c ON c.tracker = m.tracker
       OR c.tracker IN (SELECT d.tracker FROM payment_method_duplicates d WHERE d.method = m.token)
     WHERE m.tracker = ANY($1::text[]) ORDER BY m.tracker, c.given_at DESC`,
    [trackers],
  );
  return new Map(
    rows.map(({tracker, text, language, given_at: at}) => [
      tracker,
      {text, language, given_at: at.toISOString()},
    ]),
  );
}
