// The page's files that one card save passes, in order: from the press of the form's button over each request and each step of the
// flow to the saved card. Read from the stacks of a real run of the demo shop, so what has returned by then is not among them, nor
// what a step changes on the screen: that hangs from `stages/interaction.ts`.
//   tsx tools/docs/save-path.ts
import {readFileSync} from 'node:fs';
import {chromium} from '@playwright/test';
import {decode, type SourceMapMappings} from '@jridgewell/sourcemap-codec';
import {startDemo} from '../../demo/server.js';
import {fillCard} from '../../src/testing/index.js';

interface Mapped {
  readonly sources: readonly string[];
  readonly lines: SourceMapMappings;
}

const maps = new Map<string, Mapped>();

function mapOf(script: string): Mapped {
  const known = maps.get(script);
  if (known) return known;
  const {sources, mappings} = JSON.parse(readFileSync(`dist/${script}.map`, 'utf8')) as {
    readonly sources: readonly string[];
    readonly mappings: string;
  };
  const mapped = {sources, lines: decode(mappings)};
  maps.set(script, mapped);
  return mapped;
}

/** Source of a place in a built script, both counted from 1; undefined where it is none of ours. */
function sourceOf(script: string, line: number, column: number): string | undefined {
  const {sources, lines} = mapOf(script);
  const segment = lines[line - 1]?.findLast(([start]) => start < column);
  const source = segment?.length === 1 ? undefined : sources[segment?.[1] ?? -1];
  return /(?:^|\/)(src\/.*)$/.exec(source ?? '')?.[1];
}

/** The files of a stack, from the outermost call. */
function filesOf(stack: string): string[] {
  const frames = [...stack.matchAll(/\/(card-vault(?:\/[^\s?:]+)?\.js)[^\s:]*:(\d+):(\d+)/g)].reverse();
  return frames.flatMap(([, script, line, column]) => sourceOf(script!, Number(line), Number(column)) ?? []);
}

/** Runs in the page before anything else: reports the stack of each request and of each step. */
const watchInPage = `
  Error.stackTraceLimit = 100;
  const {fetch} = window;
  window.fetch = (...given) => {
    stackSeen('request', new Error().stack);
    return fetch(...given);
  };
  document.addEventListener('card-vault-step', ({detail}) => stackSeen(detail.step, new Error().stack));`;

const {executablePath} = JSON.parse(readFileSync('.cache/browser.json', 'utf8')) as {executablePath: string};
const demo = await startDemo({
  ...{port: 0, servicePort: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'},
  settings: {deviceData: {mode: 'v1', delayMs: 20}},
});
const browser = await chromium.launch({executablePath});
try {
  const page = await browser.newPage();
  const passed: string[] = [];
  let hasBegun = false;
  let finish = (): void => undefined;
  const saved = new Promise<void>((resolve) => (finish = resolve));
  await page.exposeFunction('stackSeen', (what: string, stack: string): void => {
    if (!hasBegun) return;
    passed.push(...filesOf(stack));
    if (what === 'saved') finish();
  });
  await page.addInitScript(watchInPage);
  await page.goto(demo.url);
  await fillCard(page, {number: '4000000000002701', securityCode: '123'});
  hasBegun = true;
  await page.getByRole('button', {name: 'Save card'}).click();
  await saved;
  const files = [...new Set(passed)];
  console.log(files.map((file, index) => `${index + 1}. \`${file}\``).join('\n'));
} finally {
  await browser.close();
  await demo.close();
}
