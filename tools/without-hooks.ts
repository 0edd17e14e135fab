import MagicString from 'magic-string';
import type {Plugin} from 'vite';

/**
 * What the ready scripts do without, by module of Lit, and what stands in its place: hooks for polyfills of old browsers and for
 * hydration, a warning of the development build, style elements in place of constructable sheets (which this package relies on
 * elsewhere), decorators of the standard, and attributes that no element of ours has: of other
 * types, or written by Lit.
 */
const left: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  'lit-html': [
    [/\w+\.litHtml(?:Polyfill|Hydrate)Support/g, 'undefined'],
    // MathML.
    [/3===\w\?"<\/?math>":/g, ''],
    [/(2===\w)\|\|3===\w/, '$1'],
  ],
  'lit-element': [[/\w+\.litElement(?:Polyfill|Hydrate)Support/g, 'undefined']],
  'reactive-element': [
    [/\w+\.reactiveElementPolyfillSupport/g, 'undefined'],
    [/Symbol\.metadata\?\?=Symbol\("metadata"\),\w+\.litPropertyMetadata\?\?=new WeakMap;/, ''],
    [
      /const (\w)=this\[Symbol\.metadata\];if\(null!==\1\)\{const \w=litPropertyMetadata\.get\(\1\);if\(.*?elementProperties\.set\(\w,\w\)\}/,
      '',
    ],
    // What no element of ours uses: accessors that a class had before Lit made its own, initializers, three hooks of an update, and
    // removing a controller.
    [/this\.prototype\.hasOwnProperty\(\w\)&&\(\(\w=Object\.create\(\w\)\)\.wrapped=!0\),/, ''],
    [/const \w=this\.constructor\.elementProperties;if\(\w\.size>0\)for\(.*?void 0,\w,\w\)\}\}/, '}'],
    [/static addInitializer\(\w\)\{.*?\}(?=static)/, ''],
    [/,this\.constructor\.l\?\.forEach\(\w=>\w\(this\)\)/, ''],
    [/void 0!==\w\.l&&\(this\.l=\[\.\.\.\w\.l\]\),/, ''],
    [
      /(\w)=this\.shouldUpdate\((\w)\),\1\?\((this\.willUpdate\(\2\),.*?this\.update\(\2\))\):this\._\$EM\(\)/,
      '$1=!0,$3',
    ],
    [/,this\.firstUpdated\(\w\)/, ''],
    [/firstUpdated\(\w\)\{\}/, ''],
    [/shouldUpdate\(\w\)\{return!0\}/, ''],
    [/removeController\(\w\)\{.*?\}/, ''],
    [/(_\$ET\()\w,\w\)\{const \w=.*?this\._\$Em=null\}\}/, '$1){}'],
    [/case Object:case Array:\w=null==\w\?\w:JSON\.stringify\(\w\)/, ''],
    [
      /case Number:\w=null===\w\?null:Number\(\w\);break;case Object:case Array:try\{.*?\}catch\(\w\)\{\w=null\}/,
      '',
    ],
  ],
  // The errors for values that no sheet of ours has.
  'css-tag': [
    [/\w\.ShadowRoot&&.*?"replace"in CSSStyleSheet\.prototype/, '!0'],
    [/if\(this\._\$cssResult\$=!0,\w!==\w\)throw Error\(".*?"\);/, 'this._$cssResult$=!0;'],
    [
      /(if\("number"==typeof (\w)\)return )\2;throw Error\("Value passed to 'css'.*?security\."\)/,
      '$1$2;return $2',
    ],
  ],
};
const version = /\(\w+\.\w+Versions\?\?=\[\]\)\.push\("[\d.]+"\)/;

/** Leaves that out. A version of Lit that is written otherwise stops the build, so that it does not ship unnoticed. */
export function withoutHooks(): Plugin {
  return {
    name: 'without-hooks',
    transform: {
      filter: {id: /\/(lit-html|lit-element|reactive-element|css-tag)\.js$/},
      handler(code, id) {
        const module = /([\w-]+)\.js$/.exec(id)?.[1] ?? '';
        const text = new MagicString(code);
        const versioned = module === 'css-tag' ? [] : [[version, '0'] as const];
        for (const [what, instead] of [...left[module]!, ...versioned]) {
          if (!new RegExp(what.source).test(code)) this.error(`${module} has no ${what.source}`);
          text.replace(what, instead);
        }
        return {code: text.toString(), map: text.generateMap({hires: true})};
      },
    },
  };
}
