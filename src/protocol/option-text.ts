const quote = /^["'`“”‘’«]|["'`“”‘’»]$/;
// Control characters, byte order marks and invisible ones. A file in UTF-16 is full of NUL.
const unseen = /[\p{Cc}\p{Cf}\u2028\u2029\ufffd]/u;

/**
 * Why a text is not what its writer meant as an option, as the end of a sentence: environment files keep quotes and
 * carriage returns, and files are saved in other encodings. Undefined if nothing is wrong.
 */
export function optionTextProblem(text: string): string | undefined {
  if (text.trim() !== text) return 'begins or ends with a space or a line break. Remove it';
  if (unseen.test(text)) return 'has characters that cannot be seen. Type it anew, or save its file as UTF-8';
  if (quote.test(text)) return 'begins or ends with a quotation mark. Remove it: it is not part of the value';
  return undefined;
}

/** Each text in a value: itself, those of a list, and those of the objects in it. Functions have none. */
function* textsOf(name: string, value: unknown): Generator<readonly [name: string, text: string]> {
  if (typeof value === 'string') yield [name, value];
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) for (const entry of value) yield* textsOf(name, entry);
  else if (Object.getPrototypeOf(value) === Object.prototype)
    for (const [key, entry] of Object.entries(value)) yield* textsOf(`${name}.${key}`, entry);
}

/**
 * The first problem of all texts in options, as a sentence that names the option and repeats no value.
 *
 * @param isProse - Whether an option is a text for people, which may end with a quotation mark.
 */
export function misreadOption(
  options: object,
  isProse: (name: string) => boolean = () => false,
): string | undefined {
  for (const [option, value] of Object.entries(options)) {
    for (const [name, text] of textsOf(option, value)) {
      const problem = isProse(name) ? undefined : optionTextProblem(text);
      if (problem !== undefined) return `${name} ${problem}.`;
    }
  }
  return undefined;
}
