import {setImmediate as nextTurn} from 'node:timers/promises';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {median} from '../../../bench/support/client.js';

/**
 * The engine keeps the code that it compiles, and compiles a function anew when it meets other types: for tens of thousands of requests
 * that makes the heap grow, by up to 100 kB every 1,000, while no object of the program is left. Without these tiers it does not.
 */
const plainCode = ['--no-opt', '--no-maglev', '--no-sparkplug', '--no-flush-bytecode'];

/** What is left of the heap after a collection, taken at several points of a run. */
export class GarbageCollector {
  readonly #collect: () => void;
  readonly #points: {readonly at: number; readonly bytes: number}[] = [];

  constructor() {
    for (const flag of [...plainCode, '--expose-gc']) setFlagsFromString(flag);
    this.#collect = runInNewContext('gc') as () => void;
  }

  /** Notes the heap after so many requests. */
  async note(requests: number): Promise<void> {
    // What finalizers and closed sockets let go of is gone after another turn.
    for (let turn = 0; turn < 3; turn++) {
      this.#collect();
      await nextTurn();
    }
    this.#collect();
    this.#points.push({at: requests, bytes: process.memoryUsage().heapUsed});
  }

  /**
   * Bytes that a thousand requests leave behind: the median of the slopes between any two points of the later half, so that a function
   * that is compiled late does not look like a leak.
   */
  get bytesPerThousand(): number {
    const points = this.#points.slice(Math.floor(this.#points.length / 2));
    const slopes = points.flatMap((from, index) =>
      points.slice(index + 1).map((to) => (to.bytes - from.bytes) / (to.at - from.at)),
    );
    return slopes.length === 0 ? 0 : median(slopes) * 1000;
  }
}
