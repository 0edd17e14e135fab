import {readFile, readdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {developmentKeys} from '../../../service/src/options.js';
import type {ProofResult} from './proof.js';
import {canReadMemory, memoryOf} from './memory.js';
import {RawSave} from './raw-save.js';
import type {ServiceProcess} from './service-process.js';
import {tracesOf} from './traces.js';

/** Words of code beside digits: a security code that was written down. */
export const writtenCode = /(?:cvv|security_?code)\W{1,8}\d{3,4}\b/i;

const writtenCodes = new RegExp(writtenCode, 'gi');

/** Requests after which the memory of the journeys was used again. */
const traffic = 300;

/** Everything the service still refers to, collected first: a snapshot of its heap. The process waits meanwhile. */
async function heapOf(service: ServiceProcess, folder: string): Promise<Buffer> {
  process.kill(service.pid, 'SIGUSR2');
  while ((await readdir(folder)).length === 0) await pause(20);
  // It is written at one go: answers are sent afterwards. A connection that was idle for so long may break.
  while ((await service.get('/readyz').catch(() => undefined))?.status !== 200) await pause(20);
  const [name] = await readdir(folder);
  const bytes = await readFile(join(folder, name!));
  await rm(join(folder, name!));
  return bytes;
}

/** What the service still holds of numbers and codes, when all journeys are over (V12, V13). */
async function searchHeap(
  service: ServiceProcess,
  folder: string,
  numbers: readonly string[],
): Promise<ProofResult> {
  const heap = await heapOf(service, folder);
  // What is known to be in use must be found, or the search proves nothing.
  const violations = heap.includes(developmentKeys.secretKey)
    ? []
    : ['the search of the heap does not find the key in use'];
  for (const number of numbers) {
    for (const form of tracesOf(number, heap)) violations.push(`V12: ${number} is kept in the heap, ${form}`);
  }
  if (writtenCode.test(heap.toString('latin1'))) violations.push('V13: a security code is kept in the heap');
  return {lines: [`${Math.round(heap.length / 1e6)} MB of live heap: no number, no code`], violations};
}

/**
 * The bytes that a core dump would hold. What the engine has let go of stays there until its place is used again: no program in
 * JavaScript can clear a string. It is counted, not judged; against core dumps helps to have none.
 */
async function searchMemory(service: ServiceProcess, numbers: readonly string[]): Promise<ProofResult> {
  if (!canReadMemory())
    return {lines: ['a core dump: not shown, memory can be read on Linux only'], violations: []};
  const planted = `planted ${numbers[0]!.slice(0, 4)} in memory`;
  await service.post('/user/customers/v1/', {first_name: planted});
  for (let count = 0; count < traffic; count++) await service.createCustomer();
  let [megabytes, found] = [0, false];
  const left = new Set<string>();
  let codes = 0;
  for (const bytes of memoryOf(service.pid)) {
    megabytes += bytes.length / 1e6;
    found ||= bytes.includes(planted);
    for (const number of numbers) if (tracesOf(number, bytes).length > 0) left.add(number);
    codes += bytes.toString('latin1').match(writtenCodes)?.length ?? 0;
  }
  return {
    lines: [
      `${Math.round(megabytes)} MB that a core dump would hold, ${traffic} requests later: of what was let go of, ${left.size} of ${numbers.length} numbers and ${codes} codes are not yet overwritten`,
    ],
    violations: found ? [] : ['the search of the memory does not find what was planted'],
  };
}

/** Looks into the running service. `folder` is empty and where its snapshots go. */
export async function searchRunning(
  service: ServiceProcess,
  folder: string,
  numbers: readonly string[],
): Promise<ProofResult> {
  // The router remembers the last path of each route, with all that a caller wrote into it.
  await new RawSave(false).run(() => Promise.resolve(service));
  const heap = await searchHeap(service, folder, numbers);
  const memory = await searchMemory(service, numbers);
  return {
    lines: [...heap.lines, ...memory.lines],
    violations: [...heap.violations, ...memory.violations],
  };
}
