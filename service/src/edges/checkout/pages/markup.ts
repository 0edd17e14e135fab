import {escapeHtml} from '../../../platform/pages/html.js';

/** Markup that is safe to send: texts in it were escaped when they were put in. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | false | null | undefined | readonly Part[];

function written(part: Part): string {
  if (part === false || part === null || part === undefined) return '';
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map(written).join('') : escapeHtml(String(part));
}

/** Puts parts into a template; every text is escaped, for content and for quoted attributes alike. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(
    strings.map((text, index) => text + (index < parts.length ? written(parts[index]) : '')).join(''),
  );
}
