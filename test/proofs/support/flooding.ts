import {TestProcess} from '../../../service/test/support/process.js';
import type {FloodOptions, FloodResult} from './flood.js';

/** Floods a service from a process of its own, so that the time of its sender is not taken for the service's. */
export async function flood(options: FloodOptions): Promise<FloodResult> {
  const sender = new TestProcess('test/proofs/support/flood.ts', [JSON.stringify(options)]);
  const code = await sender.end();
  if (code !== 0) throw new Error(`The flood ended with ${code}: ${sender.stderr}`);
  return JSON.parse(await sender.firstLine()) as FloodResult;
}
