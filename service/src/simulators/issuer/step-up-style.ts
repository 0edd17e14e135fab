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
main { flex: 1; width: 100%; max-width: 440px; margin-inline: auto; padding: 8px 14px 6px; display: flex; flex-direction: column; gap: 7px }
header { display: flex; align-items: center; gap: 8px; padding-block-end: 7px; border-block-end: 1px solid var(--line) }
header svg { inline-size: 20px; block-size: 20px; color: var(--accent); flex: none }
header strong { letter-spacing: .01em }
header span { margin-inline-start: auto; color: var(--quiet); font-size: 12px }
h1 { font-size: 17px; line-height: 1.25; font-weight: 600 }
main > p { text-wrap: balance }
.facts { display: grid; grid-template-columns: auto 1fr; gap: 1px 12px; padding: 5px 10px; background: var(--soft); border-radius: 8px; font-size: 13px }
.facts dt { color: var(--quiet) }
.facts dd { text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
form { display: flex; flex-direction: column; gap: 3px }
label { font-weight: 500 }
input {
  inline-size: 100%; block-size: 42px; padding-inline: 12px; border: 1px solid var(--edge); border-radius: 8px;
  background: transparent; color: inherit; font: 500 18px/1.5 system-ui, sans-serif; letter-spacing: .2em; font-variant-numeric: tabular-nums
}
input[aria-invalid='true'] { border-color: var(--danger) }
.messages { display: grid; min-block-size: 18px; font-size: 12px; line-height: 18px }
.messages p { grid-area: 1 / 1 }
#problem { color: var(--danger); font-weight: 500 }
#said { color: var(--quiet) }
button {
  min-block-size: 44px; padding-inline: 14px; border: 1px solid transparent; border-radius: 8px; font: inherit; font-weight: 600; cursor: pointer
}
.confirm { inline-size: 100%; background: var(--accent); color: var(--on-accent) }
.confirm:hover { filter: brightness(1.08) }
.confirm[aria-disabled='true'] { opacity: .8; cursor: progress }
.others { display: flex; justify-content: space-between; margin-inline: -8px }
.others button { min-block-size: 30px; padding-inline: 8px; background: none; color: var(--accent); font-weight: 500 }
.others button:hover { text-decoration: underline }
input:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px }
footer { margin-block-start: auto; color: var(--quiet); font-size: 12px; line-height: 16px; text-align: center }
.spoken { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media (min-width: 340px) {
  main { padding-inline: 22px }
  h1 { font-size: 18px }
}
@media (min-height: 480px) {
  main { gap: 16px; padding-block: 20px 14px }
  header { padding-block-end: 14px }
  h1 { font-size: 20px }
  form { gap: 6px }
  input { block-size: 48px }
  .facts { padding: 12px 14px; gap: 6px 16px; font-size: 14px }
  .messages { font-size: 13px; min-block-size: 20px; line-height: 20px }
}
@media (min-width: 560px) and (min-height: 640px) {
  html { background: var(--soft) }
  main { background: var(--ground); flex: none; margin-block: auto; padding: 28px 32px 20px; border: 1px solid var(--line); border-radius: 14px }
  footer { margin-block-start: 4px }
}
@media (forced-colors: active) {
  button { border-color: ButtonText }
  .confirm { forced-color-adjust: none; background: Highlight; color: HighlightText }
}
`;
