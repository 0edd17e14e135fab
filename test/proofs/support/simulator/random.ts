/** Chance that repeats from its seed (mulberry32). */
export class Random {
  #state = 0;

  constructor(seed: number) {
    this.reseed(seed);
  }

  /** Begins anew: what is drawn from here on depends on this seed alone. */
  reseed(seed: number): void {
    this.#state = (seed * 2_654_435_761) >>> 0;
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
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
