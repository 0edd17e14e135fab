import {escapeHtml} from '../../../platform/pages/html.js';

/** HTML that is safe to send: the texts in it are already escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | false | null | undefined | readonly Part[];

function render(part: Part): string {
  if (part === false || part === null || part === undefined) return '';
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map(render).join('') : escapeHtml(String(part));
}

/** Template tag that builds HTML. It escapes every string, for content and for quoted attributes. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(
    strings.map((text, index) => text + (index < parts.length ? render(parts[index]) : '')).join(''),
  );
}
