/** Makes calls to receivers fail on purpose. */
import type {FaultPoints} from '../../platform/fault-points.js';
import type {Call, CallResult} from './call.js';

/** The recorded outcome of each fault. */
const outcomes = {
  'receiver-error': {status: 503, failure: 'status'},
  'receiver-silent': {status: null, failure: 'timed_out'},
  'receiver-cut': {status: null, failure: 'connection_failed'},
} as const satisfies Readonly<Record<string, Pick<CallResult, 'status' | 'failure'>>>;

/**
 * Injects failures of a shop's receiver, for development. Rules match the path of the receiver's URL. A
 * failed try is retried like any other.
 */
export function faultyCall(call: Call, faults: FaultPoints): Call {
  return async (message, shutdown) => {
    const [strike] = faults.armed
      ? faults.strike('receiver', {route: `POST ${new URL(message.url).pathname}`})
      : [];
    if (!strike) return call(message, shutdown);
    const {kind, milliseconds} = strike;
    if (milliseconds > 0) await faults.wait(milliseconds);
    // The receiver gets the event, but its response counts as lost.
    if (kind === 'receiver-cut') {
      const result = await call(message, shutdown);
      if (result.failure !== null) return result;
    }
    return {...outcomes[kind as keyof typeof outcomes], milliseconds};
  };
}
