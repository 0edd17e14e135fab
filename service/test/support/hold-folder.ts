/** Run as a process of its own: holds a folder's lock until it is killed, and says how that went. */
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
