import assert from 'node:assert/strict';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {gzipSync} from 'node:zlib';
import {variables} from '../../src/element/styles/variables.js';

const folder = 'src/element/presets';
const presets = readdirSync(folder).sort();
const textOf = (file: string): string => readFileSync(`${folder}/${file}`, 'utf8');

/** A colour of six or three hexadecimal digits as WCAG weighs it. */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1);
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const part = parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

/** The colour that a variable has in a scheme where the page says nothing, by a preset or else by default. */
function colourOf(text: string, name: keyof typeof variables, scheme: 'light' | 'dark'): string | undefined {
  const given = new RegExp(`--card-vault-${name}: ([^;]+);`).exec(text)?.[1] ?? variables[name].otherwise;
  const follows = /^var\(--card-vault-([\w-]+)\)$/.exec(given)?.[1];
  if (follows) return colourOf(text, follows as keyof typeof variables, scheme);
  const [first, second = first] = given.match(/#[\da-f]{3,6}\b/gi) ?? [];
  return scheme === 'light' && !text.includes('color-scheme: dark') ? first : second;
}

describe('presets', () => {
  it('are those that site/looks.md names', () => {
    const named = [...readFileSync('site/looks.md', 'utf8').matchAll(/^\| `([a-z]+)` +\| !\[/gm)].map(
      ([, name]) => `${name}.css`,
    );
    assert.deepEqual(named.sort(), presets);
    for (const file of presets)
      assert.ok(existsSync(`site/looks/${file.replace('.css', '.png')}`), `${file} has no picture`);
  });

  for (const file of presets) {
    it(`${file} weighs at most a kilobyte`, () => {
      const size = gzipSync(textOf(file), {level: 9}).length;
      assert.ok(size <= 1024, `${size} bytes`);
    });

    it(`${file} sets variables that are documented, on the elements alone`, () => {
      const text = textOf(file).replace(/\/\*[^]*?\*\//g, '');
      assert.match(text.trim(), /^card-vault,\s+card-vault-list,\s+card-vault-subscribe \{[^{}]*\}$/);
      const lines = text.slice(text.indexOf('{') + 1, text.lastIndexOf('}')).split(';');
      for (const line of lines.map((one) => one.trim()).filter(Boolean)) {
        const [, name] = /^--card-vault-([\w-]+): /.exec(line) ?? [];
        assert.ok(name ? Object.hasOwn(variables, name) : line === 'color-scheme: dark', line);
      }
    });

    for (const scheme of ['light', 'dark'] as const)
      it(`${file} can be read, ${scheme}`, () => {
        const text = textOf(file);
        const ground = colourOf(text, 'field-background', scheme) ?? colourOf(text, 'surface', scheme)!;
        for (const name of ['text', 'muted', 'placeholder', 'danger'] as const) {
          const colour = colourOf(text, name, scheme)!;
          assert.ok(contrast(colour, ground) >= 4.5, `${name}: ${contrast(colour, ground).toFixed(2)}`);
        }
        const [words, button] = [colourOf(text, 'accent-text', scheme), colourOf(text, 'accent', scheme)!];
        if (words) assert.ok(contrast(words, button) >= 4.5, `accent-text: ${contrast(words, button)}`);
      });
  }
});
