/**
 * What the skeleton needs of the element's style sheets, so that each of its boxes stands where the live form draws it: a test
 * compares them, layout by layout. Names of parts and custom properties are the element's.
 */
export const skeletonStyles = `
:host{
--_ink:var(--card-vault-text,light-dark(#1b1f27,#eceef2));
--_muted:var(--card-vault-muted,light-dark(#5a6372,#a6adba));
--_surface:var(--card-vault-surface,light-dark(#fff,#1a1d24));
--_border:var(--card-vault-border,light-dark(#868d9a,#737b8a));
--_accent:var(--card-vault-accent,light-dark(#2456d6,#8fb1ff));
--_radius:var(--card-vault-radius,8px);
--_height:max(44px,var(--card-vault-field-height,48px));
--_inset:var(--card-vault-inset,13px);
--_gap:var(--card-vault-gap,12px);
display:block;position:relative;container-type:inline-size;contain-intrinsic-inline-size:22rem;
min-inline-size:min(100%,260px);font:inherit;color:var(--_ink);text-align:start}
:host([hidden]){display:none}
:host([theme=light]){color-scheme:light}
:host([theme=dark]){color-scheme:dark}
*{box-sizing:border-box}
.fields{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));column-gap:var(--_gap);margin-block-end:-4px}
.field{display:grid;grid-row:span 3;grid-template-rows:subgrid;grid-template-columns:minmax(0,1fr);margin-block-end:4px}
.wide{grid-column:1/-1}
.label{align-self:end;margin-block-end:6px;font-size:14px;font-weight:500;line-height:20px}
.box{display:flex;align-items:center;position:relative;block-size:var(--_height);padding-inline:var(--_inset);border:1px solid var(--_border);border-radius:var(--_radius);background:var(--_surface)}
.box::after{content:'';inline-size:min(55%,190px);block-size:12px;border-radius:6px;background:color-mix(in srgb,var(--_muted) 24%,transparent)}
.error{min-block-size:20px;margin-block-start:4px}
.notice{display:flex;align-items:flex-start;gap:6px;min-block-size:20px;margin:4px 0 0;font-size:13px;line-height:20px;text-wrap:balance;color:var(--_muted)}
.notice svg{flex:none;inline-size:14px;block-size:20px}
.button{min-block-size:48px;margin-block-start:16px;padding:10px 20px;border:1px solid transparent;border-radius:var(--_radius);background:var(--_accent);opacity:.6;font-size:16px;font-weight:600;line-height:24px;text-align:center;color:oklch(from var(--_accent) clamp(0,(.64 - l)*1000,1) 0 0)}
@container (inline-size>=560px){
[data-layout=inline] .fields{grid-template-columns:minmax(0,2fr) minmax(0,1fr) minmax(0,1fr)}
[data-layout=inline] .number{grid-column:auto}
}
[data-layout=compact]{
.fields{gap:0}
.number,.expiry,.security-code{display:contents;.label{display:none}}
.number .box{grid-area:1/1/auto/-1;border-end-start-radius:0;border-end-end-radius:0}
.expiry .box,.security-code .box{grid-row:2;margin-block-start:-1px;border-start-start-radius:0;border-start-end-radius:0}
.expiry .box{border-end-end-radius:0}
.security-code .box{margin-inline-start:-1px;border-end-start-radius:0}
.expiry .error{grid-area:3/1}.security-code .error{grid-area:3/2}
.number .error{display:none}
}
@container (inline-size<340px){.number .error{min-block-size:40px}}
@container (300px<=inline-size<340px){.error{min-block-size:40px}}
@container (inline-size<300px){.field{grid-column:1/-1}}
.waiting{position:absolute;z-index:1;inset-inline:0;inset-block-start:0;margin:0;padding:10px 12px;border:1px solid var(--_border);border-radius:var(--_radius);background:var(--_surface);font-size:14px;line-height:20px}
.late{visibility:hidden;animation:late 0s 6s forwards}
@media (scripting:none){.late{display:none}}
@keyframes late{to{visibility:visible}}
::slotted(input){position:absolute;inset-inline:0;inset-block-end:0;inline-size:100%;block-size:20px;margin:0;border:0;opacity:0;pointer-events:none}
@media (forced-colors:active){.box{border-color:ButtonBorder}.box::after{background:GrayText}}
`.replace(/\n/g, '');

/** Shows the sentence at a press. It stands in the page: from inside, `:host()` cannot ask what the tag contains. */
export const pressStyles =
  'card-vault:has(>input:user-invalid)::part(waiting){visibility:visible;animation:none}';
