import {setTimeout as pause} from 'node:timers/promises';
import {TestProcess} from '../../../service/test/support/process.js';

/** Worker processes of the published service on one database; one that was killed is followed by another. */
export class WorkerFleet {
  readonly #database: string;
  readonly #members: TestProcess[] = [];
  kills = 0;

  constructor(database: string) {
    this.#database = database;
  }

  /** Starts so many and waits until all of them are ready. */
  async start(count: number): Promise<void> {
    const made = Array.from({length: count}, () => this.#one());
    this.#members.push(...made);
    await Promise.all(made.map((member) => member.firstLine()));
  }

  /** Kills the one that is there for longest, without a chance to tidy up, and starts another in its place. */
  async killOne(): Promise<void> {
    const [oldest] = this.#members.splice(0, 1);
    await oldest!.kill('SIGKILL');
    this.kills++;
    const next = this.#one();
    this.#members.push(next);
    await next.firstLine();
  }

  /** Kills one after the other until `isOver` says so: so much time apart, or as long as the next one takes to be ready. */
  async killEvery(milliseconds: number, isOver: () => boolean): Promise<void> {
    await pause(milliseconds);
    while (!isOver()) await Promise.all([pause(milliseconds), this.killOne()]);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#members.splice(0).map((member) => member.kill('SIGKILL')));
  }

  #one(): TestProcess {
    const args = ['--json', '--role', 'worker', '--port', '0', '--database', this.#database];
    return new TestProcess('service/dist/cli.js', args);
  }
}
