import type {FaultPoints} from '../../platform/fault-points.js';
import type {Call, CallResult} from './call.js';

/** How a try that a fault struck is noted. */
const outcomes = {
  'receiver-error': {status: 503, failure: 'status'},
  'receiver-silent': {status: null, failure: 'timed_out'},
  'receiver-cut': {status: null, failure: 'connection_failed'},
} as const satisfies Readonly<Record<string, Pick<CallResult, 'status' | 'failure'>>>;

/**
 * A shop's receiver that is bad on demand; rules name it by the path of its address. What a fault strikes is
 * tried again as for any other failure.
 */
export function faultyCall(call: Call, faults: FaultPoints): Call {
  return async (message, end) => {
    const [strike] = faults.armed
      ? faults.strike('receiver', {route: `POST ${new URL(message.url).pathname}`})
      : [];
    if (!strike) return call(message, end);
    const {kind, milliseconds} = strike;
    if (milliseconds > 0) await faults.hold(milliseconds);
    if (kind === 'receiver-cut') {
      const result = await call(message, end);
      if (result.failure !== null) return result;
    }
    return {...outcomes[kind as keyof typeof outcomes], milliseconds};
  };
}
