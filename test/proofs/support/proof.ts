/** What a proof says when it has run. */
export interface ProofResult {
  /** Figures for people, one a line. */
  readonly lines: string[];
  /** What was not as promised, with enough to find it again. Empty means proven. */
  readonly violations: string[];
}

/**
 * A promise of the guarantees that one command shows: `npm run prove -- <name> [--bar]`. A file `test/proofs/<name>.ts`,
 * named after what it proves, exports `id`, `title` and `run` (by name, or together as its default).
 */
export interface Proof {
  /** As in the list of figures, such as `A2`. */
  readonly id: string;
  /** What is shown, in a sentence. */
  readonly title: string;
  /** Measures. `bar` asks for the full figure, otherwise for the short run. */
  run(options: {readonly bar: boolean}): Promise<ProofResult>;
}
