// The order in which the site shows its pages: what a shop's developer reads from the left to the right of a week.
import {readFileSync, readdirSync} from 'node:fs';

/** A heading of the navigation and the pages below it, as paths of Markdown files from the root of the repository. */
export interface Group {
  readonly title: string;
  readonly pages: readonly string[];
}

const site = (...names: readonly string[]): readonly string[] => names.map((name) => `site/${name}.md`);
const markdownIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${folder}/${name}`);

const stacks = [
  ...[
    'express',
    'fastify',
    'hono',
    'koa',
    'nest',
    'next',
    'nuxt',
    'sveltekit',
    'astro',
    'react',
    'vue',
    'angular',
  ],
  ...['htmx', 'php', 'python'],
];

/** All pages, in the order of the navigation. */
export const groups: readonly Group[] = [
  {
    title: 'Start',
    pages: site(
      'index',
      'start/index',
      ...stacks.map((stack) => `start/${stack}`),
      'how-it-works',
      'playground',
    ),
  },
  {
    title: 'Your page',
    pages: site('form', 'languages', 'looks', 'parts', 'list', 'frameworks'),
  },
  {title: 'Your server', pages: site('server', 'payments', 'subscriptions', 'webhooks', 'contract')},
  {
    title: 'To production',
    pages: site('3-d-secure', 'testing', 'going-live', 'security', 'support', 'accessibility-statement'),
  },
  {title: 'When something is wrong', pages: site('troubleshooting', 'errors')},
  {
    title: 'Reference',
    pages: site('reference/element', 'reference/kit', 'reference/protocol', 'reference/cli'),
  },
  {
    title: 'Compare and migrate',
    pages: site('compare', 'migrate/stripe', 'migrate/adyen', 'migrate/braintree', 'migrate/safepay-atoms'),
  },
  {title: 'Examples', pages: readdirSync('examples').map((name) => `examples/${name}/README.md`)},
  {
    title: 'For maintainers',
    pages: [
      ...['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
      ...[...markdownIn('docs'), 'docs/decisions/README.md'],
    ],
  },
];

/** Pages that are built and not in the navigation: their list is a page of its own. */
const decisions = (): readonly string[] =>
  markdownIn('docs/decisions').filter((path) => !path.endsWith('/README.md'));

/** A page as the generator sees it. */
export interface Page {
  /** The Markdown file, from the root of the repository. */
  readonly source: string;
  /** Where its HTML goes, from the root of the site. Its Markdown goes beside it. */
  readonly path: string;
  readonly title: string;
  readonly markdown: string;
}

/** Where the HTML of a Markdown file goes: pages of the site at its root, those of the repository's root beside its documents. */
export const pathOf = (source: string): string =>
  source
    .replace(/^(?=[^/]+$)/, 'docs/')
    .replace(/^site\//, '')
    .replace(/(^|\/)README\.md$/, '$1index.md')
    .replace(/\.md$/, '.html');

/** Every page that the site has, in the order of the navigation, then the decisions. */
export function allPages(): readonly Page[] {
  return [...groups.flatMap(({pages}) => pages), ...decisions()].map((source) => {
    const markdown = readFileSync(source, 'utf8');
    const title = /^# (.+)$/m.exec(markdown)?.[1];
    if (!title) throw new Error(`${source} has no heading of the first level.`);
    return {source, path: pathOf(source), title: title.replaceAll('`', ''), markdown};
  });
}
