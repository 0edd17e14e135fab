import {writeFileSync} from 'node:fs';
import {stripVTControlCharacters} from 'node:util';
import {fileOf} from './pages.mjs';

/** Leaves `[outcome, file, name]` of every test and suite where `tools/test/test.mjs` reads them; a run by hand leaves nothing. */
export const leave = (results, file = process.env.CARD_VAULT_COUNTS) =>
  file && writeFileSync(file, JSON.stringify(results));
/** A test's name, with the first line of what broke it and the first lines that differ from what was expected. */
export function named(name, error) {
  if (!error) return name;
  const [first, ...more] = stripVTControlCharacters(String(error.message)).split('\n');
  const differing = more.filter(
    (line) => /^\s*[-+]\s*\S/.test(line) && !/[-+] (Expected|Received)/i.test(line),
  );
  return [`${name}: ${first}`, ...differing.slice(0, 4).map((line) => line.trim())]
    .join(' | ')
    .slice(0, 1000);
}

/** What a test opened and left keeps its process alive. Two minutes are enough to load the next file on a busy machine. */
const idleLimit = 120_000;

/**
 * A reporter of Node's test runner. A process that ends before its tests do never gets to leave results, unless it is told to end:
 * then the tests that are still running have failed. One that does not end after its tests is ended.
 */
export default async function* nodeReporter(source) {
  const results = [];
  const running = new Map();
  const end = (failures) => {
    leave([...results, ...failures.map(([file, name]) => ['failed', file, name])]);
    process.kill(process.pid, 'SIGKILL');
  };
  process.once('SIGTERM', () =>
    end([...running.values()].map(({name, file}) => [file, `${name}: still running`])),
  );
  const endIfIdle = () =>
    running.size || !results.length
      ? idle.refresh()
      : end([[results.at(-1)[1], `left open by its tests: ${process.getActiveResourcesInfo().join(', ')}`]]);
  const idle = setTimeout(endIfIdle, idleLimit).unref();
  for await (const {type, data} of source) {
    idle.refresh();
    const place = [data.file, data.line, data.column, data.name].join();
    if (type === 'test:dequeue') running.set(place, data);
    if (type === 'test:pass' || type === 'test:fail') running.delete(place);
    // A suite with tests in it, which may stand in a helper's file: the suite says whose they are.
    if (type === 'test:plan' && data.nesting > 0) results.push(['suite', data.file, '']);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const isSkipped = data.skip !== undefined || data.todo !== undefined;
    // A suite fails with its tests, which are counted, or by itself: what it does before or after them failed.
    const failsItself = type === 'test:fail' && data.details.error?.failureType !== 'subtestsFailed';
    if (data.details?.type === 'suite' && !isSkipped && !failsItself) continue;
    const outcome = isSkipped ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed';
    const name = named(data.name, data.details?.error?.cause ?? data.details?.error);
    results.push([outcome, data.file, typeof data.skip === 'string' ? data.skip : name]);
  }
  leave(results);
}

export function countsReporter() {
  const testsOf = (suite) => [...(suite?.tests ?? []), ...(suite?.suites ?? []).flatMap(testsOf)];
  const outcomeOf = ({skipped, passed}) => (skipped ? 'skipped' : passed ? 'passed' : 'failed');
  const resultsOf = ({testFile, testResults, errors = []}) => [
    ...(testResults?.suites ?? []).flatMap((suite) =>
      testsOf(suite).map((test) => [outcomeOf(test), fileOf(testFile, suite), named(test.name, test.error)]),
    ),
    ...(testResults?.tests ?? []).map((test) => [outcomeOf(test), testFile, named(test.name, test.error)]),
    ...errors.map(({message}) => ['failed', testFile, message]),
  ];
  return {stop: ({sessions}) => leave([...sessions].flatMap(resultsOf))};
}
