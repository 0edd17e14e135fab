/** Composes and starts the service, from the ground to the ports. */
import {releaseAllCharges} from '../domain/subscriptions/charges.js';
import {freeTrackers} from '../domain/trackers/tracker-lease.js';
import {releaseAllDeliveries} from '../edges/webhooks/outbox.js';
import {keysOf, type Service, type ServiceOptions} from '../options.js';
import {startHeartbeat} from '../platform/storage/heartbeat.js';
import {recover} from '../platform/worker/recovery.js';
import {composeDomain} from './domain.js';
import {composeEdges} from './edges.js';
import {openGround, type HostedParts} from './ground.js';
import {composeIdentity} from './identity.js';
import {listenOnAll} from './listeners.js';

/** Composes and starts a service from its options and the hosted parts. */
export async function compose(given: ServiceOptions, parts: HostedParts): Promise<Service> {
  const ground = await openGround(given, parts);
  const {options, settings, urls, clock, logger, faults, faultPoints} = ground;
  const {database, isOnlyProcess, vault, store} = ground;
  try {
    const unregister = await startHeartbeat(database, options.database, logger);
    const voidLeases = [freeTrackers, releaseAllCharges, releaseAllDeliveries];
    await recover(database, {store, isOnlyProcess, voidLeases});
    const domain = composeDomain(ground);
    const identity = await composeIdentity(ground, domain);
    const hosted = {
      clock,
      database,
      vault,
      urls,
      settings,
      logger,
      faults: faultPoints,
      // The card fields may stand in pages of the merchant's own origins, and in the service's hosted pages.
      mayShowFields: async (merchant: string, origin: string) =>
        origin === urls.hosted || identity.origins.ofMerchant({id: merchant}).allows(origin),
    };
    const microform = await parts.createMicroform(hosted);
    const issuer = await parts.createIssuer(hosted);
    const edges = await composeEdges({ground, domain, identity, microform, issuer}, parts);
    const ports = await listenOnAll({ground, domain, identity, microform, issuer, edges});
    if (!parts.withoutTimer) edges.worker.start(parts.worksEveryMs);
    const stop = async () => {
      await ports.drain();
      faults.clear();
      await Promise.all([ports.close(), edges.worker.stop()]);
      await clock.listenersDone();
      await unregister();
      await database.close();
    };
    let closing: Promise<void> | undefined;
    return {
      urls,
      listening: ports.listening,
      keys: keysOf(options),
      clock,
      database,
      settings,
      faults,
      close: () => (closing ??= stop()),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
