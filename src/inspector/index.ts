/** The inspector and its traces, without side effects: `card-vault/define-inspector` registers the element. */
export {CardVaultInspectorElement} from './inspector.js';
export {openInspector} from './open.js';
export {compareTraces} from './compare.js';
export type {Parting} from './compare.js';
export {ticketOf} from './ticket.js';
export {recordTrace} from '../trace/record.js';
export type {TraceOptions, TraceRecorder} from '../trace/record.js';
export {readTrace} from '../trace/read.js';
export type {
  ErrorEntry,
  EventEntry,
  FrameEntry,
  OutcomeEntry,
  PageEntry,
  RequestEntry,
  StateEntry,
  Trace,
  TracedCall,
  TraceEntry,
  TraceEnvironment,
} from '../trace/trace.js';
