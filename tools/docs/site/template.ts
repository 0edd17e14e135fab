import {posix} from 'node:path';
import {escape, type Rendered} from './markdown.js';
import type {Group, Page} from './pages.js';

/** What every page of the site has in common. */
export interface Frame {
  readonly groups: readonly Group[];
  readonly pages: ReadonlyMap<string, Page>;
  readonly version: string;
}

/** The HTML of a page. It needs no server and no script: addresses are relative, and scripts only add search and colours. */
export function htmlOf(page: Page, {html, sections, summary}: Rendered, frame: Frame): string {
  const to = (path: string) => posix.relative(posix.dirname(page.path), path) || posix.basename(path);
  const order = frame.groups.flatMap(({pages}) => pages).map((source) => frame.pages.get(source)!);
  const at = order.indexOf(page);
  const link = ({path, title}: Page, rel: string) =>
    `<a href="${to(path)}" rel="${rel}">${rel === 'prev' ? '← ' : ''}${escape(title)}${rel === 'next' ? ' →' : ''}</a>`;
  const [before, after] = at < 0 ? [] : [order[at - 1], order[at + 1]];
  const headings = sections.filter(({level}) => level === 2);
  const name = page.path === 'index.html' ? page.title : `${page.title} · card-vault`;
  return `<!doctype html>
<html lang="en" data-root="${to('index.html').replace(/index\.html$/, '')}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escape(summary.slice(0, 200))}">
<title>${escape(name)}</title>
<link rel="stylesheet" href="${to('style.css')}">
<link rel="icon" href="data:,">
<link rel="alternate" type="text/markdown" href="${to(page.path.replace(/html$/, 'md'))}">
<script src="${to('script.js')}" defer></script>
<a class="skip" href="#content">To the content</a>
<header>
<a class="name" href="${to('index.html')}">card-vault</a> <span class="version">${escape(frame.version)}</span>
<form class="search" role="search" hidden><input type="search" placeholder="Search" aria-label="Search" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list"><ul id="found" role="listbox" aria-label="Found" hidden></ul></form>
<button class="colours" type="button" hidden>Dark</button>
<a class="to-pages" href="#pages">Pages</a>
</header>
<div class="columns">
<main id="content" tabindex="-1">
${headings.length > 2 ? `<nav class="here" aria-label="On this page"><ul>${headings.map(({anchor, title}) => `<li><a href="#${anchor}">${escape(title)}</a></li>`).join('')}</ul></nav>` : ''}
<article>
${html}</article>
<p class="around">${before ? link(before, 'prev') : ''} ${after ? link(after, 'next') : ''}</p>
<p class="source"><a href="${to(page.path.replace(/html$/, 'md'))}">This page as Markdown</a></p>
</main>
<nav id="pages" class="pages" aria-label="Pages">
${frame.groups.map((group) => groupHtml(group, page, frame, to)).join('\n')}
</nav>
</div>
</html>
`;
}

/** A part of the navigation; the one of the page that is shown, and short ones of shops' developers, are open. */
function groupHtml({title, pages}: Group, page: Page, frame: Frame, to: (path: string) => string): string {
  const items = pages
    .map((source) => frame.pages.get(source)!)
    .map(
      (one) =>
        `<li><a href="${to(one.path)}"${one === page ? ' aria-current="page"' : ''}>${escape(one.title)}</a></li>`,
    );
  const isOpen = pages.includes(page.source) || (title !== 'For maintainers' && title !== 'Examples');
  return `<details${isOpen ? ' open' : ''}><summary>${title}</summary><ul>${items.join('')}</ul></details>`;
}
