// Loaded into a process whose memory is watched: on SIGUSR2 it collects its garbage and writes a line about what is left.
import {appendFileSync} from 'node:fs';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', () => {
  collect();
  const {heapUsed, rss} = process.memoryUsage();
  appendFileSync(process.env.CARD_VAULT_HEAP_LOG, `${JSON.stringify({heapUsed, rss})}\n`);
});
