// Compiles `src/early/inline.ts` to the text that `vault.markup()` sends: `npm run docs`.
import {format, resolveConfig} from 'prettier';
import {build} from 'vite';

export const earlyFile = 'src/server/markup/early-script.ts';

/** The file of the kit that has the compiled script: one classic script. */
export async function writtenEarly(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      target: 'es2022',
      write: false,
      copyPublicDir: false,
      minify: true,
      lib: {entry: 'src/early/inline.ts', formats: ['iife'], name: 'cardVaultEarly'},
    },
  });
  const [output] = [built].flat();
  const code = output && 'output' in output ? output.output[0].code.trim() : '';
  if (!code) throw new Error('src/early/inline.ts has compiled to nothing.');
  if (/<\/script|<!--/i.test(code)) throw new Error('The script of src/early would end its own tag.');
  const head = '/** Written by `npm run docs` from `src/early`. */\n';
  const options = await resolveConfig(earlyFile);
  return format(`${head}export const earlyScript = ${JSON.stringify(code)};\n`, {
    ...options,
    filepath: earlyFile,
  });
}
