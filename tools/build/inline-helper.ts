import type {Plugin} from 'vite';

const imported = /import(?:\{[\w$]+ as ([\w$]+)\}from)?"\.\/rolldown-runtime-[\w-]+\.js";/g;

/**
 * Puts the bundler's own helper into the scripts that use it: a file of its own would cost a page one more trip. Written behind
 * the rest, and blanks in the place of the import: what the source map says of the rest stays right.
 */
export function inlineHelper(): Plugin {
  return {
    name: 'inline-helper',
    generateBundle(_options, bundle) {
      for (const [file, chunk] of Object.entries(bundle)) {
        if (chunk.type !== 'chunk') continue;
        if (/rolldown-runtime/.test(file)) {
          if (!/export\{[\w$]+\};\s*$/.test(chunk.code)) this.error(`${file} has more than one helper.`);
          delete bundle[file];
          continue;
        }
        let helper = '';
        chunk.code = chunk.code.replace(imported, (statement: string, name?: string) => {
          if (name) helper = helperNamed(name);
          return ' '.repeat(statement.length);
        });
        if (chunk.code.includes('/rolldown-runtime-'))
          this.error(`${file} imports the helper in another way.`);
        if (helper) chunk.code = chunk.code.replace(/(?=\n\/\/# sourceMappingURL=|$)/, () => helper);
      }
    },
  };
}

/** A module's names as an object, as `import()` gives them. A declaration, which counts from the first line on. */
const helperNamed = (name: string): string =>
  `function ${name}(names,plain){let module={};Object.keys(names).forEach(key=>Object.defineProperty(module,key,{__proto__:null,get:names[key],enumerable:true}));` +
  `return plain||Object.defineProperty(module,Symbol.toStringTag,{value:"Module"}),module}`;
