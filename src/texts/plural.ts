/** `{count, plural, one {# try} other {# tries}}`, as in ICU's MessageFormat. */
const plural = /\{(\w+), plural,((?:\s*\w+ \{[^{}]*\})+)\s*\}/g;

/** The forms of a plural by their CLDR category. */
export const formsOf = (forms: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...forms.matchAll(/(\w+) \{([^{}]*)\}/g)].map(([, category, form]): [string, string] => [
      category!,
      form!,
    ]),
  );

/**
 * Puts numbers into a text: the form of a plural that the language has for the number, and `{count}`.
 * Plurals of other values stay as they are.
 * @param tag BCP 47, for rules and digits.
 */
export function fillNumber(text: string, tag: string, name: string, value: number): string {
  const written = new Intl.NumberFormat(tag).format(value);
  const chosen = text.replace(plural, (whole, of: string, list: string) => {
    if (of !== name) return whole;
    const forms = formsOf(list);
    return (forms[new Intl.PluralRules(tag).select(value)] ?? forms['other'] ?? '').replaceAll('#', written);
  });
  return chosen.replaceAll(`{${name}}`, written);
}

/** Every plural of a text: the value that it depends on, and its forms. */
export const pluralsOf = (text: string) =>
  [...text.matchAll(plural)].map(([, name, forms]) => ({name: name!, forms: formsOf(forms!)}));

/** The places of a text that are filled in, each once: a form of a plural may leave its number out. */
export const placesOf = (text: string): string[] => {
  const plain = text.replace(plural, '{$1}');
  return [...new Set(plain.match(/\{\w+\}/g) ?? [])].sort();
};
