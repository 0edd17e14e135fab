// What Orca says in Firefox in five journeys, beside what is kept in docs/screen-reader-speech.txt; `--keep` keeps what it says now.
// Two minutes a run.
import {readFileSync, writeFileSync} from 'node:fs';
import {startService} from 'card-vault-service';
import {startSmallShop} from '../../test/e2e/support/small-shop.js';
import {Desk} from './speech/desk.js';

const kept = 'docs/screen-reader-speech.txt';
const form = `document.querySelector('card-vault')`;
const state = (name: string): string => `${form}?.matches(':state(${name})')`;
const live = `${form}?.matches(':defined') && !${state('loading')}`;
const list = `document.querySelector('card-vault-list')`;
const saved = `${form}.shadowRoot.querySelector('[part~=outcome]')`;
const bank = `${form}.shadowRoot.querySelector('dialog[open]')`;

interface Step {
  readonly do: string;
  /** What the page must have come to before one listens. */
  readonly until?: string;
  go(desk: Desk): Promise<void>;
}

const press = (...keys: string[]): Step => ({do: keys.join(', '), go: (desk) => desk.press(...keys)});
const type = (text: string, then = 'Tab'): Step => ({
  do: `“${text}”, ${then}`,
  async go(desk) {
    await desk.type(text);
    await desk.press(then);
  },
});
const to = (step: Step, until: string): Step => ({...step, until});

// The form is sent to a hidden frame, so that the page keeps its ending.
const formPage = `<form action="/assets/integrity.json" target="sent">
  <card-vault session-url="/card-vault/session"></card-vault> <button>Save card</button></form>
  <iframe name="sent" title="Sent" hidden></iframe>`;
const listPage = `<script type="module" src="/assets/card-vault-list.js"></script>
  <card-vault-list session-url="/card-vault/session"></card-vault-list>`;

const journeys: readonly {
  readonly title: string;
  readonly body: string;
  readonly ready: string;
  readonly steps: readonly Step[];
}[] = [
  {
    title: 'A card is saved',
    ...{body: formPage, ready: live},
    steps: [press('Tab'), type('4000000000002701'), type('0139'), type('123'), to(press('Return'), saved)],
  },
  {
    title: 'An error is mended',
    ...{body: formPage, ready: live},
    steps: [
      press('Tab'),
      type('4000000000002702'),
      press('shift+Tab'),
      type('4000000000002701'),
      type('0139'),
      type('12', 'Return'),
      to(type('123', 'Return'), saved),
    ],
  },
  {
    title: 'The bank asks',
    ...{body: formPage, ready: live},
    steps: [
      press('Tab'),
      type('4000000000002503'),
      type('0139'),
      to(type('123', 'Return'), bank),
      press('Tab'),
      type('9999', 'Return'),
      to(type('1234', 'Return'), saved),
    ],
  },
  {
    title: 'The bank asks, and is left',
    ...{body: formPage, ready: live},
    steps: [
      press('Tab'),
      type('4000000000002503'),
      type('0139'),
      to(type('123', 'Return'), bank),
      to(press('Escape'), `!${bank}`),
    ],
  },
  {
    title: 'A card is removed and taken back',
    ...{body: listPage, ready: `${list}?.paymentMethods?.length > 0`},
    steps: [press('Tab'), press('Tab'), press('Return'), press('Return'), press('Tab')],
  },
];

/** Runs of each journey. Orca drops or adds a sentence now and then, so one counts if most runs had it. */
const runs = 3;
const isSaid = (times: number): boolean => times > runs / 2;

/** Sentences by the step that they answer, in the order of the journeys. */
type Speech = ReadonlyMap<string, readonly string[]>;

const textOf = (speech: Speech): string =>
  [...speech].map(([step, said]) => [step, ...said].join('\n')).join('\n\n') + '\n';

const read = (text: string): Speech =>
  new Map(
    text
      .trim()
      .split('\n\n')
      .map((part) => part.split('\n'))
      .map(([step = '', ...said]) => [step, said]),
  );

/** What only one of two logs has: `-` before what was kept, `+` before what is new. */
function differences(before: Speech, now: Speech): readonly string[] {
  const only = (sign: string, one: Speech, other: Speech): string[] =>
    [...one].flatMap(([step, said]) =>
      said.filter((line) => !other.get(step)?.includes(line)).map((line) => `${sign} ${step}: ${line}`),
    );
  return [...only('-', before, now), ...only('+', now, before)];
}

/** Walks the journeys once, and counts what is heard. */
async function listen(heard: Map<string, Map<string, number>>): Promise<void> {
  const service = await startService({
    ...{port: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:', merchantName: 'Sorrel'},
    settings: {deviceData: {mode: 'v1', delayMs: 20}},
  });
  let body = '';
  const shop = await startSmallShop({serviceUrl: service.urls.api, ...service.keys, body: () => body});
  const desk = await Desk.open();
  try {
    for (const {title, ready, steps, ...page} of journeys) {
      ({body} = page);
      await desk.visit(shop.url);
      await desk.hear(ready);
      for (const [index, step] of steps.entries()) {
        await step.go(desk);
        const name = `# ${title}, ${index + 1}: ${step.do}`;
        const said = heard.get(name) ?? new Map<string, number>();
        for (const line of new Set(await desk.hear(step.until))) said.set(line, (said.get(line) ?? 0) + 1);
        heard.set(name, said);
      }
    }
  } finally {
    await desk.close();
    await shop.close();
    await service.close();
  }
}

const lacking = Desk.lacks();
if (lacking) {
  console.error(lacking);
  process.exit(2);
}
const heard = new Map<string, Map<string, number>>();
for (let run = 0; run < runs; run += 1) await listen(heard);
const now: Speech = new Map(
  [...heard].map(([step, lines]) => [
    step,
    [...lines].flatMap(([line, times]) => (isSaid(times) ? [line] : [])),
  ]),
);
if (process.argv.includes('--keep')) writeFileSync(kept, textOf(now));
else {
  const differ = differences(read(readFileSync(kept, 'utf8')), now);
  console.log([`${differ.length} differences from ${kept}`, ...differ].join('\n'));
  process.exitCode = differ.length > 0 ? 1 : 0;
}
