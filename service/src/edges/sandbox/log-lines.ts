import type {Merchant} from '../../platform/identity/merchant.js';
import {unknownFieldsEvent} from '../../platform/http/unknown-field-warnings.js';
import {eventOf, type EventSource} from './events.js';
import type {LogLine, LogRing} from './log-ring.js';
import type {OwnTokensOf} from './ownership.js';

/** What is read here of a log line: which merchant it belongs to, and the unknown fields of a body. */
interface LineFields {
  readonly merchant?: string;
  readonly tracker?: string;
  readonly request?: string;
  readonly at?: string;
  readonly event?: string;
  readonly route?: string;
  readonly fields?: string;
}

function fieldsOf({line}: LogLine): LineFields {
  try {
    return JSON.parse(line) as LineFields;
  } catch {
    // Redaction has broken the JSON, so the owner of the line is unknown.
    return {};
  }
}

/** The unknown fields of bodies, for the activity list. They are kept in the log alone. */
export const unknownFieldEvents =
  (log: LogRing): EventSource =>
  ({merchant}) => {
    const events = log.lines().flatMap((line) => {
      const {at = '', event, merchant: owner, route, fields} = fieldsOf(line);
      if (event !== unknownFieldsEvent || (merchant !== undefined && owner !== merchant)) return [];
      return eventOf({type: 'request.unknown_fields', at, data: {route, fields}}, String(line.number));
    });
    return Promise.resolve(events);
  };

/**
 * The latest log lines, newest first. A merchant sees the lines of its own requests and trackers. Lines
 * without a known owner, such as refused credentials or the worker's passes, are shown only to the
 * dashboard.
 */
export async function logLines(
  {log, ownTokensOf}: {readonly log: LogRing; readonly ownTokensOf: OwnTokensOf},
  merchant: Merchant | undefined,
  limit: number,
): Promise<readonly LogLine[]> {
  if (!merchant) return log.lines(limit);
  const lines = log.lines().map((line) => ({line, owner: fieldsOf(line)}));
  const ownTrackers = await ownTokensOf(
    merchant,
    lines.map(({owner}) => owner.tracker),
  );
  const ownLines = lines.filter(({owner}) => owner.merchant === merchant.id);
  const ownRequests = new Set(ownLines.flatMap(({owner}) => owner.request ?? []));
  const isOwn = ({merchant: id, tracker, request}: LineFields) =>
    id === merchant.id ||
    (tracker !== undefined && ownTrackers.has(tracker)) ||
    (id === undefined && request !== undefined && ownRequests.has(request));
  return lines
    .filter(({owner}) => isOwn(owner))
    .slice(0, limit)
    .map(({line}) => line);
}
