import {knownLanguage, type LanguageTag} from './index.js';

/**
 * Chooses the first supported language: the `preferred` ones, then those of the browser's header by quality
 * (RFC 9110 section 12.5.4).
 */
export function chooseLanguage(
  preferred: readonly (string | null | undefined)[],
  acceptLanguage: string | null | undefined,
): LanguageTag {
  const acceptedTags = (acceptLanguage ?? '')
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
      return {tag, quality: quality === undefined ? 1 : Number(quality)};
    })
    .filter(({quality}) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({tag}) => tag);
  for (const tag of [...preferred, ...acceptedTags]) {
    const known = knownLanguage(tag);
    if (known) return known;
  }
  return 'en';
}
