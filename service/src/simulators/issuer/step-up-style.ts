/**
 * The style sheet of the bank's pages. Text is sized in `rem`, so it follows the shopper's own text size. The
 * smallest step-up window (250×400) holds the page in any font, even with text a fifth larger: below 560 px
 * of height, the code and the button share a line, and the header and a long shop name are cut.
 */
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
html { height: 100%; background: var(--ground); color: var(--text); font: 87.5%/1.35 system-ui, sans-serif }
:lang(ar), :lang(ur) { font-family: system-ui, 'Noto Naskh Arabic', 'Segoe UI', sans-serif }
:lang(ko) { word-break: keep-all }
[hidden] { display: none !important }
body { min-height: 100%; display: flex; flex-direction: column }
main { flex: 1; width: 100%; max-width: 440px; margin-inline: auto; padding: 6px 14px 4px; display: flex; flex-direction: column; gap: clamp(4px, (100vh - 372px) / 9, 16px) }
header { display: flex; flex-wrap: wrap; flex: none; align-items: center; gap: 16px 8px; block-size: calc(1.35rem + 6px); overflow: hidden; border-block-end: 1px solid var(--line) }
header > * { line-height: 1.35rem }
header svg { inline-size: 1.35rem; block-size: 1.35rem; color: var(--accent); flex: none }
header span { margin-inline-start: auto; color: var(--quiet); font-size: .86rem }
h1 { font-size: 1.1rem; line-height: 1.2; font-weight: 600; text-wrap: balance }
p { line-height: 1.25; text-wrap: pretty }
.facts { padding: 3px 8px; background: var(--soft); border-radius: 8px; font-size: .9rem; line-height: 1.25 }
.facts div { display: flex; flex-wrap: wrap; justify-content: space-between; column-gap: 12px }
.facts .shop { flex-wrap: nowrap }
.facts dt { color: var(--quiet) }
.facts dd { min-inline-size: 0; text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
#question { display: grid; gap: 4px }
.choices { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(11rem, 100%), 1fr)); gap: 6px 8px }
.choices form { display: grid }
#code-form { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px 8px }
#code-form > label, #code-form > .messages { grid-column: 1 / -1 }
label { font-weight: 500 }
input, button { min-inline-size: 0; border: 1px solid transparent; border-radius: 8px; font: inherit; color: inherit }
input {
  inline-size: 100%; block-size: 44px; padding-inline: 10px; border-color: var(--edge);
  background: transparent; font-weight: 500; font-size: 1.2rem; letter-spacing: .15em; font-variant-numeric: tabular-nums;
  scroll-margin-block: 1.75rem 2rem
}
input[aria-invalid='true'] { border-color: var(--danger) }
.messages { display: grid; order: 1; min-block-size: 1.25em; font-size: .86rem; line-height: 1.25 }
.messages p { grid-area: 1 / 1 }
.messages [role='alert'] { color: var(--danger); font-weight: 500 }
.messages [role='status'] { color: var(--quiet) }
button { min-block-size: 44px; padding-inline: 14px; font-weight: 600; cursor: pointer }
.confirm { inline-size: 100%; background: var(--accent); color: var(--on-accent) }
.confirm:hover { filter: brightness(1.08) }
[aria-disabled='true'] { opacity: .8; cursor: progress }
.second { inline-size: 100%; background: none; border-color: var(--edge); color: var(--accent) }
.second:hover { background: var(--soft) }
#done:not(:empty) { padding-block: 8px; font-weight: 500 }
.others { display: flex; flex-wrap: wrap; justify-content: space-between; margin-inline: -8px }
.others button { min-block-size: 28px; padding-inline: 8px; background: none; color: var(--accent); font-weight: 500 }
.others button:hover { text-decoration: underline }
input:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px }
#code-form input:focus-visible { outline-offset: -1px }
input[aria-invalid='true']:focus-visible { outline-color: var(--danger) }
footer { margin-block-start: auto; color: var(--quiet); font-size: .86rem; line-height: 1.2; text-align: center; text-wrap: balance }
.spoken { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media (max-height: 559px) {
  .second { min-block-size: 36px }
  .facts .shop dd { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
}
@media (min-width: 340px) {
  main { padding-inline: 22px; gap: clamp(4px, (100vh - 320px) / 9, 16px) }
  h1 { font-size: 1.25rem }
}
@media (min-height: 560px) {
  main { gap: clamp(8px, 2.4vh, 16px); padding-block: 3vh 12px }
  header { block-size: calc(1.35rem + 14px); padding-block-end: 8px }
  h1 { font-size: 1.43rem }
  #code-form { grid-template-columns: minmax(0, 1fr); row-gap: 6px }
  #question, .choices { gap: 10px }
  input { block-size: 48px }
  .facts { display: grid; row-gap: 6px; padding: 12px 14px; font-size: 1rem }
  .messages { order: 0; font-size: .93rem }
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
