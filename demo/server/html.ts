const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text and attribute values, made safe for a page. */
export const escape = (text: string | number | boolean): string =>
  String(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** HTML that is safe in a page. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes. */
export type Value = string | number | boolean | null | undefined | Markup | readonly Value[];

/** A template whose values are escaped, unless they are markup themselves; lists are joined, nothing is left out. */
export function html(strings: readonly string[], ...values: readonly Value[]): Markup {
  return new Markup(
    strings.reduce((text, part, i) => text + part + (i < values.length ? show(values[i]) : ''), ''),
  );
}

/** HTML that another part has made safe already. */
export const markup = (text: string): Markup => new Markup(text);

function show(value: Value): string {
  if (value === undefined || value === null || value === false) return '';
  if (value instanceof Markup) return value.text;
  return typeof value === 'object' ? value.map(show).join('') : escape(value);
}

/** An attribute that is there when its value is; `true` stands for one without a value. */
export function attribute(name: string, value: string | boolean | undefined): Markup {
  if (value === undefined || value === false || value === '') return html``;
  return value === true ? new Markup(` ${name}`) : html`${new Markup(` ${name}`)}="${value}"`;
}
