/**
 * Documents whose rows say something that a test shows. The test names the row in a comment above it:
 *
 *     // shows: peers 7, time 3 4
 *
 * A comment serves all runners, and a test's title can be changed without the document. The last column of such a row
 * names the files of these tests and is written by `npm run docs`; a row that no test shows has its reason there.
 */
import {readFileSync, readdirSync} from 'node:fs';
import {format, resolveConfig} from 'prettier';

/** Documents by the name that the comments have for them. */
export const documents = {
  attack: 'docs/attacks.md',
  peers: 'docs/peers.md',
  time: 'docs/form-in-time.md',
  wcag: 'docs/acr.md',
} as const;

export interface Shown {
  readonly file: string;
  readonly line: number;
  /** The row, such as `peers 7`. */
  readonly row: string;
  /** Whether the comment stands right above a test or a suite. */
  readonly isAboveTest: boolean;
}

const comment = /^ *\/\/ shows: (.*)\n((?: *\/\/.*\n)*)(.*)/gm;
const test = /^\s*(?:for \(.*\)\s*\{?\s*)?(?:(?:it|test|describe|rule)\b|\w+\($)/;

/** What the comments of a file say. */
export function shownIn(file: string, content: string): readonly Shown[] {
  return [...content.matchAll(comment)].flatMap(({index, 1: list, 3: below}) =>
    list!.split(', ').flatMap((part) => {
      const [document, ...keys] = part.split(' ');
      return keys.map((key) => ({
        file,
        line: content.slice(0, index).split('\n').length,
        row: `${document} ${key}`,
        isAboveTest: test.test(below!),
      }));
    }),
  );
}

/** What the comments of all tests say. */
export function allShown(): readonly Shown[] {
  return ['test', 'service/test'].flatMap((folder) =>
    readdirSync(folder, {recursive: true, encoding: 'utf8'})
      .filter((path) => path.endsWith('.ts'))
      .map((path) => `${folder}/${path}`)
      .sort()
      .flatMap((path) => shownIn(path, readFileSync(path, 'utf8'))),
  );
}

const row = /^\| (\d[\d.]*)(?= |\|)(.*)\|([^|]*)\|$/gm;
const files = /^(`[\w/.-]+`(, )?)*$/;

export interface Row {
  /** Such as `peers 7`. */
  readonly name: string;
  /** Why no test shows it; empty where one does. */
  readonly reason: string;
}

/** The rows of a document. */
export function rowsOf(document: keyof typeof documents, text: string): readonly Row[] {
  return [...text.matchAll(row)].map(([, key, , last]) => ({
    name: `${document} ${key}`,
    reason: files.test(last!.trim()) ? '' : last!.trim(),
  }));
}

/** The document with the files of the tests in its rows. */
export async function withFiles(
  document: keyof typeof documents,
  text: string,
  shown: readonly Shown[],
): Promise<string> {
  const written = text.replace(row, (whole, key: string, cells: string, last: string) => {
    const names = shown
      .filter((one) => one.row === `${document} ${key}`)
      .map(
        ({file}) => `\`${file.replace('service/test/', 'service/').replace(/^test\/|(\.\w+)?\.ts$/g, '')}\``,
      );
    return files.test(last.trim()) ? `| ${key}${cells}| ${[...new Set(names)].join(', ')} |` : whole;
  });
  const path = documents[document];
  return await format(written, {...(await resolveConfig(path)), filepath: path});
}
