/** The due work, the worker that does it, and the travel of a clock that stops for it. */
import {eventLog} from '../domain/events/log.js';
import {merchantIds} from '../domain/merchants/merchants.js';
import {expiringMethods} from '../domain/payment-methods/expiring.js';
import {expiredTrackers} from '../domain/trackers/expiry.js';
import {owedReversals} from '../domain/trackers/owed-reversals.js';
import {overdueStepUps} from '../domain/trackers/step-ups.js';
import {resealing} from '../domain/vault/reseal.js';
import {endedCounts} from '../domain/velocity/ended-counts.js';
import {repeatedProofs, type ReadProof} from '../edges/passport/origin-proofs.js';
import {Travel} from '../platform/clock/travel.js';
import type {SealedColumn} from '../platform/sealing.js';
import type {DueWork} from '../platform/worker/due-work.js';
import {forgottenKeys} from '../platform/worker/forgotten-keys.js';
import {tableStatistics} from '../platform/worker/statistics.js';
import {Worker} from '../platform/worker/worker.js';
import type {Layers} from './layers.js';

/**
 * After each movement the clock's offset is stored and the work that became due is finished. Processes that
 * share a PostgreSQL server adopt the largest offset.
 */
export function composeWork(
  {ground, domain, identity, issuer}: Layers,
  edges: {
    readonly sending: DueWork;
    readonly readProof: ReadProof | undefined;
    readonly columns: readonly SealedColumn[];
  },
): {readonly worker: Worker; readonly travel: Travel} {
  const {options, clock, clockStore, logger, database, isOnlyProcess, keyRing, store} = ground;
  const {network, cards, codes, events, uses, engine, billing} = domain;
  const {merchants, origins} = identity;
  const {sending, readProof, columns} = edges;
  const adoptSharedClock = async () => {
    if (options.production) return;
    if (!isOnlyProcess) await clockStore.load();
    await travel.resume();
  };
  const worker = new Worker({
    work: [
      ...billing.work,
      sending,
      owedReversals({database, clock, network, cards, codes, uses, events, engine, logger}),
      overdueStepUps({database, clock, issuer, codes, cards, engine, logger}),
      expiredTrackers({database, clock}),
      expiringMethods({database, clock, events}),
      forgottenKeys({store, clock}),
      endedCounts({database, clock}),
      repeatedProofs({origins, merchants, readProof, clock, logger}),
      resealing({database, ring: keyRing, columns, merchants: () => merchantIds(database), logger}),
      tableStatistics({database}),
    ],
    doesWork: options.role !== 'api',
    beforePass: adoptSharedClock,
    sleep: database.onWrite && {clock, onWrite: database.onWrite},
    logger,
  });
  const travel = new Travel({database, clock, clockStore, worker, eventLog: eventLog(database)});
  clock.onAdvance(() =>
    clockStore.save().then(
      () => worker.finishDueWork(),
      () => logger.warn('clock.not_kept'),
    ),
  );
  return {worker, travel};
}
