/** Every column with sealed values: a new vault key reaches all of them. */
import {resealing} from './domain/vault/reseal.js';
import {sealedCards} from './domain/vault/cards.js';
import {merchantIds} from './domain/merchants/merchants.js';
import {sealedEndpointSecrets} from './edges/webhooks/secrets.js';
import {sealedAnswers} from './platform/idempotency/key.js';
import {sealedPassportKeys} from './platform/identity/keys.js';
import type {KeyRing} from './domain/vault/keys.js';
import type {Logger} from './platform/logger.js';
import type {SealedColumn} from './platform/sealing.js';
import type {Database} from './platform/storage/database.js';
import type {DueWork} from './platform/worker/due-work.js';

const ownColumns = [sealedCards, sealedPassportKeys, sealedAnswers, sealedEndpointSecrets];

/** @param deps.hosted - The columns of card fields and bank. */
export const composeResealing = (deps: {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly logger: Logger;
  readonly hosted: readonly SealedColumn[];
}): DueWork =>
  resealing({
    ...deps,
    ring: deps.keyRing,
    columns: [...ownColumns, ...deps.hosted],
    merchants: () => merchantIds(deps.database),
  });
