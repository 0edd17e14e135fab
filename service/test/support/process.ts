import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';

/** Runs a script of this project in a process of its own: a published one, or a TypeScript source. */
export class TestProcess {
  readonly child: ChildProcess;
  #stdout = '';
  #stderr = '';

  constructor(script: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const loader = script.endsWith('.ts') ? ['--import', 'tsx'] : [];
    // As in `tools/test/test.mjs`: optimising the code of the database engine takes longer than most of these
    // processes run.
    this.child = spawn(process.execPath, ['--liftoff-only', ...loader, script, ...args], {
      env: {...process.env, ...env},
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout!.setEncoding('utf8').on('data', (text: string) => (this.#stdout += text));
    this.child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
  }

  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /**
   * Waits for the first complete line on standard output. Throws with standard error if the process ends
   * first.
   */
  async firstLine(): Promise<string> {
    while (!this.#stdout.includes('\n')) {
      if (this.child.exitCode !== null) throw new Error(`The process ended without output: ${this.#stderr}`);
      await Promise.race([once(this.child.stdout!, 'data'), once(this.child, 'close')]);
    }
    return this.#stdout.split('\n')[0]!;
  }

  /** Waits until standard error contains a text. */
  async complains(words: string): Promise<void> {
    while (!this.#stderr.includes(words)) {
      if (this.child.exitCode !== null)
        throw new Error(`The process ended without this text: ${this.#stderr}`);
      await Promise.race([once(this.child.stderr!, 'data'), once(this.child, 'close')]);
    }
  }

  /** Waits for the end of the process. Returns its exit code, or the name of the signal. */
  async end(): Promise<number | string> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close');
    return this.child.exitCode ?? this.child.signalCode!;
  }

  async kill(signal: NodeJS.Signals): Promise<number | string> {
    this.child.kill(signal);
    return this.end();
  }
}
