/** Traces of what an element does, without side effects: importing this registers nothing. */
export {recordTrace} from './record.js';
export type {TraceOptions, TraceRecorder} from './record.js';
export {readTrace} from './read.js';
export type {
  ErrorEntry,
  EventEntry,
  FrameEntry,
  OutcomeEntry,
  PageEntry,
  RequestEntry,
  StateEntry,
  Trace,
  TraceEntry,
  TraceEnvironment,
} from './trace.js';
