import type {Merchant} from '../../platform/identity/merchant.js';
import type {Queries} from '../../platform/storage/database.js';

/** Finds out which of the given trackers and charges belong to the merchant. */
export type OwnTokensOf = (
  merchant: Pick<Merchant, 'id'>,
  tokens: readonly (string | undefined)[],
) => Promise<ReadonlySet<string>>;

/** The holder of a secret key sees only data of its own merchant (guarantee V24). */
export const createOwnership =
  (queries: Queries): OwnTokensOf =>
  async ({id}, tokens) => {
    const uniqueTokens = [...new Set(tokens.filter((token) => token !== undefined))];
    if (uniqueTokens.length === 0) return new Set();
    const rows = await queries.query<{token: string}>(
      `SELECT token FROM trackers WHERE merchant = $1 AND token = ANY ($2::text[])
       UNION ALL SELECT token FROM charges WHERE merchant = $1 AND token = ANY ($2::text[])`,
      [id, uniqueTokens],
    );
    return new Set(rows.map(({token}) => token));
  };
