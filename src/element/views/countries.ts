import {countryCodes} from '../../protocol/countries.js';

/** Codes and names in a language, in that language's order. */
export function countries(locale: string): readonly (readonly [string, string])[] {
  const names = displayNames(locale);
  const order = new Intl.Collator(names.resolvedOptions().locale);
  return countryCodes
    .map((code) => [code, names.of(code) ?? code] as const)
    .sort((one, other) => order.compare(one[1], other[1]));
}

/** A tag that the page wrote wrongly must not take the form down. */
function displayNames(locale: string): Intl.DisplayNames {
  try {
    return new Intl.DisplayNames([locale, 'en'], {type: 'region'});
  } catch {
    return new Intl.DisplayNames('en', {type: 'region'});
  }
}
