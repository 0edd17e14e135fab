import {isRecord, type Answer} from '../../protocol/answer.js';
import type {WebhookScheme} from '../../protocol/index.js';

/** Members of every event. */
export interface Common {
  /** The same on every retry. */
  readonly id: string;
  readonly scheme: WebhookScheme;
  /** By the service's clock; in a sandbox that may be far from yours. */
  readonly createdAt: Date | undefined;
  /** As it came, in wire spelling. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The text of a field, if it has one. */
export const shown = (place: Answer): string | undefined => place.display() || undefined;

/** The value, if it is a JSON object. */
export function recordIn(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isRecord(value) ? value : undefined;
}
