// The examples that a framework builds: how each is started, and what its development server does with a change.
import {readFileSync} from 'node:fs';

/** Arguments for `npm run` that start one process of a shop; `port` is where its pages are. */
type Start = (port: string) => readonly string[];

export interface Stack {
  /** The page's own server, where the shop's server is another one that `server` starts. */
  readonly development: Start;
  readonly production: Start;
  /** In development the pages' server asks this one, which listens on a port of its own. */
  readonly server?: Start;
  /** File with the page's heading. */
  readonly page: string;
  /**
   * What becomes of a typed card when that file is changed: it stays, or the form begins anew; nothing where the page does not
   * follow a change by itself.
   */
  readonly reload?: 'kept' | 'anew';
  /** Button of the page that brings the form. */
  readonly opens?: string;
  /** The example compares origins in place of the framework's own guard, which would refuse the bank. */
  readonly guards?: true;
}

const flag =
  (script: string, ...more: readonly string[]): Start =>
  (port) => [script, '--', '--port', port, ...more];
const own =
  (script: string): Start =>
  () => [script];

export const stacks: Readonly<Record<string, Stack>> = {
  react: {
    ...{development: flag('dev', '--strictPort'), server: own('server'), production: own('server')},
    ...{page: 'src/app.tsx', reload: 'kept'},
  },
  vue: {
    ...{development: flag('dev', '--strictPort'), server: own('server'), production: own('server')},
    ...{page: 'src/app.vue', reload: 'kept'},
  },
  angular: {
    ...{development: flag('dev'), server: own('server'), production: own('server')},
    ...{page: 'src/new-card.ts', reload: 'anew'},
  },
  next: {
    ...{development: own('dev'), production: own('start'), page: 'app/page.tsx', reload: 'kept'},
  },
  nuxt: {
    ...{development: flag('dev'), production: own('start'), page: 'app/app.vue', reload: 'kept'},
  },
  sveltekit: {
    ...{development: flag('dev', '--strictPort'), production: own('start')},
    ...{page: 'src/routes/+page.svelte', reload: 'anew', guards: true},
  },
  astro: {
    ...{development: flag('dev'), production: own('start')},
    ...{page: 'src/pages/index.astro', reload: 'anew', guards: true},
  },
  nest: {development: own('dev'), production: own('start'), page: 'src/shop.ts'},
  htmx: {development: own('dev'), production: own('start'), page: 'server.ts', opens: 'Add a card'},
};

/** Stacks that a run without names takes, by turns: each turn has a slow installation at most. */
const turns = [
  ['react', 'sveltekit', 'nest'],
  ['vue', 'next', 'htmx'],
  ['astro', 'htmx', 'react'],
  ['nuxt', 'vue', 'htmx'],
  ['angular', 'nest', 'htmx'],
];

/**
 * @param asked names separated by commas, `all`, or nothing
 * @param day days since 1970, by which the turns follow each other
 * @throws Error for a name that is no stack
 */
export function stacksOf(asked: string | undefined, day: number): readonly string[] {
  if (asked === 'all') return Object.keys(stacks);
  if (!asked) return turns[day % turns.length]!;
  const names = asked.split(',');
  const unknown = names.find((name) => !Object.hasOwn(stacks, name));
  if (unknown) throw new Error(`${unknown} is no stack. Stacks: ${Object.keys(stacks).join(', ')}.`);
  return names;
}

/** What an example says of itself to npm. */
export const manifestOf = (name: string) =>
  JSON.parse(readFileSync(`examples/${name}/package.json`, 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
