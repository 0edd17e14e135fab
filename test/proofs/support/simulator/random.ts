import {drawing} from '../../../support/drawing.js';

/** Chance that repeats from its seed. */
export class Random {
  /** From 0 up to 1. */
  next!: () => number;

  constructor(seed: number) {
    this.reseed(seed);
  }

  /** Begins anew: what is drawn from here on depends on this seed alone. */
  reseed(seed: number): void {
    this.next = drawing((seed * 2_654_435_761) >>> 0);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** Both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  from<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.next() * values.length)]!;
  }
}
