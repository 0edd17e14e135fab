import {render} from './markdown.js';
import type {Group, Page} from './pages.js';

/** `llms.txt`: what the site has, for a reader that is a program, with the Markdown of each page. */
export function llmsText(groups: readonly Group[], pages: ReadonlyMap<string, Page>): string {
  const lineOf = (page: Page) => {
    const [sentence = ''] = render(page.source, page.markdown, () => undefined).summary.split(
      /(?<=\.) |:( |$)/,
    );
    return `- [${page.title}](${page.path.replace(/html$/, 'md')}): ${sentence}`;
  };
  return [
    '# card-vault',
    '',
    '> A web component that saves a payment card with hosted fields and 3-D Secure, a kit for the shop’s server, and a',
    '> payment service that stands in for the real one in development and tests. Every page below is Markdown.',
    '',
    ...groups.flatMap(({title, pages: sources}) => [
      `## ${title === 'For maintainers' ? 'Optional' : title}`,
      '',
      ...sources.map((source) => lineOf(pages.get(source)!)),
      '',
    ]),
  ].join('\n');
}
