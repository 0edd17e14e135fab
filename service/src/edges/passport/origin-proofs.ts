/** What the file on an origin says of its merchants (decision 0075): asked before a transaction begins, and daily. */
import {originTaken, type OriginLists} from '../../domain/merchants/origins.js';
import type {Merchants} from '../../domain/merchants/merchants.js';
import type {Clock} from '../../platform/clock/clock.js';
import {RetryError, ServiceError} from '../../platform/errors.js';
import type {Merchant} from '../../platform/identity/merchant.js';
import type {Logger} from '../../platform/logger.js';
import type {DueWork} from '../../platform/worker/due-work.js';

/** Reads the public keys in the file of an origin. Resolves with the reason if it cannot be read. */
export type ReadProof = (origin: string) => Promise<ReadonlySet<string> | string>;

export const proofPath = '/.well-known/card-vault';

interface Dependencies {
  readonly origins: OriginLists;
  readonly merchants: Merchants;
  readonly readProof: ReadProof | undefined;
}

/**
 * Returns a function that resolves if a merchant may have an origin: with the id of the merchant that loses it,
 * because the file names that one no more; else with nothing.
 *
 * @throws {ServiceError} 409 `origin.taken`, 409 `origin.not_proven`, 429 `origin.proof_under_way`.
 */
export function createExaminer({origins, merchants, readProof}: Dependencies) {
  /** Merchants whose origin is being asked. A hanging origin keeps one request of its merchant, not all. */
  const asking = new Set<string>();

  async function readFor(merchant: Merchant, origin: string): Promise<ReadonlySet<string> | string> {
    if (!readProof) return new Set([merchant.publicKey]);
    if (asking.has(merchant.id)) throw underWay();
    asking.add(merchant.id);
    try {
      return await readProof(origin);
    } finally {
      asking.delete(merchant.id);
    }
  }

  return async (merchant: Merchant, origin: string): Promise<string | undefined> => {
    const owner = await origins.ownerOf(origin);
    if (owner && (owner.configured || !readProof)) throw originTaken(origin);
    const keys = await readFor(merchant, origin);
    if (typeof keys === 'string' || !keys.has(merchant.publicKey)) {
      const why = typeof keys === 'string' ? keys : 'does not name the public key';
      throw owner ? originTaken(origin) : notProven(origin, merchant, why);
    }
    const other = owner && (await merchants.byId(owner.merchant));
    if (other && keys.has(other.publicKey)) throw originTaken(origin);
    return owner?.merchant;
  };
}

const notProven = (origin: string, {publicKey}: Merchant, why: string) =>
  new ServiceError(
    409,
    'origin.not_proven',
    `${origin}${proofPath} ${why}. Serve there, as text/plain, a line with the public key ${publicKey} (vault.wellKnown of the server kit), then repeat the request.`,
  );

const underWay = () =>
  new RetryError(
    429,
    'origin.proof_under_way',
    'Another origin of this merchant is being asked for its proof. Try again shortly.',
    3,
  );

const dayMs = 24 * 3600_000;
/** How often the worker looks for origins that were not asked for a day, by the service's clock. */
const intervalMs = 10 * 60_000;
/** How many origins are asked at once. */
const askedAtOnce = 8;

/**
 * Asks each proven origin again every day. One that names its merchant no more stays on the list, because a shop may
 * have lost a file and nothing else; the operator is told, and another merchant that the origin names gets it.
 */
export function repeatedProofs(
  deps: Dependencies & {readonly clock: Clock; readonly logger: Logger},
): DueWork {
  const {origins, merchants, readProof, clock, logger} = deps;
  const running = new Set<Promise<void>>();
  let next = 0;

  async function ask({
    merchant,
    origin,
  }: {
    readonly merchant: string;
    readonly origin: string;
  }): Promise<void> {
    const owner = await merchants.byId(merchant);
    const keys = await readProof!(origin);
    if (typeof keys !== 'string' && owner && keys.has(owner.publicKey)) {
      await origins.setProven(merchant, origin, clock.now());
    } else {
      const reason = typeof keys === 'string' ? keys : 'does not name the public key';
      logger.warn('origins.not_proven_again', {merchant, name: origin, reason});
    }
  }

  return {
    name: 'origin-proofs',
    async run() {
      const at = clock.now();
      if (!readProof || running.size > 0 || at.getTime() < next) return 0;
      const before = new Date(at.getTime() - dayMs);
      const due = await origins.takeUnasked({before, at, limit: askedAtOnce});
      if (due.length < askedAtOnce) next = at.getTime() + intervalMs;
      for (const listed of due) {
        const reading: Promise<void> = ask(listed)
          .catch((error: Error) =>
            logger.warn('origins.not_asked', {name: listed.origin, reason: error.name}),
          )
          .finally(() => running.delete(reading));
        running.add(reading);
      }
      return due.length;
    },
    isDue: () => Promise.resolve(running.size > 0),
    nextDue: () => Promise.resolve(undefined),
    quiet: async () => void (await Promise.all(running)),
    release: async () => void (await Promise.all(running)),
  };
}
