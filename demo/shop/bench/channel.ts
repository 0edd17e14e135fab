import type {Trace} from 'card-vault/inspector';
import type {Outcome} from './cases.js';

/** Messages between the bench and the page that plays a run, wherever that page stands. */
export type BenchMessage =
  | {readonly type: 'begun'; readonly id: string}
  | {readonly type: 'ended'; readonly id: string; readonly outcome: Outcome; readonly trace: Trace}
  /** The window that played the last run goes to the next one. */
  | {readonly type: 'go'; readonly address: string};

export const openChannel = (): BroadcastChannel => new BroadcastChannel('sorrel-bench');
