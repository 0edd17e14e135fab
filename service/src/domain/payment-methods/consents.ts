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
  {
    // Before, a later enrollment of a tracker replaced what the shopper had agreed to.
    name: '0243_consent_history',
    sql: `
ALTER TABLE consents ADD COLUMN number integer NOT NULL DEFAULT 1;
ALTER TABLE consents DROP CONSTRAINT consents_pkey;
ALTER TABLE consents ADD PRIMARY KEY (tracker, number);
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

/** What a card's shopper agreed to: the consent given with the card, and all that were given for it, from the oldest. */
export interface CardConsents {
  readonly consent: ConsentJson | null;
  readonly consents: readonly ConsentJson[];
}

/**
 * Adds the consent for the card that a tracker is about to save. It replaces none. The caller holds the
 * tracker's lease, so two enrollments never take the same number.
 */
export function recordConsent(tx: Writes, tracker: string, {text, language}: GivenConsent, at: Date): void {
  tx.atEnd(
    `INSERT INTO consents (tracker, number, wording, language, given_at)
     SELECT $1::text, COALESCE(MAX(number), 0) + 1, $2::text, $3::text, $4::timestamptz
     FROM consents WHERE tracker = $1::text`,
    [tracker, text, language, at],
  );
}

interface ConsentRow {
  readonly method: string;
  readonly tracker: string;
  readonly text: string;
  readonly language: string;
  readonly given_at: Date;
}

/** Reads the consents for each saved card: of the tracker that first saved it, and of those that saved it again. */
export async function consentsOf(
  queries: Queries,
  methods: readonly string[],
): Promise<(method: string) => CardConsents> {
  const rows =
    methods.length === 0
      ? []
      : await queries.query<ConsentRow>(
          `SELECT m.token AS method, c.tracker, c.wording AS text, c.language, c.given_at
           FROM payment_methods m JOIN consents c ON c.tracker = m.tracker
             OR c.tracker IN (SELECT d.tracker FROM payment_method_duplicates d WHERE d.method = m.token)
           WHERE m.token = ANY($1::text[]) ORDER BY c.given_at, c.tracker <> m.tracker, c.tracker, c.number`,
          [methods],
        );
  return (method) => cardConsents(rows.filter((row) => row.method === method));
}

/** Within one tracker the last consent counts: it came with the card that was saved. A later tracker's changes nothing. */
function cardConsents(rows: readonly ConsentRow[]): CardConsents {
  const shown = ({text, language, given_at: at}: ConsentRow): ConsentJson => ({
    ...{text, language, given_at: at.toISOString()},
  });
  const given = rows.findLast(({tracker}) => tracker === rows[0]!.tracker);
  return {consent: given ? shown(given) : null, consents: rows.map(shown)};
}
