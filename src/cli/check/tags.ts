/** Attributes of a tag by name, in lower case. */
export type Tag = ReadonlyMap<string, string>;

const attributeForm = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&amp;': '&',
};

/** The opening tags of one name in a page, comments left out. Enough for these, not an HTML parser. */
export function readTags(html: string, name: 'meta' | 'script' | 'card-vault'): readonly Tag[] {
  const text = html.replace(/<!--[\s\S]*?-->/g, '');
  const form = new RegExp(`<${name}(?=[\\s/>])((?:"[^"]*"|'[^']*'|[^'">])*)>`, 'gi');
  return [...text.matchAll(form)].map(([, inside = '']) => attributesOf(inside));
}

function attributesOf(inside: string): Tag {
  const found = new Map<string, string>();
  for (const [, name = '', double, single, bare] of inside.matchAll(attributeForm)) {
    const value = (double ?? single ?? bare ?? '').replace(/&[^&;\s]+;/g, (one) => entities[one] ?? one);
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value);
  }
  return found;
}

/** The text of scripts that stand in the page itself. */
export function inlineScripts(html: string): readonly string[] {
  const form = /<script\b((?:"[^"]*"|'[^']*'|[^'">])*)>([\s\S]*?)<\/script\s*>/gi;
  return [...html.matchAll(form)]
    .filter(([, inside = '']) => !attributesOf(inside).has('src'))
    .map(([, , text = '']) => text);
}
