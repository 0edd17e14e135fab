/** Runs as a process of its own: locks a folder until it is killed, and prints whether it got the lock. */
import {lockFolder} from '../../src/platform/storage/lock.js';

const started = performance.now();
try {
  await lockFolder(process.argv[2] ?? '');
  process.stdout.write('held\n');
  setInterval(() => undefined, 60_000);
} catch (error) {
  const {name, message} = error as Error;
  process.stdout.write(`${JSON.stringify({name, message, milliseconds: performance.now() - started})}\n`);
}
