/** Composes the merchants, and what their web origins allow. */
import type {Clock} from './platform/clock/clock.js';
import {merchantId, openMerchants} from './domain/merchants/merchants.js';
import {createOrigins} from './domain/merchants/origins.js';
import type {OriginLists} from './domain/merchants/origins.js';
import type {PartDependencies} from './domain/ports/hosted-parts.js';
import {repeatedProofs} from './edges/passport/origin-proofs.js';
import type {ReadProof} from './edges/passport/origin-proofs.js';
import {originRoutes} from './edges/passport/origin-routes.js';
import type {ResolvedOptions} from './options.js';
import type {ServiceUrls} from './platform/settings.js';
import type {Database} from './platform/storage/database.js';

/** The merchants named in the options, and the web origins of each merchant. */
export async function composeMerchants({
  database,
  clock,
  options,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly options: ResolvedOptions;
}) {
  const development = !options.production;
  const {publicKey, secretKey, allowRaw, merchantName: name, merchants: others} = options;
  const home = {publicKey, secretKey, allowRaw, ...(name !== '' && {name})};
  const merchants = await openMerchants({database, clock, development, home, others});
  const configured = Object.fromEntries([
    ...others.map((other) => [merchantId(other.publicKey), other.origins ?? []] as const),
    [merchants.home.id, options.origins] as const,
  ]);
  return {merchants, origins: createOrigins({database, development, configured})};
}

/** The routes of origins and the daily reading of their proofs. In development no proof is asked for. */
export function composeOrigins(
  deps: Omit<Parameters<typeof originRoutes>[0], 'readProof'>,
  reader: ReadProof,
) {
  const readProof = deps.merchants.home.development ? undefined : reader;
  return {routes: originRoutes({...deps, readProof}), work: repeatedProofs({...deps, readProof})};
}

/** The card fields may stand in pages of the merchant's own origins, and in the service's hosted pages. */
export const fieldsRule =
  (origins: OriginLists, urls: ServiceUrls): PartDependencies['mayShowFields'] =>
  async (merchant, origin) =>
    origin === urls.api || origins.ofMerchant({id: merchant}).allows(origin);
