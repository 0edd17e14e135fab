import {readCaptureContextToken} from '../protocol/index.js';

/** The card field library, as a capture context names it. */
export interface Library {
  readonly url: string;
  readonly integrity: string;
  /** Of a field's document that pages can load before they have a context. */
  readonly earlyFrame?: string | undefined;
}

/** The library of the last session that this process opened: pages written after that load it ahead. */
export interface LibraryNote {
  readonly known: Library | undefined;
  /** Takes the library out of a capture context. One that cannot be read is the page's to report. */
  note(context: string, origin: string): void;
}

export function createLibraryNote(): LibraryNote {
  let known: Library | undefined;
  return {
    get known() {
      return known;
    },
    note(context, origin) {
      try {
        const read = readCaptureContextToken(context, origin, true);
        const {clientLibrary: url, clientLibraryIntegrity: integrity, earlyFrame} = read;
        // A context for a security code alone names no frame; that of cards stays as it was.
        const frame = earlyFrame ?? (known?.url === url ? known.earlyFrame : undefined);
        known = integrity === undefined ? undefined : {url, integrity, earlyFrame: frame};
      } catch {
        known = undefined;
      }
    },
  };
}
