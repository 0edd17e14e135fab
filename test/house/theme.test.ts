import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {variables} from '../../src/element/styles/variables.js';
import {proposalsOf, type Declaration} from '../../tools/docs/site/theme-import.js';
import {
  cssOf,
  keepTheme,
  numberOf,
  rangeOf,
  schemesOf,
  themeOf,
  withScheme,
} from '../../tools/docs/site/theme.js';

/** Colours as the sheets of these tests write them; the browser's own check is in `test/e2e/site.spec.ts`. */
const isColour = (text: string): boolean =>
  /^(#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|(rgb|hsl|oklch)a?\([^)]*\)|white|black|rebeccapurple)$/i.test(
    text,
  );

/** Lines of a sheet as the browser's parser gives them: `selector { property: value }`, `@dark` before those of dark pages. */
const declared = (text: string): Declaration[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [, dark, selector, property, value] = /^\s*(@dark )?(.+) \{ ([\w-]+): (.+) \}$/.exec(line)!;
      return {selector: selector!, property: property!, value: value!, scheme: dark ? 'dark' : 'light'};
    });

const proposed = (text: string) =>
  Object.fromEntries(proposalsOf(declared(text), isColour).map(({name, value}) => [name, value]));

describe('the theme editor of the playground', () => {
  it('writes what is set and is not so by itself, in the order of the table', () => {
    const theme = new Map([
      ['radius', '8px'],
      ['accent', '#7a1f3d'],
      ['text', '#222'],
      ['page-background', '#fffaf0'],
    ]);
    assert.equal(
      cssOf(theme),
      'card-vault,\ncard-vault-list,\ncard-vault-subscribe {\n  --card-vault-text: #222;\n  --card-vault-accent: #7a1f3d;\n}\n',
    );
    assert.equal(cssOf(new Map([['radius', '8px']])), '');
  });

  it('changes a colour in the scheme that is seen, and one that is the same in both in both', () => {
    assert.equal(
      withScheme('light-dark(#fff, rgb(1, 2, 3))', 'light', '#eee'),
      'light-dark(#eee, rgb(1, 2, 3))',
    );
    assert.equal(withScheme('light-dark(#fff, #111)', 'dark', '#fff'), '#fff');
    assert.equal(withScheme('#7a1f3d', 'dark', '#111'), '#111');
    assert.deepEqual(schemesOf('light-dark(rgb(1, 2, 3), var(--a, #fff))'), {
      light: 'rgb(1, 2, 3)',
      dark: 'var(--a, #fff)',
    });
  });

  it('comes back from an address as it went in, and takes nothing from one that could leave its place', () => {
    const theme = new Map([
      ['accent', 'light-dark(#7a1f3d, #fbb)'],
      ['page-font', 'Georgia, "Times New Roman", serif'],
    ]);
    const address = new URLSearchParams('layout=compact&--radius=2px');
    keepTheme(address, theme);
    assert.equal(address.get('layout'), 'compact');
    assert.deepEqual(themeOf(new URLSearchParams(`${address}`)), theme);
    const bad = new URLSearchParams({
      '--accent': 'red} body {display: none',
      '--nothing': '1',
      '--text': '',
      accent: '#fff',
    });
    assert.equal(themeOf(bad).size, 0);
  });

  it('has a slider whose ends hold the default, for every number', () => {
    for (const [name, {type, otherwise}] of Object.entries(variables)) {
      if (!['width', 'number', 'weight'].includes(type)) continue;
      const [least, most, step] = rangeOf(name);
      const usual = numberOf(otherwise);
      assert.ok(step > 0 && (usual ? least < usual && usual <= most : least <= 0), name);
    }
  });

  it('finds nothing else than variables in its presets', () => {
    for (const file of readdirSync('src/element/presets')) {
      const text = readFileSync(`src/element/presets/${file}`, 'utf8');
      const theme = themeOf(
        new URLSearchParams(
          [...text.matchAll(/^ {2}(?:--card-vault-)?([\w-]+): (.+);$/gm)].map(([, name, value]) => [
            `--${name}`,
            value!,
          ]),
        ),
      );
      assert.equal(theme.size, text.match(/^ {2}[\w-]+: /gm)?.length, file);
    }
  });
});

describe('colours that the theme editor finds in a sheet', () => {
  it('are those of tokens by their usual names, light and dark', () => {
    const found = proposed(`
      :root { --background: 0 0% 100% }
      :root { --foreground: 222 47% 11% }
      :root { --primary: 222.2 47.4% 11.2% }
      :root { --primary-foreground: 210 40% 98% }
      :root { --input: #e2e8f0 }
      :root { --destructive: #b91c1c }
      :root { --radius: 0.5rem }
      @dark .dark { --background: 222 84% 5% }
      @dark .dark { --primary: 210 40% 98% }`);
    assert.deepEqual(found, {
      'page-background': 'light-dark(hsl(0 0% 100%), hsl(222 84% 5%))',
      surface: 'light-dark(hsl(0 0% 100%), hsl(222 84% 5%))',
      text: 'hsl(222 47% 11%)',
      accent: 'light-dark(hsl(222.2 47.4% 11.2%), hsl(210 40% 98%))',
      'accent-text': 'hsl(210 40% 98%)',
      border: '#e2e8f0',
      danger: '#b91c1c',
      radius: '0.5rem',
    });
  });

  it('are those of Bootstrap, whose rules name its tokens', () => {
    const found = proposed(`
      :root,[data-bs-theme="light"] { --bs-primary: #0d6efd }
      :root,[data-bs-theme="light"] { --bs-body-bg: #fff }
      :root,[data-bs-theme="light"] { --bs-body-color: #212529 }
      :root,[data-bs-theme="light"] { --bs-border-color: #dee2e6 }
      :root,[data-bs-theme="light"] { --bs-border-radius: 0.375rem }
      :root,[data-bs-theme="light"] { --bs-body-font-family: system-ui, sans-serif }
      body { background-color: var(--bs-body-bg) }
      body { font-family: var(--bs-body-font-family) }
      .form-control { border-top-color: var(--bs-border-width) solid var(--bs-border-color) }
      @dark [data-bs-theme="dark"] { --bs-body-bg: #212529 }`);
    assert.equal(found['page-background'], 'light-dark(#fff, #212529)');
    assert.equal(found['accent'], '#0d6efd');
    assert.equal(found['border'], '#dee2e6');
    assert.equal(found['radius'], '0.375rem');
    assert.equal(found['page-font'], 'system-ui, sans-serif');
  });

  it('are those of the rules of body, fields, links and buttons where there are no tokens', () => {
    const proposals = proposalsOf(
      declared(`
      body { background-color: #fffaf0 }
      body { color: #2b2118 }
      body { font-family: 16px/1.5 Georgia, "Times New Roman", serif }
      a { color: #7a1f3d }
      form input[type=text] { border-top-color: 1px solid #8a7a66 }
      form input[type=text] { border-top-left-radius: 2px }
      .btn { background-color: #123456 }
      .btn { color: white }
      .btn { border-top-left-radius: 999px }`),
      isColour,
    );
    assert.deepEqual(
      proposals.map(({name, value, from}) => `${name}: ${value} (${from})`),
      [
        'page-background: #fffaf0 (body background-color)',
        'surface: #fffaf0 (body background-color)',
        'text: #2b2118 (body color)',
        'accent: #123456 (.btn background-color)',
        'accent-text: white (.btn color)',
        'border: #8a7a66 (form input[type=text] border-top-color)',
        'radius: 2px (form input[type=text] border-top-left-radius)',
        'button-radius: 999px (.btn border-top-left-radius)',
        'page-font: Georgia, "Times New Roman", serif (body font-family)',
      ],
    );
  });

  it('are none where a sheet has none, or names what it does not have', () => {
    assert.deepEqual(proposed('main { display: grid }'), {});
    assert.deepEqual(proposed(':root { --primary: var(--elsewhere) }\na { color: inherit }'), {});
    assert.deepEqual(proposed(':root { --primary: var(--brand) }\n:root { --brand: var(--primary) }'), {});
  });
});
