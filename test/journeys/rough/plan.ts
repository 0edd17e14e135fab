import type {Conditions} from '../driver.js';

/** The engines, as the matrix names them. */
export const engineTitles = ['Chromium', 'Firefox', 'WebKit'] as const;
export type EngineTitle = (typeof engineTitles)[number];

/** The five journeys, as the matrix names them. */
export const journeyNames = ['save', 'step-up', 'decline', 'errors', 'redirect'] as const;
export type JourneyName = (typeof journeyNames)[number];

/** Where the shop's frames come from. */
export interface Origins {
  readonly fields: string;
  /** Of the device check and of the bank. */
  readonly issuer: string;
}

/**
 * `passes`: the journey ends as it does without the condition. `helped`: it cannot, and the shopper reads what to do.
 * A journey that is not named is not run under the condition.
 */
export type Result = 'passes' | 'helped';

/** What makes a browser or a page a rough place, and what the journeys come to in it. */
export interface RoughPlace {
  readonly title: string;
  readonly results: Readonly<Partial<Record<JourneyName, Result>>>;
  /** Those that run on every change; all of them take five minutes. */
  readonly always: readonly JourneyName[];
  /** Where one engine comes to something else; `undefined` is not run in it. */
  readonly differs?: Readonly<
    Partial<Record<EngineTitle, Readonly<Partial<Record<JourneyName, Result | undefined>>>>>
  >;
  /** What is different about the browser; the rest is done in the page. */
  readonly browser?: (origins: Origins) => Conditions;
  /** What the shopper sees instead, or how the condition is made. */
  readonly note?: string;
  /** Engines that are like this without being asked: there the plain journeys show the results. */
  readonly everyday?: readonly EngineTitle[];
  /** What an engine, or its driver, cannot do; the journeys run in it without that. */
  readonly gaps?: Readonly<Partial<Record<EngineTitle, string>>>;
}

const all = {
  save: 'passes',
  'step-up': 'passes',
  decline: 'passes',
  errors: 'passes',
  redirect: 'passes',
} as const satisfies Record<JourneyName, Result>;

/** Places with the same browser stand beside each other, so that it is started once. */
export const roughPlaces = {
  apart: {
    title: 'Other sites store apart for each page',
    browser: () => ({storage: 'apart'}),
    results: all,
    always: ['save', 'step-up'],
    everyday: ['WebKit'],
  },
  refused: {
    title: 'Neither the page nor other sites may store anything',
    browser: () => ({storage: 'refused'}),
    results: all,
    always: ['save', 'redirect'],
    note: "With `step-up=redirect` the bank's page opens in a dialog: a page that stores nothing cannot take up its run afterwards.",
  },
  'no-frames': {
    title: 'Frames of other sites are refused',
    browser: ({fields, issuer}) => ({refusedFrames: [`${fields}/`, `${issuer}/`]}),
    results: {save: 'helped'},
    always: [],
    note: 'No journey can begin. After 15 seconds the form says that the browser or an extension is blocking it, and offers to try again.',
  },
  'no-device-check': {
    title: 'The frame of device data collection is refused',
    browser: ({issuer}) => ({refusedFrames: [`${issuer}/V1/Cruise/Collect`]}),
    results: {save: 'passes', 'step-up': 'helped'},
    always: [],
    note: 'The save goes on after ten seconds, without liability shift. A bank that asks for a challenge does not ask for it then: the form says that the bank could not be reached, and has fresh fields.',
  },
  'no-bank': {
    title: "The frame of the bank's page is refused",
    browser: ({issuer}) => ({refusedFrames: [`${issuer}/V2/Cruise/StepUp`]}),
    results: {'step-up': 'helped', redirect: 'passes'},
    always: ['step-up'],
    note: "The dialog shows what the browser says about the refused page, or nothing; Cancel ends the save with a sentence, and the fields are fresh. With `step-up=redirect` the bank's page needs no frame.",
  },
  phone: {
    title: 'A phone: small, touched, half behind its keyboard',
    browser: () => ({touch: true}),
    results: all,
    always: ['errors'],
    note: 'The focused field stays in view with its label and its error.',
    gaps: {
      WebKit: 'The driver has no touch, and its window cannot be made narrower than 447 px.',
    },
  },
  filled: {
    title: 'A password manager fills the card',
    results: {save: 'passes', 'step-up': 'passes', errors: 'passes'},
    always: ['save'],
  },
  back: {
    title: 'Back, and a page that is restored',
    results: {save: 'passes', 'step-up': 'passes', errors: 'passes', redirect: 'passes'},
    always: [],
    browser: () => ({back: true}),
    differs: {WebKit: {'step-up': 'helped'}},
    note: "After the form was sent, with a card half entered (the expiry is still there, after a reload too; number and code are as they were, or empty), on the bank's page, and in its dialog, which Back closes; the page stays, and the session history has no step more in front of it. Without the Navigation API (WebKit) Back leaves the page; when it is opened again, the form says so, with fresh fields.",
    gaps: {
      Chromium: 'Playwright switches the back/forward cache off, so every page is loaded anew.',
    },
  },
  keys: {
    title: 'A keyboard and no mouse',
    results: all,
    always: ['save', 'step-up'],
    differs: {WebKit: {'step-up': undefined, decline: undefined}},
    gaps: {
      WebKit:
        "The driver moves the focus into each frame that it looks into, so that the way in and out of the bank's frame cannot be followed.",
    },
    note: "The shopper also leaves the bank's page: Shift+Tab leads from the bank's frame to the button that closes the dialog.",
  },
  moved: {
    title: 'The form is moved in the page without `moveBefore`',
    results: {save: 'passes'},
    always: ['save'],
    note: 'The expiry stays; number and code are entered again.',
  },
} as const satisfies Record<string, RoughPlace>;

export type RoughName = keyof typeof roughPlaces;

/** What the journeys come to in one engine. */
export function resultsIn(
  {results, differs}: RoughPlace,
  engine: EngineTitle,
): ReadonlyMap<JourneyName, Result> {
  const own = {...results, ...differs?.[engine]};
  return new Map(journeyNames.flatMap((name) => (own[name] ? [[name, own[name]]] : [])));
}
