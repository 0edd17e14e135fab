import {Answer} from './answer.js';
import {readFieldsEntry} from './fields-entry.js';
import type {Session} from './types.js';

/**
 * The part of a session's answer that live fields need. The rest is read by `session.ts`, which is loaded for
 * a save.
 */
export interface SessionEntry {
  readonly session: Session;
  /** Where the tracker's actions are sent, without a trailing slash. */
  readonly serviceUrl: string;
  /** Time-based token of the page for the service. */
  readonly timeBasedToken: string;
  /** The capture context that was made with the session, as signed text. */
  readonly captureContext: string | undefined;
  /** The shop takes a card field library that its capture context names no integrity hash for. */
  readonly libraryWithoutHash: boolean;
  /** The merchant's public key. */
  readonly merchant: string | undefined;
  /** The answer as it came: what a save, or a session with a saved card, needs is read from it later. */
  readonly body: unknown;
}

/**
 * Reads the answer to `POST <session-url>` as far as live fields (decision 0007).
 *
 * @throws CardVaultError `answer-unreadable`
 */
export function readSessionEntry(answer: unknown, sessionUrl: string): SessionEntry {
  const root = new Answer(answer);
  const {entryMode, features, captureContext, libraryWithoutHash} = readFieldsEntry(root);
  const frame = root.at('frame_url');
  return {
    session: {
      tracker: root.at('tracker').text(),
      expiresAt: root.at('expires_at').instant(),
      accountVerification: root.at('is_account_verification').flag(),
      entryMode,
      returnUrl: root.at('return_url').address(sessionUrl),
      ...(frame.present && {frameUrl: frame.address(sessionUrl)}),
      features,
    },
    serviceUrl: root.at('service_url').address(sessionUrl).replace(/\/+$/, ''),
    timeBasedToken: root.at('time_based_token').text(),
    captureContext,
    libraryWithoutHash,
    merchant: root.at('merchant').optionalText(),
    body: answer,
  };
}
