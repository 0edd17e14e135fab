import type {Merchant} from '../../platform/identity/merchant.js';
import type {LogLine, LogRing} from './log-ring.js';
import type {OwnTokensOf} from './ownership.js';

/** The fields of a log line that show which merchant it belongs to. */
interface OwnerFields {
  readonly merchant?: string;
  readonly tracker?: string;
  readonly request?: string;
}

function ownerFieldsOf({line}: LogLine): OwnerFields {
  try {
    return JSON.parse(line) as OwnerFields;
  } catch {
    // Redaction has broken the JSON, so the owner of the line is unknown.
    return {};
  }
}

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
  const lines = log.lines().map((line) => ({line, owner: ownerFieldsOf(line)}));
  const ownTrackers = await ownTokensOf(
    merchant,
    lines.map(({owner}) => owner.tracker),
  );
  const ownLines = lines.filter(({owner}) => owner.merchant === merchant.id);
  const ownRequests = new Set(ownLines.flatMap(({owner}) => owner.request ?? []));
  const isOwn = ({merchant: id, tracker, request}: OwnerFields) =>
    id === merchant.id ||
    (tracker !== undefined && ownTrackers.has(tracker)) ||
    (id === undefined && request !== undefined && ownRequests.has(request));
  return lines
    .filter(({owner}) => isOwn(owner))
    .slice(0, limit)
    .map(({line}) => line);
}
