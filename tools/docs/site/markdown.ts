// Markdown of the repository as HTML of the site: headings have GitHub's anchors, links lead to pages of the site.
import {posix} from 'node:path';
import hljs from 'highlight.js/lib/common';
import {Marked, type Tokens} from 'marked';

/** A part of a page that the search can lead to. */
export interface Section {
  readonly anchor: string;
  readonly title: string;
  readonly level: number;
  readonly text: string;
}

/** A page's content. */
export interface Rendered {
  readonly html: string;
  readonly sections: readonly Section[];
  /** First paragraph, as plain text. */
  readonly summary: string;
  /** Pictures, as paths from the root of the repository. */
  readonly pictures: readonly string[];
}

/** The anchor that GitHub gives a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

export const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[sign]!);

const plain = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replaceAll('|', ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Names of languages in the fences, where the highlighter has others. */
const languages: Readonly<Record<string, string>> = {
  vue: 'xml',
  html: 'xml',
  mjs: 'js',
  tsx: 'ts',
  sh: 'bash',
};

/**
 * @param source the file, from the root of the repository
 * @param target where a path of the repository is on the site, or undefined where it has no page
 */
export function render(
  source: string,
  markdown: string,
  target: (path: string) => string | undefined,
): Rendered {
  const pictures: string[] = [];
  const fromRoot = (href: string) => posix.normalize(posix.join(posix.dirname(source), href));
  const marked = new Marked({
    renderer: {
      heading({tokens, depth, text}: Tokens.Heading) {
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${inner}</h1>\n`;
        const id = anchorOf(text);
        return `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to this heading">#</a></h${depth}>\n`;
      },
      code({text, lang = ''}: Tokens.Code) {
        // A table says the same below each; drawing it would take a page as heavy as the rest together.
        if (lang === 'mermaid') return '';
        const language = languages[lang] ?? lang;
        const known = hljs.getLanguage(language) !== undefined;
        const html = known ? hljs.highlight(text, {language}).value : escape(text);
        return `<pre tabindex="0"><code>${html}</code></pre>\n`;
      },
      table({header, rows}: Tokens.Table) {
        const cells = (row: readonly Tokens.TableCell[], tag: string) =>
          row.map(({tokens}) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
        const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${cells(header, 'th')}</tr></thead><tbody>${body}</tbody></table></div>\n`;
      },
      link({href, tokens}: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        if (/^([a-z]+:|#)/i.test(href)) return `<a href="${escape(href)}">${inner}</a>`;
        const [path = '', anchor] = href.split('#');
        const to = target(fromRoot(path));
        return to ? `<a href="${escape(to + (anchor ? `#${anchor}` : ''))}">${inner}</a>` : inner;
      },
      image({href, text}: Tokens.Image) {
        const path = fromRoot(href);
        pictures.push(path);
        return `<img src="${escape(target(path) ?? '')}" alt="${escape(text)}" loading="lazy">`;
      },
      checkbox: ({checked}: Tokens.Checkbox) => (checked ? '☑ ' : '☐ '),
    },
  });
  const tokens = marked.lexer(markdown);
  const paragraph = tokens.find(
    (token): token is Tokens.Paragraph => token.type === 'paragraph' && !token.raw.startsWith('!['),
  );
  return {
    html: marked.parser(tokens),
    sections: sectionsOf(tokens),
    summary: plain(paragraph?.text ?? ''),
    pictures,
  };
}

/**
 * The Markdown of a page for the site: links lead to the Markdown of the other pages. One that leads to no page is its text, as in the
 * HTML. Code stays as it is.
 */
export function markdownOf(
  source: string,
  markdown: string,
  target: (path: string) => string | undefined,
): string {
  const written = (href: string): string | undefined => {
    if (/^([a-z]+:|#)/i.test(href)) return href;
    const [path = '', anchor] = href.split('#');
    const to = target(posix.normalize(posix.join(posix.dirname(source), path)))?.replace(/\.html$/, '.md');
    return to ? to + (anchor ? `#${anchor}` : '') : undefined;
  };
  const gone = new Set<string>();
  const linesOf = (text: string): string =>
    text
      .replace(/^\[([^\]]+)\]: (\S+)\n/gm, (_, name: string, href: string) => {
        const to = written(href);
        if (to === undefined) gone.add(name);
        return to === undefined ? '' : `[${name}]: ${to}\n`;
      })
      .replace(
        /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g,
        (_, mark: string, text: string, href: string) => {
          const to = written(href);
          return to === undefined ? text : `${mark}[${text}](${to})`;
        },
      );
  const parts = markdown.split(/(^```[^]*?^```$)/m);
  const linked = parts.map((part) => (part.startsWith('```') ? part : linesOf(part)));
  return linked
    .map((part) =>
      part.startsWith('```')
        ? part
        : part.replace(/\[([^[\]]+)\](?:\[([^[\]]*)\])?(?![(:])/g, (all, text: string, name?: string) =>
            gone.has(name || text) ? text : all,
          ),
    )
    .join('');
}

/** The text below each heading; what stands before the first is a section without an anchor. */
function sectionsOf(tokens: readonly {readonly type: string; readonly raw: string}[]): readonly Section[] {
  const sections: {anchor: string; title: string; level: number; text: string}[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const {text, depth} = token as Tokens.Heading;
      sections.push({anchor: depth === 1 ? '' : anchorOf(text), title: plain(text), level: depth, text: ''});
    } else if (token.type !== 'space' && !token.raw.startsWith('<!--')) {
      const last = sections.at(-1);
      if (last) last.text += ` ${plain(token.raw)}`;
    }
  }
  return sections;
}
