/** Languages for development, by their CLDR tags: `pseudo.ts`. They are in no list that a shopper chooses from. */
export const pseudoTags = ['en-XA', 'ar-XB'] as const;

export type PseudoTag = (typeof pseudoTags)[number];

/** Scripts that are written from right to left. */
const fromRight = /^(Adlm|Arab|Aran|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa)$/;

/** A BCP 47 tag, also with `_` or by an old name, with the script and region that it most likely means. */
function likely(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.trim().replaceAll('_', '-')).maximize();
  } catch {
    return undefined;
  }
}

/** Whether a text is a BCP 47 tag, as `lang` has to be. */
export const isTag = (tag: string): boolean => likely(tag) !== undefined;

/** The direction that a BCP 47 tag is written in, by its script. */
export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  fromRight.test(likely(tag)?.script ?? '') ? 'rtl' : 'ltr';

/**
 * Finds the language for a BCP 47 tag among some: `ur` for `ur-PK`, `zh-Hant` for `zh-HK`, `he` for `iw`. The
 * script must be the same: readers of `pa-Arab` do not read `pa` in Gurmukhi. Of languages that differ by
 * region, the last is for regions that none names: `pt-BR` for `pt`, `pt-PT` for `pt-AO`.
 * @see RFC 4647, lookup
 */
export function bestMatch<Tag extends string>(tags: readonly Tag[], tag: string): Tag | undefined {
  // Asking `Intl` for the first time takes a slow phone 20 ms.
  if (tags.includes(tag as Tag)) return tag as Tag;
  const wanted = likely(tag);
  if (!wanted) return undefined;
  const readable = tags.filter((known) => {
    const {language, script} = likely(known)!;
    return language === wanted.language && script === wanted.script;
  });
  return readable.find((known) => likely(known)!.region === wanted.region) ?? readable.at(-1);
}
