/** The style sheet and the headers of the API reference. */
import {createHash} from 'node:crypto';
import {asset} from '../../platform/pages/assets.js';

/** System fonts, light and dark colours, from 320 px width, and for print. */
export const docsStyle = `
:root { color-scheme: light dark; --ink: light-dark(#1a1d21, #e8eaed); --soft: light-dark(#5b626b, #a3abb5);
  --ground: light-dark(#fff, #14171a); --raised: light-dark(#f5f6f8, #1d2125); --line: light-dark(#dde1e6, #343a41);
  --link: light-dark(#0b57d0, #8ab4f8); --edge: light-dark(#757d87, #8b939d); }
* { box-sizing: border-box; }
body { margin: 0; font: 100%/1.6 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
a { color: var(--link); text-underline-offset: 3px; }
.skip { position: absolute; inset: 8px auto auto 8px; padding: 8px 16px; border-radius: 8px; background: var(--ground); }
.skip:not(:focus) { clip-path: inset(50%); }
main:focus { outline: none; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
.page { display: grid; grid-template-columns: minmax(0, 1fr); max-width: 1320px; margin: 0 auto; padding: 0 16px 64px; }
[hidden] { display: none !important; }
[role=search] { padding-block-start: 16px; font-size: .875rem; }
[role=search] label { display: block; font-size: .8125rem; color: var(--soft); }
[role=search] input { width: 100%; min-height: 40px; margin: 4px 0; padding: 4px 12px; font: inherit; font-size: 1rem;
  color: inherit; background: var(--raised); border: 1px solid var(--edge); border-radius: 8px; }
[role=search] p { margin: 0; min-height: 1.6em; color: var(--soft); }
.side { min-width: 0; border-block-end: 1px solid var(--line); }
nav { font-size: .875rem; padding: 8px 0 16px; max-height: 40vh; overflow-y: auto; }
nav a { display: inline-block; min-width: 24px; line-height: 24px; text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav a[aria-current] { color: var(--ink); font-weight: 700; }
nav ul { list-style: none; margin: 4px 0 12px; padding: 0; columns: 2 140px; }
nav li { padding: 2px 0; break-inside: avoid; overflow-wrap: anywhere; }
nav strong, .label { font-size: .8125rem; color: var(--soft); font-weight: 600; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 32px 0 8px; }
h2 { font-size: 1.375rem; margin: 56px 0 8px; padding-block-start: 24px; border-block-start: 1px solid var(--line); }
h3 { font-size: 1.125rem; margin: 0 0 4px; }
p { margin: 0 0 12px; max-width: 70ch; }
article { margin: 32px 0; padding-block-start: 8px; scroll-margin-top: 8px; }
.address { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: baseline; margin: 0 0 8px; }
.method { font-weight: 700; font-size: .8125rem; }
code, pre { font: .845rem/1.55 ui-monospace, monospace; }
code { overflow-wrap: anywhere; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: 12px; margin: 4px 0 16px;
  overflow: auto; max-height: 26rem; }
.scroll { overflow-x: auto; margin: 4px 0 16px; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { text-align: start; vertical-align: top; padding: 6px 12px 6px 0; border-block-end: 1px solid var(--line); }
th { font-weight: 600; color: var(--soft); }
td:first-child { min-width: 11ch; }
tr:target { background: var(--raised); }
.required { color: var(--soft); font-size: .8125rem; }
@media (min-width: 900px) {
  .page { grid-template-columns: 240px minmax(0, 1fr); gap: 48px; }
  .side { position: sticky; top: 0; align-self: start; max-height: 100vh; display: flex; flex-direction: column;
    border: 0; padding-block-start: 16px; }
  nav { max-height: none; padding-block-end: 32px; }
  nav ul { columns: auto; }
}
@media (min-width: 1100px) {
  .example { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 16px; }
  .example > :only-child { grid-column: 1 / -1; }
}
@media print {
  .side { display: none; } .page { display: block; max-width: none; padding: 0; } body { font-size: 11pt; }
  article { break-inside: avoid-page; } pre { white-space: pre-wrap; max-height: none; } a { color: inherit; text-decoration: none; }
}
`;

const styleHash = createHash('sha256').update(docsStyle).digest('base64');

/**
 * The content security policy allows only this style sheet and the page's one script, which may write no
 * markup: no request, and no framing.
 */
export const docsHeaders = (): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `script-src '${asset('reference').integrity}'`,
    `style-src 'sha256-${styleHash}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
});
