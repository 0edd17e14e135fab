import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import {describe, it} from 'node:test';
import {llmsText} from '../../tools/docs/site/llms.js';
import {anchorOf, markdownOf, render} from '../../tools/docs/site/markdown.js';
import {groups, pathOf, type Page} from '../../tools/docs/site/pages.js';
import {htmlOf} from '../../tools/docs/site/template.js';
import {documentsAndPages} from './support/markdown.js';

const pageOf = (source: string, markdown = `# ${source}\n\nText.\n`): Page => ({
  ...{source, path: pathOf(source), markdown},
  title: /^# (.+)$/m.exec(markdown)![1]!,
});

describe('the documentation site (npm run docs:site)', () => {
  it('has every page of the folder and every document in its navigation, once', () => {
    const shown = groups.flatMap(({pages}) => pages);
    assert.deepEqual(
      shown.filter((source, index) => shown.indexOf(source) !== index),
      [],
    );
    const examples = readdirSync('examples').map((name) => `examples/${name}/README.md`);
    for (const source of [...documentsAndPages(), ...examples]) assert.ok(shown.includes(source), source);
  });

  it('gives no two pages one address, also where case does not count', () => {
    const paths = groups.flatMap(({pages}) => pages.map((source) => pathOf(source).toLowerCase()));
    assert.deepEqual([...new Set(paths)], paths);
    assert.equal(pathOf('site/start/index.md'), 'start/index.html');
    assert.equal(pathOf('SECURITY.md'), 'docs/SECURITY.html');
    assert.equal(pathOf('examples/hono/README.md'), 'examples/hono/index.html');
  });

  it('gives headings the anchors that links on GitHub have', () => {
    assert.equal(anchorOf('GET and POST /return'), 'get-and-post-return');
    assert.equal(anchorOf('`session-refused`'), 'session-refused');
    assert.equal(anchorOf('May the shop charge it later?'), 'may-the-shop-charge-it-later');
  });

  it('leads links between Markdown files to pages, and writes no link where there is no page', () => {
    const asked: string[] = [];
    const target = (path: string) => {
      asked.push(path);
      return path === 'docs/wire.md' ? '../docs/wire.html' : undefined;
    };
    const {html} = render('site/start/x.md', '[a](../../docs/wire.md#b) [c](../../src/d.ts) [e](#f)', target);
    assert.deepEqual(asked, ['docs/wire.md', 'src/d.ts']);
    assert.ok(html.includes('<a href="../docs/wire.html#b">a</a> c <a href="#f">e</a>'), html);
  });

  it('leads links in the Markdown of a page to that of others, and leaves none that leads to no page', () => {
    const target = (path: string) => (path === 'docs/wire.md' ? '../docs/wire.html' : '');
    const written = (markdown: string) => markdownOf('site/start/x.md', markdown, target);
    const link =
      '[a](../../docs/wire.md#b), [`c`](../../src/d.ts) and ![e](../x.png); [f](#g), [h](https://i.example)';
    assert.equal(written(link), '[a](../docs/wire.md#b), `c` and e; [f](#g), [h](https://i.example)');
    const named =
      'As [j] and [k][l], [m].\n\n[j]: ../../docs/wire.md#n\n[l]: ../../src/o.ts\n[m]: ../../p.ts\n';
    assert.equal(written(named), 'As [j] and k, m.\n\n[j]: ../docs/wire.md#n\n');
    const code = '```md\n[a](../../src/d.ts)\n```\n';
    assert.equal(written(code), code);
  });

  it('escapes code and colours the languages that it knows', () => {
    const {html} = render('a.md', '```html\n<b>&amp;</b>\n```\n\n```none\n<i>\n```', () => undefined);
    assert.ok(html.includes('hljs-name'));
    assert.ok(!/<b>|<i>/.test(html), html);
  });

  it('can be read and searched by section, without its comments', () => {
    const {sections, summary} = render(
      'a.md',
      '# A\n\n<!-- made -->\n\n![picture](a.svg)\n\nFirst `words`.\n\n## B c\n\n| d |\n| - |\n| e |\n',
      () => 'a.svg',
    );
    assert.equal(summary, 'First words.');
    assert.deepEqual(
      sections.map(({anchor, title, level}) => [anchor, title, level]),
      [
        ['', 'A', 1],
        ['b-c', 'B c', 2],
      ],
    );
    assert.doesNotMatch(sections[0]!.text, /made/);
    assert.match(sections[1]!.text, /\bd\b.*\be\b/);
  });

  it('works in any folder and without scripts: addresses are relative, and search and colours are hidden', () => {
    const sources = ['site/index.md', 'site/start/express.md'];
    const pages = new Map(sources.map((source) => [source, pageOf(source)]));
    const frame = {groups: [{title: 'Start', pages: sources}], pages, version: '1.2.3'};
    const page = pages.get('site/start/express.md')!;
    const html = htmlOf(
      page,
      render(page.source, page.markdown, () => undefined),
      frame,
    );
    const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address!);
    assert.ok(addresses.includes('../style.css') && addresses.includes('../index.html'));
    assert.deepEqual(
      addresses.filter((address) => /^(\/|https?:)/.test(address)),
      [],
    );
    assert.match(html, /<form class="search"[^>]* hidden>/);
    assert.match(html, /<button class="colours"[^>]* hidden>/);
    assert.match(html, /aria-current="page">site\/start\/express\.md</);
  });

  it('lists its pages with their Markdown in llms.txt', () => {
    const pages = new Map([['site/list.md', pageOf('site/list.md', '# Saved cards\n\nA list. More.\n')]]);
    const text = llmsText([{title: 'Your page', pages: ['site/list.md']}], pages);
    assert.ok(text.includes('## Your page\n\n- [Saved cards](list.md): A list.\n'), text);
  });
});
