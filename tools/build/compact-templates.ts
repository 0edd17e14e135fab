// Takes the indentation of the source out of html, svg and css templates: minifiers leave template literals alone. The
// libraries for it need Node 22 or a minifier without upkeep, and leave 100 bytes more, gzip, until the form is drawn.
import MagicString from 'magic-string';
import type {Plugin} from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly tag?: Node & {readonly name?: string};
  readonly quasi?: Node & {readonly quasis: readonly Node[]};
}

/** White space that holds a line break is one space, as a page shows it, and none at the end of a tag. */
export const compactHtml = (text: string): string =>
  text.replace(/\s*\n\s*(?=>)/g, '').replace(/\s*\n\s*/g, ' ');

/** Comments go, and every space that separates nothing. A space in front of a colon stays: it is part of a selector. */
export const compactCss = (text: string): string =>
  text
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: (?=[^{}]*[;}])/g, ':')
    .replace(/(\d) \* (?=var)/g, '$1*')
    .replace(/\( /g, '(')
    .replace(/ \)/g, ')')
    .replace(/\[([\w-]+)='([a-z][\w-]*)'\]/g, '[$1=$2]')
    .replace(/;}/g, '}')
    .trim();

/** The templates of a module, compacted. */
export function compactTemplates(): Plugin {
  return {
    name: 'compact-templates',
    enforce: 'post',
    transform: {
      filter: {id: /\/src\/element\/.*\.ts$/},
      handler(code) {
        const text = new MagicString(code);
        walk(this.parse(code) as unknown as Node, ({type, tag, quasi}) => {
          if (type !== 'TaggedTemplateExpression' || !/^(html|svg|css)$/.test(tag?.name ?? '')) return;
          const compact = tag?.name === 'css' ? compactCss : compactHtml;
          for (const {start, end} of quasi?.quasis ?? []) {
            const shorter = compact(code.slice(start, end));
            if (shorter !== code.slice(start, end)) text.update(start, end, shorter);
          }
        });
        return {code: text.toString(), map: text.generateMap({hires: true})};
      },
    },
  };
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node) as unknown[])
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (typeof child === 'object' && child !== null && 'type' in child) walk(child as Node, visit);
}
