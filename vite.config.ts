import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import type {InlineConfig, Plugin, Rolldown} from 'vite';
import {compactTemplates} from './tools/build/compact-templates.js';
import {noticesPlugin} from './tools/build/notices.js';

/** The entries of both packages, by where they run. Families share no chunks. */
export const families = {
  page: {
    index: 'src/element/exports/index.ts',
    define: 'src/element/exports/define.ts',
    list: 'src/element/exports/list.ts',
    'define-list': 'src/element/exports/define-list.ts',
    parts: 'src/element/exports/parts.ts',
    'define-parts': 'src/element/exports/define-parts.ts',
    react: 'src/react/index.ts',
    'react-list': 'src/react/list.ts',
    'react-parts': 'src/react/parts.ts',
    vue: 'src/vue/index.ts',
    'vue-list': 'src/vue/list.ts',
    'vue-parts': 'src/vue/parts.ts',
    inspector: 'src/inspector/index.ts',
    'define-inspector': 'src/inspector/define.ts',
    testing: 'src/testing/index.ts',
  },
  server: {
    protocol: 'src/protocol/index.ts',
    server: 'src/server/index.ts',
    'server-node': 'src/server/node.ts',
    cli: 'src/cli/index.ts',
    contract: 'src/cli/contract/index.ts',
  },
  service: {
    index: 'service/src/index.ts',
    cli: 'service/src/cli.ts',
  },
} as const;

const {config, version} = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  readonly config: {readonly repository: string};
  readonly version: string;
};

/** Where the console sends developers: a file that the package brings along, while the repository has no address. */
const errorsPage = `${config.repository ? `${config.repository}/blob/v${version}` : 'node_modules/card-vault'}/site/errors.md`;
const define = {
  CARD_VAULT_ERRORS: JSON.stringify(errorsPage),
  CARD_VAULT_VERSION: JSON.stringify(version),
  CARD_VAULT_LIT_APART: 'false',
};

/** Where the built files of each package go. */
const outDirs = {page: 'dist', server: 'dist', service: 'service/dist'} as const;

/**
 * Bare specifiers stay imports: the shop's own package manager resolves them. The compiler's own helpers go inside, and
 * `@lit/react`, which would bring the types of React into shops without React, and the few kilobytes of `valibot` that the inspector uses.
 */
const external = /^(?!@oxc-project\/|@lit\/react$|valibot$)(node:|[@a-z])/;

/** What a shop imports without the elements: one error class must not bring their 24 kB along. */
const withoutElements = {name: 'events', test: /src\/(protocol\/errors|element\/events)\.ts/};

/** One family of npm entries: ES modules, dependencies left outside. */
export function libraryConfig(family: keyof typeof families) {
  return {
    configFile: false,
    logLevel: 'warn',
    define: {...define, CARD_VAULT_LIT_APART: 'true'},
    plugins: [noticesPlugin(outDirs[family])],
    build: {
      target: 'es2022',
      outDir: outDirs[family],
      emptyOutDir: false,
      // Everything else would inline the service's page scripts; they are built on their own.
      copyPublicDir: false,
      minify: family === 'page',
      sourcemap: true,
      lib: {entry: {...families[family]}, formats: ['es']},
      rolldownOptions: {
        external,
        // `use client` is written again by `banner` of the entry that needs it.
        onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
        output: {
          minify: family === 'page',
          codeSplitting: {groups: family === 'page' ? [withoutElements] : []},
          entryFileNames: '[name].js',
          chunkFileNames: (chunk) =>
            `chunks/${family}-${scriptName(chunk.name, chunk.facadeModuleId)}-[hash].js`,
        },
      },
    },
  } satisfies InlineConfig;
}

/**
 * One file for each stage of a page, so that it makes few requests and gzip sees all of it: the form, then live fields.
 */
const stages: {name: string; test: RegExp; priority: number}[] = [
  {name: 'element', test: /src\/element\/exports\/(index|define)\.ts$/, priority: 3},
  {name: 'fields', test: /src\/element\/fields\/early-fields\.ts$/, priority: 2},
  {name: 'engine', test: /src\/element\/stages\/engine\.ts$/, priority: 1},
];

/** The words of a language are two files, named by it; `vault.markup()` of the kit finds the first so. */
export const scriptName = (name: string, module?: string | null): string => {
  const [, tag, file] = /src\/texts\/([\w-]+)\/(start|element)\.ts$/.exec(module ?? '') ?? [];
  return tag ? (file === 'start' ? tag : `${tag}-rest`) : name;
};

/**
 * Nearly every function of these files is called while they load. A browser that knows this line compiles all of them on another
 * thread, instead of one by one on the page's (https://v8.dev/blog/explicit-compile-hints). To others it is a comment.
 */
const compileHint = ({name}: {readonly name: string}): string =>
  /^(fields|card-vault|card-vault\/element-.*)$/.test(name) ? '//# allFunctionsCalledOnLoad' : '';

/** A build of ready scripts, with Lit inside: they register the elements, and load the rest of themselves from `card-vault/`. */
export function readyScriptConfig(
  input: Readonly<Record<string, string>>,
  plugins: readonly Plugin[],
  output: Rolldown.OutputOptions,
  write = true,
): InlineConfig {
  return {
    configFile: false,
    logLevel: 'warn',
    define,
    plugins: [...plugins, compactTemplates(), ...(write ? [noticesPlugin('dist')] : [])],
    build: {
      target: 'es2022',
      outDir: 'dist',
      emptyOutDir: false,
      copyPublicDir: false,
      minify: true,
      sourcemap: true,
      write,
      // A library build: it has no helper that puts <link> tags into the shop's head.
      lib: {entry: {...input}, formats: ['es']},
      rolldownOptions: {
        // Here too, because `lib.entry` takes files only, and a plugin makes some of the entries.
        input,
        // A script that is both loaded and imported from needs no second one for that.
        preserveEntrySignatures: 'allow-extension',
        output: {
          minify: true,
          // The mark that says "this is a module" costs bytes, and nothing reads it.
          generatedCode: {symbols: false},
          // Marks for bundlers, which do not read this file.
          comments: {annotation: false},
          postBanner: compileHint,
          codeSplitting: {groups: stages},
          ...output,
          entryFileNames: ({name}) =>
            name.startsWith('card-vault') ? '[name].js' : 'card-vault/[name]-[hash].js',
          chunkFileNames: ({name, facadeModuleId}) =>
            `card-vault/${scriptName(name, facadeModuleId)}-[hash].js`,
        },
      },
    },
  };
}

/**
 * The ready script of the inspector, which is built alone: what it shared with the element would be cut out of the
 * element's own scripts, and add to them.
 */
export function inspectorConfig() {
  return {
    configFile: false,
    logLevel: 'warn',
    define,
    plugins: [noticesPlugin('dist')],
    build: {
      target: 'es2022',
      outDir: 'dist',
      emptyOutDir: false,
      copyPublicDir: false,
      minify: true,
      sourcemap: true,
      lib: {entry: {'card-vault-inspector': 'src/inspector/standalone.ts'}, formats: ['es']},
      rolldownOptions: {output: {minify: true, entryFileNames: '[name].js'}},
    },
  } satisfies InlineConfig;
}

/** One script of a page that the service serves from an origin of its own. */
export function pageScriptConfig(name: string, entry: string) {
  return {
    configFile: false,
    logLevel: 'warn',
    plugins: [noticesPlugin('service/dist', 'service-assets/')],
    build: {
      target: 'es2022',
      outDir: 'service/dist/service-assets',
      emptyOutDir: false,
      copyPublicDir: false,
      minify: true,
      lib: {entry, formats: ['iife'], name: 'cardVaultPage', fileName: () => `${name}.js`},
    },
  } satisfies InlineConfig;
}

/** Scripts of the demo's pages, with all that they import inside (a framework, too); card-vault as it is published. */
export function demoPageConfig(name: string, entries: Readonly<Record<string, string>>) {
  const published = (subpath: string) => fileURLToPath(new URL(`dist/${subpath}.js`, import.meta.url));
  return {
    configFile: false,
    logLevel: 'warn',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    resolve: {
      alias: [
        {find: /^card-vault$/, replacement: published('index')},
        {
          find: /^card-vault\/(react|vue|define|define-inspector|inspector|protocol|testing)$/,
          replacement: published('$1'),
        },
        {find: /^vue$/, replacement: 'vue/dist/vue.runtime.esm-bundler.js'},
      ],
    },
    build: {
      target: 'es2022',
      outDir: 'dist/demo',
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: false,
      minify: true,
      rolldownOptions: {
        input: entries,
        // `use client` matters to a server that renders React; this page is rendered in the browser alone.
        onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
        output: {format: 'es', entryFileNames: '[name].js', chunkFileNames: `${name}-[name]-[hash].js`},
      },
    },
  } satisfies InlineConfig;
}

export default libraryConfig('page');
