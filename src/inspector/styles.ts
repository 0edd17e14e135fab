/** Styles of the inspector. Colours are its own: a page's would hide a state among them. */
export const styles = `
:host {
  --text: light-dark(#1b1f24, #e6e8eb);
  --muted: light-dark(#57606a, #a5adb8);
  --ground: light-dark(#ffffff, #15181d);
  --raised: light-dark(#f3f4f6, #20242b);
  --line: light-dark(#d4d8dd, #363c46);
  --control: light-dark(#7d8590, #7d8590);
  --accent: light-dark(#0b57d0, #8ab4f8);
  --good: light-dark(#116329, #6ddb8b);
  --stopped: light-dark(#8a4b00, #f0b35a);
  --bad: light-dark(#b3261e, #ff9d94);
  color-scheme: inherit;
  display: block;
  min-inline-size: 0;
  color: var(--text);
  background: var(--ground);
  font: 13px/1.45 system-ui, sans-serif;
  text-align: start;
}
:host([hidden]) { display: none; }
:host([floating]) {
  position: fixed;
  inset: auto 0 0 0;
  z-index: 2147483646;
  max-block-size: 60vh;
  display: flex;
  border-block-start: 2px solid var(--accent);
  box-shadow: 0 -8px 30px rgb(0 0 0 / 25%);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.all { display: flex; flex-direction: column; min-block-size: 0; inline-size: 100%; gap: 8px; padding: 10px; }
.all.over { outline: 3px dashed var(--accent); outline-offset: -4px; }
.summary { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
[data-tone='good'] { color: var(--good); }
[data-tone='stopped'] { color: var(--stopped); }
[data-tone='bad'] { color: var(--bad); }
.tools { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
button, select, input[type='search'] {
  min-block-size: 30px;
  padding: 3px 9px;
  color: var(--text);
  background: var(--raised);
  border: 1px solid var(--control);
  border-radius: 6px;
  font: inherit;
}
input[type='search'] { flex: 1 1 110px; min-inline-size: 0; inline-size: 110px; background: var(--ground); }
input[type='file'] { display: none; }
button { cursor: pointer; }
button:hover { border-color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
label { display: inline-flex; gap: 6px; align-items: center; color: var(--muted); }
input[type='range'] { inline-size: 90px; accent-color: var(--accent); }
.note { margin: 0; color: var(--muted); overflow-wrap: anywhere; }
.note:empty { display: none; }
.scroll { overflow: auto; min-block-size: 60px; max-block-size: 420px; border: 1px solid var(--line); border-radius: 6px; }
:host([floating]) .scroll { flex: 1 1 auto; max-block-size: none; }
ol { list-style: none; margin: 0; padding: 0; inline-size: calc(100% * var(--zoom, 1)); }
li {
  display: grid;
  grid-template-columns: 62px minmax(0, 1fr) auto;
  gap: 0 8px;
  padding: 4px 8px;
  border-block-end: 1px solid var(--line);
}
li:last-child { border-block-end: 0; }
li[data-kind='event'], li[data-kind='page'], li[data-kind='frame'] { color: var(--muted); }
li[data-kind='state'] .text { font-weight: 600; }
li.parting { background: var(--raised); outline: 2px solid var(--stopped); outline-offset: -2px; }
.at, .took { color: var(--muted); font-variant-numeric: tabular-nums; white-space: nowrap; }
.text { overflow-wrap: anywhere; max-inline-size: calc(100vw - 150px); }
.lane { grid-column: 1 / -1; block-size: 3px; position: relative; }
.bar {
  position: absolute;
  inset-block: 0;
  inset-inline-start: calc(100% * var(--from));
  inline-size: max(2px, calc(100% * var(--part)));
  background: var(--accent);
  border-radius: 2px;
}
li[data-kind='request'] .bar { background: var(--muted); }
[data-tone='bad'] .bar { background: var(--bad); }
@media (forced-colors: active) { .bar { background: CanvasText; } }
`;
