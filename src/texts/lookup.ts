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

/** The direction that a BCP 47 tag is written in, by its script. */
export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  fromRight.test(likely(tag)?.script ?? '') ? 'rtl' : 'ltr';

/**
 * The one of some languages that a shopper of a BCP 47 tag reads, if there is one: `ur-PK` is `ur`, `zh-HK` is
 * `zh-Hant`, `iw` is `he`. The script must be the same: nobody who reads `pa-Arab` reads `pa` in Gurmukhi. Of
 * several by region, one that is of no listed region gets the last: `pt` is `pt-BR`, and `pt-AO` is `pt-PT`.
 * @see RFC 4647, lookup
 */
export function lookUp<Tag extends string>(tags: readonly Tag[], tag: string): Tag | undefined {
  const wanted = likely(tag);
  if (!wanted) return undefined;
  const readable = tags.filter((known) => {
    const {language, script} = likely(known)!;
    return language === wanted.language && script === wanted.script;
  });
  return readable.find((known) => likely(known)!.region === wanted.region) ?? readable.at(-1);
}
