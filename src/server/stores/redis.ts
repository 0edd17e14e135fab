import {eventLease, type ReplayStore} from '../webhooks/replay.js';

/** A client of the package `redis`, or of another store that sets a key only where it is absent, with a life. */
export interface RedisDatabase {
  set(
    key: string,
    value: string,
    options: {readonly PX: number; readonly NX?: true},
  ): Promise<string | null | undefined>;
  get(key: string): Promise<string | null | undefined>;
  del(key: string): Promise<unknown>;
}

/** Longer than any event is sent again: eight days, in milliseconds. */
const keepMs = 8 * 24 * 3_600_000;

/**
 * Remembers handled events in Redis (`webhooks.store`), each for eight days. A claim is a key whose life is the lease. Trackers
 * want a database that keeps what it is given and lists it in order, such as that of `postgresStores`.
 */
export function redisReplayStore(
  client: RedisDatabase,
  {prefix = 'card-vault:event:'}: {readonly prefix?: string} = {},
): ReplayStore {
  return {
    async claim(id, lease = eventLease) {
      const taken = await client.set(prefix + id, 'under-way', {
        PX: Math.max(1, Math.round(lease)),
        NX: true,
      });
      if (taken) return 'new';
      return (await client.get(prefix + id)) === 'done' ? 'done' : 'under-way';
    },
    async done(id) {
      await client.set(prefix + id, 'done', {PX: keepMs});
    },
    async release(id) {
      if ((await client.get(prefix + id)) !== 'done') await client.del(prefix + id);
    },
  };
}
