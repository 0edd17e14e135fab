import {spawn} from 'node:child_process';
import type {ChildProcess} from 'node:child_process';
import {once} from 'node:events';

/** A process of this project: a built script as it is published, or a source. */
export class TestProcess {
  readonly child: ChildProcess;
  #stdout = '';
  #stderr = '';

  constructor(script: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const loader = script.endsWith('.ts') ? ['--import', 'tsx'] : [];
    // As in `tools/test.mjs`: to optimise the database engine's code takes longer than most of these processes live.
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

  /** The first whole line on standard output; what was said on the other when there is none. */
  async firstLine(): Promise<string> {
    while (!this.#stdout.includes('\n')) {
      if (this.child.exitCode !== null) throw new Error(`It ended without a word: ${this.#stderr}`);
      await Promise.race([once(this.child.stdout!, 'data'), once(this.child, 'close')]);
    }
    return this.#stdout.split('\n')[0]!;
  }

  /** Waits until it has said something on standard error. */
  async complains(words: string): Promise<void> {
    while (!this.#stderr.includes(words)) {
      if (this.child.exitCode !== null) throw new Error(`It ended without saying that: ${this.#stderr}`);
      await Promise.race([once(this.child.stderr!, 'data'), once(this.child, 'close')]);
    }
  }

  /** The exit code, or the signal's name. */
  async end(): Promise<number | string> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close');
    return this.child.exitCode ?? this.child.signalCode!;
  }

  async kill(signal: NodeJS.Signals): Promise<number | string> {
    this.child.kill(signal);
    return this.end();
  }
}
