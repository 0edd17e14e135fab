import {readFileSync} from 'node:fs';
import {table} from './flow-document.js';

const source = 'docs/accessibility.md';

/** The day on which a person last went through the whole report. */
const evaluated = '2026-11-30';

interface Criterion {
  readonly id: string;
  readonly name: string;
  readonly level: string;
  readonly holds: string;
  /** The tests that show it, `by reading`, or `not applicable`. */
  readonly shownBy: string;
}

/** The rows of the table that tests hold. */
export function criteria(text = readFileSync(source, 'utf8')): readonly Criterion[] {
  const row = /^\| (\d\.\d\.\d+) ([^|]+?) +\| (A{1,2}) +\| ([^|]+?) +\| ([^|]+?) +\|$/gm;
  return [...text.matchAll(row)].map(([, id, name, level, holds, shownBy]) => ({
    ...{id: id!, name: name!, level: level!},
    ...{holds: holds!, shownBy: shownBy!},
  }));
}

/** Criteria that are not met everywhere: the surface, and what is missing there. */
const partly: Readonly<Record<string, {readonly where: 'element'; readonly missing: string}>> = {
  '1.4.4': {
    where: 'element',
    missing:
      'with text alone at 200 %, a phone of 360 px shows the last digits of a card number only where the caret is',
  },
};

/** Criteria that axe has a rule for: all that is tried of the dashboard, in Chromium, in both schemes. */
const triedByAxe = [
  ...[
    '1.1.1',
    '1.3.1',
    '1.3.5',
    '1.4.1',
    '1.4.3',
    '1.4.12',
    '2.1.1',
    '2.4.1',
    '2.4.2',
    '2.4.4',
    '2.5.3',
    '2.5.8',
  ],
  ...['3.1.1', '3.1.2', '4.1.2'],
];

function rowOf({id, name, level, holds, shownBy}: Criterion): readonly string[] {
  const applies = shownBy !== 'not applicable';
  const part = partly[id];
  const reading = shownBy === 'by reading' ? ' (by reading)' : '';
  const dashboard = triedByAxe.includes(id) ? 'Supports, as far as axe tells' : 'Not evaluated';
  return [
    `${id} ${name} (${level})`,
    !applies ? 'Not applicable' : part ? 'Partially supports' : `Supports${reading}`,
    !applies ? 'Not applicable' : `Supports${reading}`,
    !applies ? 'Not applicable' : dashboard,
    part ? `${holds} Missing: ${part.missing}.` : holds,
  ];
}

const head = ['Criterion', 'Element', 'Hosted pages', 'Dashboard', 'Remarks'];
const levels = ['Criterion', 'Level', 'Remarks'];
const supports = 'Supports';
const none = 'Not applicable';

/** EN 301 549 V3.2.1, chapter 4, and the same statements of Section 508, chapter 3. */
const functional: readonly (readonly [string, string, string, string])[] = [
  [
    '4.2.1',
    '302.1',
    'Without vision',
    'Names, roles, states and messages reach the tree; no screen reader has read them yet.',
  ],
  [
    '4.2.2',
    '302.2',
    'With limited vision',
    'Zoom to 400 %, larger text, more contrast and forced colours; see 1.4.4.',
  ],
  ['4.2.3', '302.3', 'Without perception of colour', 'A wrong field has an icon and a sentence.'],
  ['4.2.4', '302.4', 'Without hearing', 'Nothing is told by sound.'],
  ['4.2.5', '302.5', 'With limited hearing', 'Nothing is told by sound.'],
  ['4.2.6', '302.6', 'With no or limited vocal capability', 'Nothing is spoken to.'],
  [
    '4.2.7',
    '302.7',
    'With limited manipulation or strength',
    'Keyboard alone; targets of 44 px; no gesture but a press.',
  ],
  ['4.2.8', '302.8', 'With limited reach', 'Keyboard alone; a phone is held either way.'],
  ['4.2.9', '', 'Minimize photosensitive seizure triggers', 'Nothing flashes.'],
  [
    '4.2.10',
    '302.9',
    'With limited cognition, language or learning',
    'Short sentences in 33 languages; each error says what to enter; entries are kept.',
  ],
  ['4.2.11', '', 'Privacy', 'No access feature is asked about or recorded.'],
];

const partialStatements = ['4.2.1', '4.2.2'];

/** EN 301 549 V3.2.1, chapter 5. */
const generic: readonly (readonly [string, string, string])[] = [
  ['5.1 Closed functionality', none, 'It runs in the browser that the shopper has.'],
  [
    '5.2 Activation of accessibility features',
    supports,
    'Larger text, contrast, motion and colours follow the system’s own settings.',
  ],
  [
    '5.3 Biometrics',
    supports,
    'A bank may ask by passkey; the test bank offers a code beside it. A real bank’s page is the bank’s.',
  ],
  ['5.4 Preservation of accessibility information', none, 'Nothing is converted.'],
  ['5.5 Operable parts', none, 'No hardware.'],
  ['5.6 Locking or toggle controls', supports, 'The consent is a check box, whose state is in the tree.'],
  ['5.7 Key repeat', supports, 'A held key is the browser’s; one press sends once.'],
  ['5.8 Double-strike key acceptance', supports, 'A second press within a save changes nothing.'],
  ['5.9 Simultaneous user actions', supports, 'No two keys have to be held.'],
];

/** EN 301 549 V3.2.1, chapter 12, and Section 508, chapter 6. */
const documentation: readonly (readonly [string, string, string])[] = [
  [
    '12.1.1, 602.2 Accessibility and compatibility features',
    supports,
    'docs/accessibility.md and this report.',
  ],
  [
    '12.1.2, 602.3 Accessible documentation',
    supports,
    'The site: text without scripts, headings, light and dark, 320 px. axe finds nothing in Chromium.',
  ],
  ['602.4 Alternate formats', supports, 'Each page is Markdown as well.'],
  [
    '12.2.2, 603.2 Information on features',
    supports,
    'By the issue form of the repository, once it is published.',
  ],
  ['12.2.3, 603.3 Effective communication', supports, 'In writing.'],
  ['12.2.4 Accessible documentation of support', supports, 'As 12.1.2.'],
];

/** `docs/acr.md`: the report in the order of VPAT 2.5 INT, made from the table that tests hold. */
export function acrDocument(): string {
  const {version} = JSON.parse(readFileSync('package.json', 'utf8')) as {readonly version: string};
  const all = criteria();
  const level = (which: string) => all.filter((one) => one.level === which).map(rowOf);
  const partial = (id: string) => (partialStatements.includes(id) ? 'Partially supports' : supports);
  return [
    '# Accessibility conformance report',
    '',
    `Made from [accessibility.md](accessibility.md) by \`npm run docs\`; do not edit. It has the order of VPAT 2.5 INT: WCAG 2.2,`,
    'EN 301 549 V3.2.1, and the Revised Section 508 standards.',
    '',
    `- **Product**: card-vault and card-vault-service ${version}. _Element_: the card form, the list of saved cards, placed`,
    '  parts, the subscribe button. _Hosted pages_: the virtual bank’s page, checkout and portal. _Dashboard_: a tool for testers,',
    '  not for shoppers.',
    `- **Evaluated**: ${evaluated}, by the product’s makers, not by a third party.`,
    '- **How**: by the tests that [accessibility.md](accessibility.md#criteria) names, run on every change in Chromium, and in part in',
    '  Firefox ESR and WebKitGTK ([engines.md](engines.md)); _by reading_ where it says so. **No screen reader, voice control or',
    '  switch has been used**: [screen-readers.md](screen-readers.md) is the script for people who can.',
    '- **Not covered**: what a shop puts into slots, its own page around the form, its colours, and a real bank’s page.',
    '- **Report a barrier**: an issue in the repository with page, browser, assistive technology, and what you did. Until the',
    '  repository is published, tell the person who gave you the code.',
    '',
    '_Supports_: met without known faults. _Partially supports_: some part does not meet it, as the remark says. _Not applicable_:',
    'there is nothing that it speaks of. _Not evaluated_: not tried; of the dashboard only what axe has rules for is tried.',
    '',
    '## WCAG 2.2, level A',
    '',
    ...table(head, level('A')),
    '',
    '## WCAG 2.2, level AA',
    '',
    ...table(head, level('AA')),
    '',
    'Level AAA is not evaluated. 4.1.1 Parsing, which EN 301 549 and Section 508 still name, is met by all of the web (WCAG 2.2).',
    '',
    '## EN 301 549',
    '',
    '### Chapter 4 and Section 508 chapter 3: functional performance',
    '',
    ...table(
      ['EN 301 549', 'Section 508', 'Statement', 'Level', 'Remarks'],
      functional.map(([en, section, statement, remark]) => [
        en,
        section || '–',
        statement,
        partial(en),
        remark,
      ]),
    ),
    '',
    '### Chapter 5: generic requirements',
    '',
    ...table(levels, generic),
    '',
    '### Chapters 6 to 8, 10, 11 and 13',
    '',
    'Not applicable: no voice or video, no hardware, no documents, no software beside the web, no relay service.',
    '',
    '### Chapter 9: web',
    '',
    'As WCAG 2.2, levels A and AA, above.',
    '',
    '### Chapter 12 and Section 508 chapter 6: documentation and support',
    '',
    ...table(levels, documentation),
    '',
    '## Revised Section 508',
    '',
    'Chapter 3 and chapter 6: above. Chapter 4, hardware: not applicable. Chapter 5, software: 501.1 and 504 name WCAG, as above; the',
    'product is no authoring tool and installs nothing on a shopper’s device.',
    '',
  ].join('\n');
}
