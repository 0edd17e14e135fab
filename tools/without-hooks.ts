import MagicString from 'magic-string';
import type {Plugin} from 'vite';

const hook = /\w+\.(?:litHtml|litElement|reactiveElement)(?:Polyfill|Hydrate)Support/g;
const version = /\(\w+\.\w+Versions\?\?=\[\]\)\.push\("[\d.]+"\)/g;

/**
 * Leaves out of the ready scripts what Lit offers to polyfills of old browsers, to hydration, which the elements do not use, and
 * to a warning of its development build.
 */
export function withoutHooks(): Plugin {
  return {
    name: 'without-hooks',
    transform: {
      filter: {id: /\/(lit-html|lit-element|reactive-element)\.js$/},
      handler(code) {
        const text = new MagicString(code);
        text.replaceAll(hook, 'undefined').replaceAll(version, '0');
        return {code: text.toString(), map: text.generateMap({hires: true})};
      },
    },
  };
}
