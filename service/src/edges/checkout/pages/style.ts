/**
 * The style sheet of all hosted pages. It covers screens from 240 px, light and dark schemes, both writing
 * directions, forced colours, and print. Paddings shrink from 320 px down, because the card form needs 200 px.
 */
export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f4f6f8, #101418);
  --sheet: light-dark(#fff, #171c22);
  --text: light-dark(#1b2430, #e8ecf1);
  --quiet: light-dark(#556170, #a5b0bd);
  --line: light-dark(#dde2e8, #303842);
  --edge: light-dark(#7b8794, #7d8894);
  --accent: light-dark(#0b5c6b, #6fd0df);
  --on-accent: light-dark(#fff, #06262c);
  --soft: light-dark(#eaf2f4, #1b2a2f);
  --danger: light-dark(#a8201a, #ff9d94);
  --danger-soft: light-dark(#fdeeec, #33201f);
  --good: light-dark(#1b6b3a, #7fd6a0);
  --on-ground: var(--text);
  --on-ground-quiet: var(--quiet);
  --on-ground-line: var(--line);
  --on-ground-link: var(--accent);
  --link: var(--accent);
  --side: clamp(8px, 10vw - 16px, 16px);
  --card-vault-text: var(--text);
  --card-vault-muted: var(--quiet);
  --card-vault-surface: var(--sheet);
  --card-vault-border: var(--edge);
  --card-vault-accent: var(--accent);
  --card-vault-accent-text: var(--on-accent);
  --card-vault-danger: var(--danger);
  --card-vault-success: var(--good);
}
@media (prefers-contrast: more) { :root { --quiet: var(--text); --line: var(--text); --edge: var(--text) } }
/* What stands on the shop's ground, outside the sheets. */
.shop, .summary, .leave, footer { --text: var(--on-ground); --quiet: var(--on-ground-quiet); --line: var(--on-ground-line); --link: var(--on-ground-link) }
@media (prefers-contrast: more) { .shop, .summary, .leave, footer { --quiet: var(--text); --line: var(--text) } }
* { box-sizing: border-box; margin: 0 }
html { background: var(--ground); color: var(--on-ground); font: 100%/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; -webkit-text-size-adjust: 100% }
:lang(ur) { font-family: system-ui, 'Noto Nastaliq Urdu', 'Noto Naskh Arabic', sans-serif; line-height: 2.1 }
/* Letters of Nastaliq stand over and under each other: at the usual height a line would touch the next. */
:lang(ur) :is(h1, h2, .price strong, .button, button, .terms, .quiet, .said > .alert) { line-height: 2.1 }
card-vault:lang(ur)::part(notice) { line-height: 2.1 }
:lang(ar) { font-family: system-ui, 'Noto Naskh Arabic', 'Segoe UI', sans-serif; line-height: 1.7 }
/* Korean has spaces: a line ends there, not inside a word. */
:lang(ko) { word-break: keep-all }
body { min-block-size: 100vh; display: flex; flex-direction: column }
main { inline-size: 100%; max-inline-size: 960px; margin-inline: auto; padding: 20px var(--side) 32px; flex: 1; display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px; align-content: start }
.narrow { max-inline-size: 640px }
.narrow:not(:has(> :nth-child(2))) { align-content: center }
h1 { font-size: 1.375rem; line-height: 1.3; font-weight: 650; overflow-wrap: anywhere; text-wrap: balance }
h2 { font-size: 1rem; line-height: 1.4; font-weight: 650 }
h1:focus { outline: none }
.shop { inline-size: 100%; max-inline-size: 960px; margin-inline: auto; padding: 16px var(--side) 0; display: flex; align-items: center; gap: 10px; min-block-size: 48px; font-weight: 600; overflow-wrap: anywhere }
.shop:has(+ .narrow), .narrow + footer { max-inline-size: 640px }
.shop bdi { min-inline-size: 0 }
.logo { block-size: 32px; max-inline-size: 45%; object-fit: contain; border-radius: 4px }
@media (prefers-color-scheme: dark) { .logo { padding: 3px; background: #fff } }
.sheet { background: var(--sheet); color: var(--text); border: 1px solid var(--line); border-radius: 14px; padding: clamp(10px, 12.5vw - 20px, 20px); display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; align-content: start; min-inline-size: 0 }
.summary { display: grid; grid-template-columns: minmax(0, 1fr); gap: 14px; align-content: start; min-inline-size: 0 }
.price { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 8px }
.price strong { font-size: 1.875rem; line-height: 1.2; font-weight: 680; letter-spacing: -.01em; font-variant-numeric: tabular-nums }
:dir(rtl) .price strong { letter-spacing: 0 }
.price span, .quiet { color: var(--quiet) }
.quiet { font-size: .875rem }
.free { justify-self: start; padding: 2px 10px; border-radius: 99px; border: 1px solid var(--line); background: var(--sheet); color: var(--accent); font-size: .875rem; font-weight: 600 }
.charges { list-style: none; padding: 0; border-block-start: 1px solid var(--line) }
.charges li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; padding-block: 9px; border-block-end: 1px solid var(--line); font-variant-numeric: tabular-nums }
.charges li span:last-child { margin-inline-start: auto; white-space: nowrap }
form, .stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px }
.pair { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(200px, 100%), 1fr)) }
.field { display: grid; gap: 6px; align-content: start }
label, legend { font-size: .875rem; font-weight: 500 }
legend { padding: 0; margin-block-end: 8px; font-size: 1rem; font-weight: 650 }
/* The dots are of no script, and the sizes of both lines differ. */
.whose { display: block; font-size: .875rem; font-weight: 400; color: var(--quiet); overflow-wrap: anywhere }
fieldset { border: 0; padding: 0; min-inline-size: 0 }
input[type='text'], input[type='email'] { inline-size: 100%; block-size: 48px; padding-inline: 13px; border: 1px solid var(--edge); border-radius: 8px; background: var(--sheet); color: inherit; font: inherit }
input[aria-invalid='true'] { border-color: var(--danger) }
.problem { color: var(--danger); font-size: .8125rem }
.problem:empty { display: none }
/* The sign of <card-vault>'s errors and of its box. */
.problem, .alert { display: flex; align-items: baseline; gap: 6px }
:is(.problem, .alert)::before { content: '!' / ''; flex: none; inline-size: 1.25em; block-size: 1.25em; border: .1em solid; border-radius: 50%; font: 600 .8125rem/1.05 system-ui, sans-serif; text-align: center; color: var(--danger) }
/* The rows of <card-vault-list>: one calm box, a mark for each card. */
.choices { border: 1px solid var(--edge); border-radius: 10px; overflow: clip }
.choice + .choice { border-block-start: 1px solid var(--line) }
.sign { inline-size: 36px; block-size: 24px; flex: none; direction: ltr }
.plus { border: 1px dashed var(--edge); border-radius: 4px; color: var(--quiet) }
.held { white-space: nowrap; display: inline-flex; align-items: center; justify-content: end; gap: 8px }
.choice { display: flex; align-items: center; gap: 12px; min-block-size: 60px; padding: 8px 14px; font-size: 1rem; font-weight: 500; cursor: pointer }
.choice:has(:checked) { background: var(--soft) }
.choice:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: -3px; border-radius: 9px }
.choice input { inline-size: 18px; block-size: 18px; flex: none; margin: 0; accent-color: var(--accent); outline: none }
.choice span { min-inline-size: 0; overflow-wrap: anywhere }
.choice .quiet { display: block; font-weight: 400 }
.choice:has(:disabled) { cursor: default; color: var(--quiet) }
.alert, .note { padding: 12px 14px; border-radius: 10px; color: var(--text) }
.alert { gap: 10px; border: 1px solid color-mix(in srgb, var(--danger) 55%, transparent); background: var(--danger-soft) }
.note { background: var(--soft); font-weight: 500 }
.alert:focus { outline: none }
.alert.past { visibility: hidden }
/* One place for the notice and what went wrong, with room for the longest; the box reaches into the gap above it. */
.said { display: grid; grid-template-columns: minmax(0, 1fr) }
.said > * { grid-area: 1 / 1 }
.said > .alert { z-index: 1; align-items: center; margin-block-start: -10px; padding: 5px 12px; font-size: .8125rem; line-height: 1.35; text-wrap: balance }
.said > .room { visibility: hidden }
.notice { display: flex; gap: 6px; font-size: .8125rem; line-height: 20px; text-wrap: balance; color: var(--quiet) }
.notice svg { flex: none }
.said > .notice { align-self: center }
/* In the card form, whose box for a sentence is this one. The element lays out what is in its slots for any page. */
[slot='notice'] > .said { color-scheme: light dark }
[slot='notice'] > .said > .room { margin-block-start: calc(-1.25rem - 3px); padding: 2px 12px 3px; line-height: 1.0625rem; text-wrap: wrap }
/* The form of a new card has both of its own; what the page still says there is heard. */
.said:has(+ #new-card:not([hidden])) > :is(.notice, .room) { display: none }
.said:has(+ #new-card:not([hidden])):not(:has(> .alert:not([hidden], .room, .heard))) { position: absolute; inline-size: 1px; overflow: hidden; clip-path: inset(50%) }
#retry:empty { display: none }
.alert[hidden], [hidden] { display: none }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-block-size: 48px; padding: 10px 18px; border: 1px solid var(--edge); border-radius: 10px; background: var(--sheet); color: var(--text); font: inherit; font-weight: 600; text-align: center; text-wrap: balance; text-decoration: none; cursor: pointer }
.main { border-color: transparent; background: var(--accent); color: var(--on-accent); inline-size: 100%; min-block-size: 52px; font-variant-numeric: tabular-nums }
.main:hover { filter: brightness(1.08) }
button[aria-disabled='true'] { cursor: progress; opacity: .85 }
.danger { border-color: var(--danger); color: var(--danger) }
.small { min-block-size: 44px; padding-block: 6px; font-size: .9375rem }
.actions { display: flex; flex-wrap: wrap; gap: 10px; align-items: center }
.actions form { display: contents }
a { color: var(--link); text-underline-offset: 3px }
a.button { color: var(--text) }
.accent, a.accent { border-color: transparent; background: var(--accent); color: var(--on-accent) }
a.main { color: var(--on-accent) }
.leave { justify-self: center; display: inline-flex; align-items: center; min-block-size: 44px; text-align: center }
:is(a, button, input, summary):focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 8px }
.mark { inline-size: 44px; block-size: 44px; color: var(--good) }
.mark.bad { color: var(--danger) }
.mark.wait { color: var(--quiet) }
dl { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 6px 20px; font-variant-numeric: tabular-nums }
dt { color: var(--quiet) }
dd { text-align: end; overflow-wrap: anywhere }
.head { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: start; gap: 8px 16px }
.head h2 { font-size: 1.125rem; overflow-wrap: anywhere }
.badge { padding: 2px 10px; border: 1px solid currentColor; border-radius: 99px; font-size: .875rem; font-weight: 600; color: var(--quiet) }
.badge.good { color: var(--good) }
.badge.bad { color: var(--danger) }
details { border-block-start: 1px solid var(--line); padding-block-start: 4px }
summary { display: flex; align-items: center; min-block-size: 44px; font-weight: 600; cursor: pointer; gap: 8px }
summary::before { content: ''; inline-size: 8px; block-size: 8px; border: solid currentColor; border-width: 0 2px 2px 0; transform: rotate(45deg); margin: -3px 3px 0; flex: none }
details[open] > summary::before { transform: rotate(-135deg); margin-block: 3px 0 }
details + details { margin-block-start: -10px }
details > :not(summary) { margin-block: 4px 8px }
table { inline-size: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: clamp(.8125rem, 5.6vw, .9375rem) }
th { text-align: start; font-weight: 550; color: var(--quiet); font-size: .875rem }
th, td { padding: 8px 0; border-block-end: 1px solid var(--line); vertical-align: top }
tbody tr:last-child td { border: 0 }
th + th, td + td { padding-inline-start: clamp(4px, 10vw - 20px, 12px) }
td:last-child, th:last-child { text-align: end }
/* The room of the card's fields until their script has drawn them, above their notice. */
.sheet { container-type: inline-size }
#new-card:not(:has(card-vault)) { padding-block-start: 12.75rem }
@container (inline-size < max(340px, 21.25rem)) { #new-card:not(:has(card-vault)) { padding-block-start: 14rem } }
@container (inline-size < max(300px, 18.75rem)) { #new-card:not(:has(card-vault)) { padding-block-start: 19.125rem } }
.terms { font-size: .875rem; color: var(--quiet) }
footer { inline-size: 100%; max-inline-size: 960px; margin-inline: auto; padding: 0 var(--side) 16px; display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 20px; color: var(--quiet); font-size: .875rem }
footer::before { content: ''; inline-size: 100%; border-block-start: 1px solid var(--line) }
footer details { padding: 0; border: 0 }
footer p { padding-block: 12px; line-height: 20px }
footer summary { gap: 4px }
footer summary::before { margin-inline-end: 7px }
footer nav { display: flex; flex-wrap: wrap; gap: 0 16px }
footer nav a { display: inline-flex; align-items: center; min-block-size: 44px; color: inherit }
footer nav a[aria-current] { color: var(--text); font-weight: 600; text-decoration: none }
@media (max-width: 400px) {
  /* Date and amount in one line, the result below: no day is broken. The roles are in the markup. */
  table, tbody, td { display: block }
  thead { position: absolute; clip-path: inset(50%) }
  tbody tr { display: flex; flex-wrap: wrap; justify-content: space-between; padding-block: 8px; border-block-end: 1px solid var(--line) }
  tbody tr:last-child { border: 0 }
  td, td + td { padding: 0; border: 0 }
  td:last-child { inline-size: 100%; text-align: start; color: var(--quiet) }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0 }
  dd { text-align: start; margin-block-end: 8px }
  .held { white-space: normal; justify-content: start }
  .held .sign { display: none }
}
@media (min-width: 820px) {
  :root { --side: 24px }
  main { padding-block: 32px 48px; gap: 24px }
  .shop { padding-block-start: 32px }
  main.two { grid-template: auto 1fr / minmax(0, 5fr) minmax(0, 6fr); gap: 28px 56px }
  .two > .stack { grid-area: 1 / 2 / 3; align-self: start }
  .sheet { padding: 28px }
}
@media (forced-colors: active) {
  .main, .accent { forced-color-adjust: none; background: Highlight; color: HighlightText; border-color: Highlight }
  .choice:has(:checked) { outline: 2px solid Highlight; outline-offset: -3px }
  .sign .ground { fill: Canvas }
  .sign .ink { fill: CanvasText }
  .sign .shape { fill: none; stroke: CanvasText }
}
@media print {
  footer, .actions, details, .leave, button { display: none }
  html { background: #fff; color: #000 }
}
`;
