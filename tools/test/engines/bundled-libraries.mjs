// Libraries that pages use beside the element, and that are not published as one module for browsers. A test imports
// `test/element/libraries/NAME.js`; the test server hands it that module with everything in it, bundled once.
import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {build} from 'vite';

const bundles = new Map();

/** The text of `test/element/libraries/NAME.ts`, bundled. */
export function bundledLibrary(name) {
  const entry = resolve(`test/element/libraries/${name}.ts`);
  if (!bundles.has(entry)) bundles.set(entry, bundle(entry));
  return bundles.get(entry);
}

export function bundledLibraries() {
  return {
    name: 'bundled-libraries',
    async serve({path}) {
      const [, name] = /^\/test\/element\/libraries\/([\w-]+)\.[jt]s$/.exec(path) ?? [];
      if (!name || !existsSync(`test/element/libraries/${name}.ts`)) return undefined;
      return {body: await bundledLibrary(name), type: 'js'};
    },
  };
}

async function bundle(entry) {
  const [{output}] = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    define: {
      'process.env.NODE_ENV': '"development"',
      ...{__VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false'},
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    build: {
      write: false,
      minify: false,
      lib: {entry, formats: ['es']},
      rolldownOptions: {output: {codeSplitting: false}},
    },
  });
  return output[0].code;
}
