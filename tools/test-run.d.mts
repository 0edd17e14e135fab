/** Of one file: how many tests passed, failed and were skipped, and the names of those that failed. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly names: readonly string[];
}

/** Of a run, by file (`''` is the run itself, several with line ends between a process of theirs); what failed first and passed when it was run once more. */
export interface Result {
  readonly files: Readonly<Record<string, Counts>>;
  readonly flaky: readonly string[];
}

export interface NodeRun {
  /** The Node to take; otherwise the one that runs this. */
  readonly node?: string;
  readonly concurrency: number;
  readonly reporter?: string;
  /** Milliseconds after which a process that does not end is ended. */
  readonly limitMs?: number;
  readonly print?: (text: string) => void;
}

export function runNodeFiles(
  entries: readonly (string | readonly string[])[],
  options: NodeRun,
): Promise<Result>;
export function groupsOf(files: readonly string[], size: number): string[][];
export function runCommand(command: readonly string[], file: string): Promise<Result>;
export function lookAgain(result: Result, again: (file: string) => Promise<Result>): Promise<Result>;
export function totalOf(result: Pick<Result, 'files'>): Counts;
export function closing(counts: Counts, flaky: readonly string[]): string;
export function needsProcess(file: string): boolean;
export function testFiles(folder: string): string[];
