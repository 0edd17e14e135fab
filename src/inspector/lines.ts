import type {EventEntry, OutcomeEntry, ErrorEntry, StateEntry, Trace, TraceEntry} from '../trace/trace.js';
import {causes, duration, errors, fixers, frames, pageChanges, states, whys} from './words.js';

/** Line of the time line: an entry in words. */
export interface Line {
  readonly entry: TraceEntry;
  readonly text: string;
  /** How long it took, in milliseconds; an instant has none. */
  readonly lasted?: number | undefined;
  readonly tone?: 'good' | 'stopped' | 'bad' | undefined;
}

/** The entries of a trace as lines, in their order. */
export function linesOf({entries}: Trace): readonly Line[] {
  const asked = new Map<string, number>();
  return entries.map((entry, index) => {
    if (entry.kind === 'state') {
      // A retry is within one attempt: the shopper's next one asks everything anew.
      if (entry.state === 'opening' || entry.state === 'collecting') asked.clear();
      const next = entries.slice(index + 1).find(({kind}) => kind === 'state');
      const [text, waitsFor] = states[entry.state];
      return {
        entry,
        text: waitsFor ? `${text} (waits for ${waitsFor})` : text,
        lasted: next && waitsFor ? next.at - entry.at : undefined,
        tone: toneOf(entry.state),
      };
    }
    if (entry.kind === 'request') {
      const key = `${entry.to} ${entry.path}`;
      const times = (asked.get(key) ?? 0) + 1;
      asked.set(key, times);
      return {
        entry,
        text: requestText(entry, times),
        lasted: entry.duration,
        tone: isBad(entry) ? 'bad' : undefined,
      };
    }
    return {
      entry,
      text: textOf(entry),
      tone: 'outcome' in entry || 'code' in entry ? endTone(entry) : undefined,
    };
  });
}

type RequestLine = Extract<TraceEntry, {readonly kind: 'request'}>;

const toneOf = (state: string): Line['tone'] =>
  state === 'saved' ? 'good' : state === 'stopped' ? 'stopped' : state === 'failed' ? 'bad' : undefined;
const endTone = (entry: OutcomeEntry | ErrorEntry): Line['tone'] =>
  entry.kind === 'error' ? 'bad' : entry.outcome === 'stopped' ? 'stopped' : 'good';

/** No answer came, or one that says no. */
const isBad = ({status}: RequestLine): boolean => status !== undefined && (status === 0 || status >= 400);

function requestText({to, host, path, status, size, id, calls = []}: RequestLine, times: number): string {
  const answer = status === undefined ? '' : status === 0 ? 'no answer' : String(status);
  const bytes = size === undefined ? '' : `${size.toLocaleString('en')} bytes`;
  const again = times > 1 ? `time ${times}` : '';
  const name = {shop: 'Shop', service: 'Service', library: 'Card field library', script: 'Script'}[to];
  const behind = calls.map(
    (call) => `${call.path} ${call.status || 'no answer'} in ${duration(call.duration)}`,
  );
  const asked = behind.length > 0 && `for which the shop’s server asked the service: ${behind.join('; ')}`;
  return [`${name}: ${host}${path}`, answer, bytes, again, id, asked].filter(Boolean).join(', ');
}

function textOf(entry: Exclude<TraceEntry, {readonly kind: 'state' | 'request'}>): string {
  if (entry.kind === 'page') return pageChanges[entry.page];
  if (entry.kind === 'frame') return frames[entry.frame];
  if (entry.kind === 'event') {
    const {kind: _kind, at: _at, event, ...detail} = entry;
    const facts = Object.entries(detail).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [typeof value === 'boolean' ? `${value ? '' : 'not '}${name}` : String(value)],
    );
    return [`card-vault-${event}`, ...facts].join(', ');
  }
  return sentenceOf(entry);
}

/** An end in one sentence. */
export function sentenceOf(entry: OutcomeEntry | ErrorEntry): string {
  if (entry.kind === 'error') {
    const {code, status, audience, retryable, why} = entry;
    const because = why ? ` (${whys[why] ?? why})` : '';
    const answered = status ? `, HTTP ${status}` : '';
    // A fault of the shop fails again.
    const safe = retryable && audience !== 'merchant' ? ', and trying again is safe' : '';
    return `${code}${answered}: ${errors[code]}${because}; ${fixers[audience]}${safe}.`;
  }
  const {outcome, reason, cause = '', status, eci, liabilityShift, brand, singleUse} = entry;
  const proof = [status, eci && `ECI ${eci}`].filter(Boolean).join(', ');
  if (outcome === 'stopped')
    return `Stopped (${reason}): ${causes[cause] ?? cause}. Nothing was saved.${proof && ` ${proof}.`}`;
  const liability = liabilityShift ? 'liability is the bank’s' : 'liability stays with the shop';
  const once = singleUse ? ' It works once.' : '';
  return `${outcome === 'paid' ? 'Paid' : 'Saved'}${brand ? `: ${brand}` : ''}.${once} ${proof && `${proof}: `}${liability}.`;
}

/** How a trace stands: its last end, also while fresh fields wait after it, or else the state that it waits in. */
export function summaryOf({entries}: Trace): {readonly text: string; readonly tone?: Line['tone']} {
  const at = entries.findLastIndex(({kind}) => kind === 'outcome' || kind === 'error');
  const end = entries[at] as OutcomeEntry | ErrorEntry | undefined;
  const isState = (entry: TraceEntry) => entry.kind === 'state';
  const waits = /^(opening|capturing|collecting|saved|stopped|failed)$/;
  if (
    end &&
    entries
      .slice(at)
      .filter(isState)
      .every(({state}) => waits.test(state))
  ) {
    const begun = entries.findLast(
      (entry, index) => index < at && isState(entry) && entry.previous === 'collecting',
    );
    const took = begun ? ` It took ${duration(end.at - begun.at)}.` : '';
    const last = entries.findLast((entry, index) => index < at && isState(entry)) as StateEntry | undefined;
    const where =
      end.kind === 'error' && last ? ` It broke in this step: ${closed(states[last.previous][0])}` : '';
    return {text: sentenceOf(end) + where + hintOf(entries.slice(0, at), end) + took, tone: endTone(end)};
  }
  const state = entries.findLast(isState);
  return {text: state ? closed(states[state.state][0]) : 'Nothing has happened yet.'};
}

/** Facts before an end that tell its cause, where the end alone leaves it open. */
function hintOf(before: readonly TraceEntry[], end: OutcomeEntry | ErrorEntry): string {
  if (end.kind === 'error') {
    const library = before.findLast((entry) => entry.kind === 'request' && entry.to === 'library');
    const hasCome = library?.kind === 'request' && library.status === 200;
    return end.why === 'not-loaded' && hasCome
      ? ' The script had come: its hash is another one, or the browser refused it.'
      : '';
  }
  // Of a bank's page of its own, in a redirect, nothing is known.
  const opened = before.findLastIndex((entry) => entry.kind === 'event' && entry.event === 'step-up-open');
  const {mode} = (before[opened] ?? {}) as Partial<EventEntry>;
  if (end.cause !== 'step-up-limit' || !mode || mode === 'redirect') return '';
  const hasLoaded = before.slice(opened).some((entry) => entry.kind === 'frame' && entry.frame === 'bank');
  return hasLoaded ? ' The bank’s page had loaded.' : ' The bank’s page never loaded.';
}

/** A sentence with its full stop, where it does not ask. */
const closed = (sentence: string): string => (sentence.endsWith('?') ? sentence : `${sentence}.`);
