import type {Answer} from './answer.js';
import {FEATURES, type Feature, type SessionMode} from './session-words.js';

/** The part of a session's answer that early fields need. */
export interface FieldsEntry {
  readonly entryMode: SessionMode;
  readonly features: readonly Feature[];
  /** The capture context that was made with the session, as signed text. */
  readonly captureContext: string | undefined;
  /** The shop takes a card field library that its capture context names no integrity hash for. */
  readonly libraryWithoutHash: boolean;
}

/**
 * Reads that much of the answer to `POST <session-url>` (decision 0007).
 *
 * @throws CardVaultError `answer-unreadable`
 */
export function readFieldsEntry(root: Answer): FieldsEntry {
  const mode = root.at('entry_mode');
  const entryMode = (mode.optionalText() ?? 'flex') as SessionMode;
  if (!['flex', 'raw', 'tms'].includes(entryMode)) mode.refuse('"flex" or "raw"');
  const features = [root.at('features').value].flat();
  return {
    entryMode,
    // A name that this version does not know is left out.
    features: FEATURES.filter((name) => features.includes(name)),
    captureContext: root.at('capture_context').optionalText(),
    libraryWithoutHash: root.at('library_without_hash').value === true,
  };
}
