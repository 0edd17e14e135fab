import type {Browser, Page} from 'playwright-core';

/**
 * An event of a browser's trace, as far as it is used here; times in microseconds. `tts` and `tdur` are the thread's processor
 * time: they stand still while it waits for a processor.
 */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly tts?: number;
  readonly tdur?: number;
  readonly args: {readonly data?: {readonly startTime?: number}};
}

/** What runs scripts, and what the browser does meanwhile that is none: a script may start either inside the other. */
const scripts = new Set(
  'EvaluateScript v8.compile v8.compileModule v8.evaluateModule FunctionCall RunMicrotasks EventDispatch TimerFire XHRLoad MinorGC MajorGC'.split(
    ' ',
  ),
);
const others = new Set(
  'ParseHTML Layout UpdateLayoutTree PrePaint Paint Layerize Commit DocumentLoader::CommitNavigation DocumentLoader::DocumentLoader'.split(
    ' ',
  ),
);

const categories = ['devtools.timeline', 'blink.user_timing', 'loading', 'v8', 'v8.execute'];

/**
 * Milliseconds of processor time that script takes on the page's main thread until a mark that the page sets, promises' callbacks
 * included. The browser's own sum (`ScriptDuration`) leaves those out, and with them most of what a module does. By the clock on
 * the wall, a script that waits for a processor would count as one that works.
 */
export async function scriptTime(
  browser: Browser,
  page: Page,
  mark: string,
  load: () => Promise<void>,
): Promise<number> {
  await browser.startTracing(page, {categories});
  await load();
  const {traceEvents} = JSON.parse((await browser.stopTracing()).toString()) as {traceEvents: TraceEvent[]};
  const end = traceEvents.findLast(({name}) => name === mark);
  if (!end) throw new Error(`The page has not set ${mark}.`);
  if (end.tts === undefined) throw new Error('The trace of this browser has no processor times.');
  const start = end.ts - (end.args.data?.startTime ?? 0) * 1000;
  const onMain = traceEvents.filter(
    ({ph, pid, tid, ts}) => ph === 'X' && pid === end.pid && tid === end.tid && ts >= start && ts <= end.ts,
  );
  return ownTime(onMain, end.tts) / 1000;
}

/** The time inside of scripts and outside of anything else that they made the browser do at once. */
function ownTime(events: readonly TraceEvent[], until: number): number {
  const known = events
    .filter(({name}) => scripts.has(name) || others.has(name))
    .map(({name, tts = until, tdur = 0}) => ({name, start: tts, end: Math.min(tts + tdur, until)}))
    .sort((one, other) => one.start - other.start || other.end - one.end);
  const open: {readonly end: number; readonly isScript: boolean}[] = [];
  let [sum, at] = [0, 0];
  const passTo = (time: number): void => {
    if (open.at(-1)?.isScript) sum += time - at;
    at = time;
  };
  const closeBefore = (time: number): void => {
    for (let last = open.at(-1); last && last.end <= time; last = open.at(-1)) {
      passTo(last.end);
      open.pop();
    }
  };
  for (const {name, start, end} of known) {
    closeBefore(start);
    passTo(start);
    open.push({end, isScript: scripts.has(name)});
  }
  closeBefore(until);
  return sum;
}
