import {readFileSync} from 'node:fs';

const packaged = (file: string): string => readFileSync(`node_modules/${file}`, 'utf8');

/** What a page has loaded before our script, and what that puts in the place of the browser's own. */
export const replacedBy: Readonly<Record<string, string>> = {
  'the polyfill of scoped registries': packaged(
    '@webcomponents/scoped-custom-element-registry/scoped-custom-element-registry.min.js',
  ),
  'zone.js': packaged('zone.js/bundles/zone.umd.min.js'),
  'Prototype.js': `
    function $A(iterable) {
      if (!iterable) return [];
      if ('toArray' in Object(iterable)) return iterable.toArray();
      var length = iterable.length || 0, results = new Array(length);
      while (length--) results[length] = iterable[length];
      return results;
    }
    Array.from = $A;
    Array.prototype.toArray = Array.prototype.entries = function () { return [].concat(this); };
    Array.prototype.toJSON = function () { return '[' + this.map(JSON.stringify).join(', ') + ']'; };
    Array.prototype.each = Array.prototype.forEach;
    Element.prototype.update = Element.prototype.select = Element.prototype.visible = function () { return this; };
    Function.prototype.bind = function (self) {
      var method = this, given = $A(arguments).slice(1);
      return function () { return method.apply(self, given.concat($A(arguments))); };
    };`,
  MooTools: `
    Array.from = function (item) {
      if (item == null) return [];
      return typeof item != 'string' && typeof item.length == 'number' ? [].slice.call(item) : [item];
    };
    Array.prototype.empty = function () { this.length = 0; return this; };
    window.Event = function DOMEvent(event) { this.event = event; };
    window.Request = window.Element = function () { throw new TypeError('of MooTools'); };`,
  'a polyfill of collections that cannot be iterated': `
    for (var type of [HTMLCollection, HTMLFormControlsCollection, HTMLOptionsCollection])
      type.prototype[Symbol.iterator] = function () { throw new Error('Method not implemented.'); };`,
  'variables of its own by names of the window’s': `
    var name = 'Ada', self = 'Ada', parent = 'Ada', origin = 'Ada', performance = {now: Date.now}, event = 'Ada',
      screen = 'Ada', length = 'Ada', frames = 'Ada', scrollX = 'Ada', innerWidth = 'Ada', external = 'Ada';`,
};
