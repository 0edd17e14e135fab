const entities = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'};

/** Text and attribute values, made safe for a page. */
export const escape = (text) => String(text).replace(/[&<>"']/g, (sign) => entities[sign]);

class Markup {
  constructor(text) {
    this.text = text;
  }
}

/** A template whose values are escaped, unless they are markup themselves; lists are joined, nothing is left out. */
export function html(strings, ...values) {
  return new Markup(
    strings.reduce((text, part, i) => text + part + (i < values.length ? show(values[i]) : ''), ''),
  );
}

/** HTML that another part has made safe already. */
export const markup = (text) => new Markup(text);

function show(value) {
  if (value === undefined || value === null || value === false) return '';
  if (Array.isArray(value)) return value.map(show).join('');
  return value instanceof Markup ? value.text : escape(value);
}

/** An attribute that is there when its value is; `true` stands for one without a value. */
export function attribute(name, value) {
  if (value === undefined || value === false || value === '') return html``;
  return value === true ? new Markup(` ${name}`) : html`${new Markup(` ${name}`)}="${value}"`;
}
