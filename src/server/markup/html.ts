const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text or the value of an attribute, safe in HTML. */
export const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

export type AttributeValue = string | boolean | undefined;

/** A start tag. `true` is an attribute without a value; `false`, `undefined` and the empty string leave it out. */
export function tag(name: string, attributes: Readonly<Record<string, AttributeValue>> = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    if (value === undefined || value === false || value === '') return '';
    return value === true ? ` ${key}` : ` ${key}="${escape(value)}"`;
  });
  return `<${name}${written.join('')}>`;
}
