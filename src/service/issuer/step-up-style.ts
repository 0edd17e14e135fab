/** The bank's one style sheet. Fits 250×400 and grows to a full page; logical directions only; both schemes; forced colours. */
export const stepUpStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fff, #14181d);
  --text: light-dark(#1b2430, #e8ecf1);
  --quiet: light-dark(#56616f, #a5b0bd);
  --line: light-dark(#d5dbe2, #353d47);
  --edge: light-dark(#7b8794, #7d8894);
  --accent: light-dark(#0b5c6b, #6fd0df);
  --on-accent: light-dark(#fff, #06262c);
  --soft: light-dark(#f2f6f8, #1c222a);
  --danger: light-dark(#b3261e, #ff9d94);
}
* { box-sizing: border-box; margin: 0 }
html { height: 100%; background: var(--ground); color: var(--text); font: 14px/1.4 system-ui, sans-serif }
body { min-height: 100%; display: flex; flex-direction: column }
main { flex: 1; width: 100%; max-width: 440px; margin-inline: auto; padding: 10px 14px 8px; display: flex; flex-direction: column; gap: 8px }
header { display: flex; align-items: center; gap: 8px; padding-block-end: 8px; border-block-end: 1px solid var(--line) }
header svg { inline-size: 22px; block-size: 22px; color: var(--accent); flex: none }
header strong { font-size: 14px; letter-spacing: .01em }
header span { margin-inline-start: auto; color: var(--quiet); font-size: 12px }
h1 { font-size: 17px; line-height: 1.25; font-weight: 600 }
.facts { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; padding: 6px 10px; background: var(--soft); border-radius: 8px; font-size: 13px }
.facts dt { color: var(--quiet) }
.facts dd { text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
form { display: flex; flex-direction: column; gap: 4px }
label { font-weight: 500 }
input {
  inline-size: 100%; block-size: 44px; padding-inline: 12px; border: 1px solid var(--edge); border-radius: 8px;
  background: transparent; color: inherit; font: 500 18px/1.5 system-ui, sans-serif; letter-spacing: .22em; font-variant-numeric: tabular-nums
}
input[aria-invalid='true'] { border-color: var(--danger) }
.problem { min-block-size: 18px; color: var(--danger); font-size: 12.5px; line-height: 18px }
.problem:empty::before { content: '' }
.said { color: var(--quiet) }
button {
  min-block-size: 44px; padding-inline: 14px; border: 1px solid transparent; border-radius: 8px; font: inherit; font-weight: 600; cursor: pointer
}
.confirm { inline-size: 100%; background: var(--accent); color: var(--on-accent) }
.confirm[aria-disabled='true'] { opacity: .75; cursor: progress }
.others { display: flex; justify-content: space-between; margin-inline: -8px }
.others button { min-block-size: 32px; padding-inline: 8px; background: none; color: var(--accent); font-weight: 500 }
.others button:hover { text-decoration: underline }
input:focus-visible, button:focus-visible, h1:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
footer { margin-block-start: auto; color: var(--quiet); font-size: 12px; text-align: center }
@media (min-width: 340px) {
  main { padding: 16px 22px 12px; gap: 10px }
  h1 { font-size: 19px }
}
@media (min-height: 480px) {
  main { gap: 16px; padding-block: 22px 16px }
  .facts { padding: 12px 14px; gap: 6px 16px; font-size: 14px }
}
@media (min-width: 560px) and (min-height: 640px) {
  main { flex: none; margin-block: auto; padding: 28px 32px 20px; border: 1px solid var(--line); border-radius: 14px }
  footer { margin-block-start: 8px }
}
@media (forced-colors: active) {
  button { border-color: ButtonText }
  .confirm { forced-color-adjust: none; background: Highlight; color: HighlightText }
}
`;
