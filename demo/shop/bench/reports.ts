import {ticketOf} from 'card-vault/inspector';
import {outcomeText} from './cases.js';
import {linkOf, nameOf, type Run} from './plan.js';
import type {Result} from './runner.js';

/** Runs with what they came to; those that were not played have none. */
export type Book = readonly (readonly [run: Run, result: Result | undefined])[];

/** Sentences that a person confirms. */
export type Checks = readonly (readonly [text: string, isGood: boolean])[];

const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const linkHere = (run: Run): string => new URL(linkOf(run), location.href).href;

/** The table of expected and seen, the check-list, and a ticket of each run that failed. */
export function asMarkdown(book: Book, checks: Checks): string {
  const played = book.filter(([, result]) => result);
  const failed = played.filter(([, result]) => !result!.passed);
  const minutes = played.reduce((sum, [, result]) => sum + result!.took, 0) / 60_000;
  return [
    `# QA bench: ${played.length} of ${book.length} runs, ${failed.length} failed, ${minutes.toFixed(1)} minutes`,
    '',
    '| run | expected | seen | seconds |',
    '| --- | --- | --- | --- |',
    ...book.map(([run, result]) => {
      const seen = result
        ? `${result.passed ? '' : '**'}${outcomeText(result.seen)}${result.passed ? '' : '**'}`
        : '–';
      const cells = [`[${nameOf(run)}](${linkHere(run)})`, outcomeText(run.expected), seen];
      return `| ${[...cells, result ? seconds(result.took) : ''].join(' | ')} |`;
    }),
    '',
    ...checks.map(([text, isGood]) => `- [${isGood ? 'x' : ' '}] ${text}`),
    '',
    ...failed.flatMap(([run, result]) =>
      result?.trace ? [`## ${nameOf(run)}`, '', ticketOf(result.trace, linkHere(run))] : [],
    ),
  ].join('\n');
}

const escaped = (text: string): string => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The same as a JUnit report, for a build server. */
export function asJUnit(book: Book): string {
  const failed = book.filter(([, result]) => result && !result.passed).length;
  const skipped = book.filter(([, result]) => !result).length;
  const time = book.reduce((sum, [, result]) => sum + (result?.took ?? 0), 0);
  const cases = book.map(([run, result]) => {
    const attributes = `classname="${escaped(run.case.id)}" name="${escaped(nameOf(run))}"`;
    if (!result) return `    <testcase ${attributes}><skipped/></testcase>`;
    const message = `expected: ${outcomeText(run.expected)}; seen: ${outcomeText(result.seen)}`;
    const failure = result.passed ? '' : `<failure message="${escaped(message)}"/>`;
    return `    <testcase ${attributes} time="${seconds(result.took)}">${failure}</testcase>`;
  });
  const counts = `tests="${book.length}" failures="${failed}" skipped="${skipped}" time="${seconds(time)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="card-vault" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** The traces of all runs that have one, by the names of the runs. */
export const asTraces = (book: Book): string =>
  JSON.stringify(
    Object.fromEntries(book.flatMap(([run, result]) => (result?.trace ? [[nameOf(run), result.trace]] : []))),
  );
