import type {Merchant} from '../../platform/identity/merchant.js';
import type {LogLine, LogRing} from './log-ring.js';
import type {OwnTrackers} from './ownership.js';

/** The fields of a line that name its owner. */
interface Belongings {
  readonly merchant?: string;
  readonly tracker?: string;
  readonly request?: string;
}

function belongingsOf({line}: LogLine): Belongings {
  try {
    return JSON.parse(line) as Belongings;
  } catch {
    // Redaction broke the JSON, so the line's owner is unknown.
    return {};
  }
}

/**
 * The latest log lines, newest first. A merchant's key sees the lines of its own requests and trackers; lines
 * without a known owner (refused credentials, pages, the worker's rounds) are only for the dashboard.
 */
export async function logLines(
  {log, own}: {readonly log: LogRing; readonly own: OwnTrackers},
  merchant: Merchant | undefined,
  limit: number,
): Promise<readonly LogLine[]> {
  if (!merchant) return log.lines(limit);
  const lines = log.lines().map((line) => ({line, ...belongingsOf(line)}));
  const trackers = await own(
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
