import {fileURLToPath} from 'node:url';
import {build, type Rolldown} from 'vite';

const built = (name: string) => fileURLToPath(new URL(`../../../dist/${name}.js`, import.meta.url));

/** What a shop's bundler makes of a module that imports the built package: one minified file, Lit inside. */
export async function bundleOf(code: string): Promise<string> {
  const entry = 'virtual:entry';
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
    resolve: {
      alias: [
        {find: /^card-vault$/, replacement: built('index')},
        {find: /^card-vault\/define$/, replacement: built('define')},
      ],
    },
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: {input: entry, output: {format: 'es', codeSplitting: false}},
    },
  });
  const {output} = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  return output[0].code;
}
