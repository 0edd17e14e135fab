import {bestMatch, directionOf, isTag, pseudoTags} from '../../texts/match.js';
import {loaders} from '../../texts/on-demand.js';
import type {Messages} from '../../texts/shapes.js';

/** The words of one language, as far as they are loaded. */
export interface Catalogue {
  /** BCP 47 tag of a language that is shipped. */
  readonly language: string;
  /** Whether a language was asked for that is not shipped; not for `C`, which a browser may give as its language. */
  readonly isMissing?: boolean;
  /**
   * Whether the wanted language, shipped or not, is written from right to left. Asked when the form is drawn:
   * the first answer takes a slow phone 20 ms.
   */
  readonly rightToLeft?: () => boolean;
  readonly element: Partial<Messages>;
  /** Loads what the first screen does not need; rejects where it cannot be loaded. */
  readonly rest?: () => Promise<void>;
}

/** A language as a page loads it: the first screen, then the rest. */
export interface Start {
  readonly first: Partial<Messages>;
  readonly whole: () => Promise<{readonly element: Messages}>;
}

const shipped: Record<string, () => Promise<Start>> = loaders;

/**
 * Finds and loads the language for a BCP 47 tag; it is English where none fits.
 * @param isWhole whether all words are needed at once, because more than the first screen is shown.
 * @param changed called when more words are there.
 */
export async function loadCatalogue(tag: string, isWhole: boolean, changed: () => void): Promise<Catalogue> {
  const rightToLeft = (): boolean => directionOf(tag) === 'rtl';
  const pseudoTag = pseudoTags.find((known) => known === tag);
  const language = pseudoTag ?? bestMatch(Object.keys(shipped), tag);
  const start = pseudoTag
    ? await import('../../texts/pseudo-start.js').then((module) => module.startOf(pseudoTag))
    : language && (await shipped[language]!());
  if (!language || !start) return {language: 'en', isMissing: isTag(tag), rightToLeft, element: {}};
  const element = {...start.first};
  let loading: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    Object.assign(element, (await start.whole()).element);
    changed();
  };
  // A load that failed is tried again at the next call.
  const rest = () =>
    (loading ??= load().catch((cause: unknown) => {
      loading = undefined;
      throw cause;
    }));
  const all = rest();
  // A part that is loaded later asks again.
  if (isWhole) await all;
  else all.catch(() => undefined);
  return {language, rightToLeft, element, rest};
}
