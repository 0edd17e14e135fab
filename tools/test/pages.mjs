// Few pages for the tests of the page's rooms: loading the element's modules anew for each file takes more processor time than
// the tests themselves.
import {readFileSync, writeFileSync} from 'node:fs';
import {resolve} from 'node:path';

/** Pages that files share. More load more, fewer do not end at the same time. */
const count = 8;
/** A file's page is found from its name alone, so that a new file moves no other one. */
const pageOf = (file) =>
  [...file].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % 65_521, 7) % count;
/** Some of their requests and frames are never answered, and a browser has six connections to a host. */
const isSilent = (file) => /^test\/(adapter|gateways)\//.test(file);
/** A file with this line has a page to itself; the line says why. */
const isAlone = (file) => isSilent(file) || /^\/\/ Own page: /m.test(readFileSync(file, 'utf8'));
/** A suite's title begins with its file, which the runner knows only of a file with a page to itself. */
const source = (files) => `for (const file of ${JSON.stringify(files)}) {
  const known = new Set(mocha.suite.suites);
  await import('/' + file);
  for (const suite of mocha.suite.suites) if (!known.has(suite)) suite.title = file + ': ' + suite.title;
}
`;

/** Writes the pages that import these files into a folder of the repository, and returns them with the files that have their own. */
export function sharedPages(files, folder) {
  const shared = files.filter((file) => !isAlone(file));
  const pages = Array.from({length: count}, (_, index) => shared.filter((file) => pageOf(file) === index));
  return [
    ...pages.flatMap((own, index) => {
      const page = `${folder}/page-${index}.test.js`;
      if (own.length > 0) writeFileSync(page, source(own));
      return own.length > 0 ? [page] : [];
    }),
    ...files.filter(isAlone),
  ];
}

/** The file of a suite that stands directly in a page. */
export const fileOf = (testFile, suite) =>
  /page-\d+\.test\.js$/.test(testFile) ? resolve(suite.name.split(': ')[0]) : testFile;
