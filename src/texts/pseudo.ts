import type {PseudoTag} from './match.js';
import type {Texts} from './shapes.js';

const plain = 'AaCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz';
const accented = 'ÅåÇçÐðÉéĜĝĤĥÎîĴĵĶķĻļÑñÖöŔŕŠšŢţÛûŴŵÝýŽž';

/** Right-to-left override and its end: Latin letters run as Hebrew ones do. */
const turned = (text: string): string => `\u202e${text}\u202c`;

function longer(text: string, tag: PseudoTag): string {
  const letters = text.replace(/[A-Za-z]/g, (letter) => accented[plain.indexOf(letter)] ?? letter);
  return tag === 'ar-XB' ? letters.replace(/\S+/g, turned) : letters;
}

/**
 * A text in a pseudo-language: English with accents, 40 % longer, from the left or from the right. What stays without
 * accents is not in the texts. Places to fill and forms of a plural keep their names.
 */
function pseudoText(text: string, tag: PseudoTag): string {
  if (!/\p{L}{3}/u.test(text)) return text;
  const parts = text.split(/(\{\w+(?:, plural, \w+ \{)?|\} (?:zero|one|two|few|many|other) \{|\}+)/);
  const said = parts.map((part, at) => (at % 2 ? part : longer(part, tag))).join('');
  const more = 'one two three four five six seven eight nine ten eleven twelve';
  return `${said} ${longer(
    more
      .repeat(5)
      .slice(0, Math.ceil(text.length * 0.4))
      .trim(),
    tag,
  )}`;
}

/** English texts, of any shape, in a pseudo-language. */
export function pseudo<English>(texts: English, tag: PseudoTag): Texts<English> {
  const inner = (value: unknown): unknown =>
    typeof value === 'string'
      ? pseudoText(value, tag)
      : Array.isArray(value)
        ? value.map(inner)
        : Object.fromEntries(Object.entries(value as object).map(([key, text]) => [key, inner(text)]));
  return inner(texts) as Texts<English>;
}
