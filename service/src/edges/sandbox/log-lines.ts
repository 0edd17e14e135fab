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
  const lines = log.lines().map((line) => ({line, ...ownerFieldsOf(line)}));
  const trackers = await ownTokensOf(
    merchant,
    lines.map(({tracker}) => tracker),
  );
  const requests = new Set(
    lines.filter((line) => line.merchant === merchant.id).map(({request}) => request ?? ''),
  );
  return lines
    .filter(
      (line) =>
        line.merchant === merchant.id ||
        trackers.has(line.tracker ?? '') ||
        (line.merchant === undefined && requests.has(line.request ?? '-')),
    )
    .slice(0, limit)
    .map(({line}) => line);
}
