import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

/** What is left of the heap after everything nobody needs is gone, taken at several points of a run. */
export class GarbageCollector {
  readonly #collect: () => void;
  readonly #points: {readonly at: number; readonly bytes: number}[] = [];

  constructor() {
    setFlagsFromString('--expose-gc');
    this.#collect = runInNewContext('gc') as () => void;
  }

  /** Notes the heap after so many requests. */
  note(requests: number): void {
    this.#collect();
    this.#points.push({at: requests, bytes: process.memoryUsage().heapUsed});
  }

  /** Bytes a thousand requests leave behind: the slope of a straight line through the points of the later half. */
  get bytesPerThousand(): number {
    const points = this.#points.slice(Math.floor(this.#points.length / 2));
    const mean = (of: 'at' | 'bytes') => points.reduce((sum, point) => sum + point[of], 0) / points.length;
    const [at, bytes] = [mean('at'), mean('bytes')];
    const rise = points.reduce((sum, point) => sum + (point.at - at) * (point.bytes - bytes), 0);
    const run = points.reduce((sum, point) => sum + (point.at - at) ** 2, 0);
    return run === 0 ? 0 : (rise / run) * 1000;
  }
}
