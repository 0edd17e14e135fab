import {atTime} from './at-time.js';
import type {BareAnswer, EffectContext} from './effects.js';
import type {FlowPorts, StepUpResult, StepUpTime} from './ports.js';

/** Milliseconds that the shopper gets each time. */
const more = 300_000;
/** Milliseconds before the end at which the shopper is warned. */
const warning = 120_000;

/**
 * Presents a step-up for as long as it may take. The shopper can put its end off where it is `extendable`;
 * when the time is up, its signal closes the window, and messages that the window sends after that are
 * dropped.
 */
export function presentInTime(
  {ports: {timers}, limits, signal}: EffectContext<FlowPorts>,
  extendable: boolean,
  present: (options: {readonly signal: AbortSignal; readonly time: StepUpTime}) => Promise<StepUpResult>,
): Promise<BareAnswer> {
  const own = new AbortController();
  return new Promise((resolve, reject) => {
    let warn: () => void = () => undefined;
    let endsAt = timers.now();
    let stops: readonly (() => void)[] = [];
    const stop = (): void => {
      for (const each of stops) each();
      signal.removeEventListener('abort', give);
    };
    const give = (): void => {
      stop();
      own.abort(signal.reason);
      reject(signal.reason as Error);
    };
    const late = (): void => {
      stop();
      resolve({type: 'step-up-ended', how: 'timed-out'});
      own.abort();
    };
    const putOff = (ms: number): void => {
      for (const each of stops) each();
      endsAt += ms;
      stops = [atTime(timers, endsAt - warning, () => warn()), atTime(timers, endsAt, late)];
    };
    if (signal.aborted) return give();
    signal.addEventListener('abort', give);
    putOff(limits.stepUp);
    const time: StepUpTime = {
      onEnding: (callback) => (warn = callback),
      extend: extendable ? () => putOff(more) : undefined,
    };
    // Begun at once; a presenter that throws instead of rejecting is a rejection all the same.
    void (async () => present({signal: own.signal, time}))()
      .then(({outcome: how}) => resolve({type: 'step-up-ended', how}), reject)
      .finally(stop);
  });
}
