/** Of one file: how many tests passed, failed and were skipped, and the names of those that failed. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly names: readonly string[];
}

/** Of a run, by file (`''` is the run itself); what failed first and passed when it was run once more. */
export interface Result {
  readonly files: Readonly<Record<string, Counts>>;
  readonly flaky: readonly string[];
}

export interface NodeRun {
  /** The Node to take; otherwise the one that runs this. */
  readonly node?: string;
  readonly concurrency: number;
  readonly reporter?: string;
  readonly print?: (text: string) => void;
}

export function runNodeFiles(files: readonly string[], options: NodeRun): Promise<Result>;
export function runCommand(command: readonly string[], file: string): Promise<Result>;
export function lookAgain(result: Result, again: (file: string) => Promise<Result>): Promise<Result>;
export function totalOf(result: Pick<Result, 'files'>): Counts;
export function closing(counts: Counts, flaky: readonly string[]): string;
