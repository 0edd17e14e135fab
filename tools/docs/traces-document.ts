import {toJsonSchema, type JsonSchema} from '@valibot/to-json-schema';
import {whys} from '../../src/inspector/words.js';
import {entrySchemas, environmentSchema, optionsSchema} from '../../src/trace/schema.js';
import {largestTrace, traceFormat, traceVersion} from '../../src/trace/trace.js';
import {table} from './flow-document.js';

/** Sentences about each kind of entry. */
const kinds: Readonly<Record<keyof typeof entrySchemas, string>> = {
  state: 'The flow moved from one state to another.',
  event: 'The element fired an event. Steps, outcomes and errors have kinds of their own.',
  request:
    'The page asked the shop’s server or the service, or loaded the library of the card fields or a script of the element. Of the address there are the host and the words of known routes. Requests inside the frames of other sites are out of the page’s sight.',
  frame:
    'A frame of the element has loaded a page: a card field, a hidden one, the one for the bank’s page (`shell`), and the bank’s page in it.',
  page: 'The page was loaded, hidden, shown, left, or its connection changed.',
  outcome: 'An attempt ended, as `card-vault-saved`, `card-vault-paid` or `card-vault-stopped` says it.',
  error: 'Something broke, as `card-vault-error` says it, without its sentence.',
};

/** `docs/traces.md`, made from the schema. */
export function tracesDocument(): string {
  return [
    ...['# Traces', ''],
    'Made from the schema by `npm run docs`; do not edit. The sentences are in `tools/docs/traces-document.ts`.',
    '',
    'A trace records what one `<card-vault>` does and how it ended, as JSON that is fit to be sent to others. It cannot hold a',
    'card number, a secret, a name, an address or a token of a card: every value is a number, a flag, one of a list, or has a',
    'pattern that is too narrow for those. A value that does not fit is left out with its entry, and counted in `dropped`.',
    '',
    '```js',
    "import {recordTrace} from 'card-vault/inspector';",
    '',
    "const [element] = document.getElementsByTagName('card-vault');",
    'const recorder = element && recordTrace(element);',
    'JSON.stringify(recorder?.trace); // at any time; `element.trace` is the same',
    '```',
    '',
    '`<card-vault-inspector>` shows it as a time line, copies it for a ticket, saves it, opens one that is dropped on it, and',
    'compares it with another. `card-vault/define-inspector` registers it. On a page of your shop that serves',
    '`card-vault-inspector.js`, the console opens it:',
    '',
    '```text',
    "(await import('/assets/card-vault-inspector.js')).openInspector();",
    '```',
    '',
    '“Replay” plays a trace again in the page, on a fake adapter: each attempt fails, is cancelled, is left and is answered by the',
    'bank where the trace says so. `replayTrace(trace)` of `card-vault/testing` does it in a test and tells both outcomes.',
    '',
    'With `trace: true`, `createCardVaultServer` names in `Server-Timing` the id of each request and the calls of the service that it',
    'made for it: the trace of the page then shows shop and service too, and the id finds both in their logs. The fixtures of',
    '`card-vault/testing` attach the trace to a test of Playwright that fails; `keepTraceOf(page)` does it without them, and',
    '`keepTraceOf(document)` in a component test: [the trace of a test that failed](../site/testing.md#the-trace-of-a-test-that-failed).',
    '',
    `A trace has at most ${largestTrace.toLocaleString('en')} bytes. When it is full, the oldest changes of fields leave it first, states and outcomes`,
    'last. While a save is under way, the trace goes on in the next page of the tab: after the bank’s page, after a reload.',
    '',
    ...['## The trace', ''],
    ...table(
      ['field', 'value'],
      [
        ['`format`', `\`${traceFormat}\``],
        ['`version`', `\`${traceVersion}\`; it goes up when an older reader would misread a trace`],
        ['`cardVault`', 'version of the package'],
        ['`started`', 'instant of `at: 0`, ISO 8601'],
        ['`environment`', 'see below'],
        ['`options`', 'options of the element that differ from their default, see below'],
        ['`entries`', 'list in the order of `at`; each has a `kind`, and its time `at` in milliseconds'],
        ['`dropped`', 'how many entries were left out'],
      ],
    ),
    ...['', '## The environment', ''],
    ...fieldsOf(toJsonSchema(environmentSchema)),
    ...['', '## The options', ''],
    ...fieldsOf(toJsonSchema(optionsSchema)),
    ...Object.entries(entrySchemas).flatMap(([kind, schema]) => [
      ...['', `## Entry \`${kind}\``, ''],
      ...[kinds[kind as keyof typeof kinds], ''],
      ...fieldsOf(toJsonSchema(schema)),
    ]),
    ...['', '## Reasons', '', 'An error says in `why` what kept the card fields from becoming live:', ''],
    ...table(
      ['reason', 'meaning'],
      Object.entries(whys).map(([why, words]) => [`\`${why}\``, words]),
    ),
    '',
  ].join('\n');
}

function fieldsOf({properties = {}, required = []}: JsonSchema): readonly string[] {
  const rows = Object.entries(properties)
    .filter(([name]) => name !== 'kind' && name !== 'at')
    .map(([name, property]) => [
      `\`${name}\`${required.includes(name) ? '' : ' (optional)'}`,
      valuesOf(property as JsonSchema),
    ]);
  return table(['field', 'value'], rows);
}

function valuesOf({enum: listed, pattern, type, minimum, maximum}: JsonSchema): string {
  if (listed?.includes('visa')) return 'a brand of `src/protocol/brands.ts`, or `unknown`';
  if (listed?.includes('session-refused')) return 'a code of [errors](../site/errors.md)';
  if (listed?.includes('stepping-up')) return 'a state of [the flow](flow.md)';
  if (listed?.includes('not-loaded')) return 'a reason of the table below, or one of the card field library';
  if (listed) return listed.map((value) => `\`${String(value)}\``).join(', ');
  if (pattern)
    return pattern.length > 100 ? 'known words, the others as `…`' : `\`${pattern.replaceAll('|', '\\|')}\``;
  if (type === 'array') return 'a list; each has `path`, `status` and `duration`';
  if (type === 'boolean') return '`true` or `false`';
  return maximum === 599 ? `${minimum} to ${maximum}` : 'a number from 0 on';
}
