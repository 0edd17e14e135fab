import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, it} from 'node:test';
import {fileURLToPath} from 'node:url';
import {filesBelow} from './support/source.js';

const libraries = dirname(fileURLToPath(import.meta.resolve('typescript')));
const declared =
  /^\s*(?:export )?(?:declare )?(?:abstract )?(?:class|interface|type|enum|var|function) (\w+)/gm;
const ofTypes = /^\s*(?:export )?(?:abstract )?(?:class|interface|type|enum) (\w+)/gm;
const namesOf = (file: string, form: RegExp): string[] =>
  [...readFileSync(file, 'utf8').matchAll(form)].map(([, name]) => name!);

/** What every page and every TypeScript file knows without an import. */
const globals = new Set(
  readdirSync(libraries)
    .filter((file) => /^lib\.(es5|es20\d\d.*|dom)\.d\.ts$/.test(file))
    .flatMap((file) => namesOf(join(libraries, file), declared)),
);

void describe('the names of types in the browser', () => {
  void it('shadow no global: a reader takes the word for what the platform means by it', () => {
    assert.ok(globals.has('Awaited') && globals.has('Response'));
    const shadows = ['element', 'flow', 'gateways', 'adapter'].flatMap((room) =>
      filesBelow(join('src', room)).flatMap((file) =>
        namesOf(file, ofTypes)
          // Added to, by `declare global`.
          .filter(
            (name) => globals.has(name) && !/^(?:HTMLElement\w+|GlobalEventHandlersEvent)Map$/.test(name),
          )
          .map((name) => `${file}: ${name}`),
      ),
    );
    assert.deepEqual(shadows, []);
  });
});
