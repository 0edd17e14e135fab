import type {MarkupOptions} from './options.js';

type Layout = NonNullable<MarkupOptions['layout']>;
type Labels = NonNullable<MarkupOptions['labelPlacement']>;

/**
 * The part of the element's style sheets that the skeleton needs, so that each of its boxes stands where the
 * live form draws it: a test compares them, layout by layout. Names of parts and custom properties are the
 * element's. The room that `first-paint.css` reserves on the tag itself is given up: the page may have both.
 */
const common = `
:host{
--_u:max(1px,.0625rem);
--_ink:var(--card-vault-text,light-dark(#1b1f27,#eceef2));
--_muted:var(--card-vault-muted,light-dark(#5a6372,#a6adba));
--_surface:var(--card-vault-surface,light-dark(#fff,#1a1d24));
--_border:var(--card-vault-border,light-dark(#7a818e,#737b8a));
--_accent:var(--card-vault-accent,light-dark(#2456d6,#8fb1ff));
--_button:var(--card-vault-button-background,var(--_accent));
--_placeholder:var(--card-vault-placeholder,light-dark(#6a7282,#9098a6));
--_radius:var(--card-vault-radius,8px);
--_f:4;
--_height:max(calc(11*var(--_f)*var(--_u)),var(--card-vault-field-height,calc(48*var(--_u))));
--_inset:var(--card-vault-inset,13px);
--_gap:var(--card-vault-gap,12px);
--_ground:var(--card-vault-field-background,var(--_surface));
--_field-radius:var(--card-vault-field-radius,var(--_radius));
--_line:var(--card-vault-border-width,1px);
display:block;position:relative;font:inherit;color:var(--_ink);text-align:start}
@media (pointer:fine){:host{--_f:3}}
:host([hidden]){display:none}
.fit{display:grid;flex:1 0 100%;grid-column:1/-1;grid-template-columns:minmax(200px,22rem) minmax(0,1fr)}
.base{grid-column:1/-1;container-type:inline-size;white-space:normal;text-indent:0}
:host{container-type:normal!important}
:host::before,:host::after{display:none!important}
:host([theme=light]){color-scheme:light}
:host([theme=dark]){color-scheme:dark}
*{box-sizing:border-box}
.fields{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));column-gap:var(--_gap)}
.field{display:grid;grid-row:span 3;grid-template-rows:subgrid;grid-template-columns:minmax(0,1fr);margin-block-end:var(--card-vault-row-gap,6px)}
.wide{grid-column:1/-1}
.label{align-self:end;margin-block-end:var(--card-vault-label-gap,6px);font-size:var(--card-vault-label-size,calc(14*var(--_u)));font-weight:var(--card-vault-label-weight,500);letter-spacing:var(--card-vault-label-letter-spacing,inherit);line-height:var(--card-vault-label-line-height,calc(10/7));color:var(--card-vault-label-color,var(--_ink))}
.box{display:flex;align-items:center;position:relative;block-size:var(--_height);padding-inline:var(--_inset);border:var(--_line) solid var(--_border);border-radius:var(--_field-radius);background:var(--_ground);box-shadow:var(--card-vault-field-shadow,none)}
.box::after{content:'';inline-size:min(55%,190px);block-size:12px;border-radius:6px;background:color-mix(in srgb,var(--_muted) 24%,transparent)}
.error{display:grid;grid-template-columns:calc(14*var(--_u)) minmax(0,1fr);column-gap:5px;min-block-size:1lh;margin-block-start:2px;font-size:var(--card-vault-error-size,calc(13*var(--_u)));line-height:var(--card-vault-error-line-height,calc(20/13))}
.error::before{content:attr(data-room);grid-area:1/2;visibility:hidden}
.words{grid-column:1/-1;min-block-size:calc(44*var(--_u));margin:0 0 var(--card-vault-row-gap,6px);padding-block:10px 4px;padding-inline-start:30px;font-size:calc(14*var(--_u));line-height:calc(20*var(--_u));visibility:hidden}
.notice{display:flex;align-items:flex-start;gap:6px;min-block-size:1lh;margin:0;font-size:var(--card-vault-notice-size,calc(13*var(--_u)));line-height:var(--card-vault-notice-line-height,calc(20/13));text-wrap:balance;color:var(--card-vault-notice-color,var(--_muted))}
.notice svg{flex:none;inline-size:calc(14*var(--_u));block-size:1lh}
.button{display:flex;align-items:center;justify-content:center;min-block-size:var(--card-vault-button-height,calc(48*var(--_u)));margin-block-start:var(--card-vault-button-gap,16px);padding:6px 20px;border:var(--_line) solid var(--card-vault-button-border-color,transparent);border-radius:var(--card-vault-button-radius,var(--_radius));background:var(--_button);box-shadow:var(--card-vault-button-shadow,none);opacity:.6;font-size:var(--card-vault-button-text-size,calc(16*var(--_u)));font-weight:var(--card-vault-button-text-weight,600);letter-spacing:var(--card-vault-button-letter-spacing,normal);line-height:1.5;text-align:center;color:var(--card-vault-button-color,var(--card-vault-accent-text,oklch(from var(--_button) clamp(0,(.64 - l)*1000,1) 0 0)))}
@container (max(300px,18.75rem)<=inline-size<max(340px,21.25rem)){:not(.number)>.error{min-block-size:2lh}}
@container (inline-size<max(300px,18.75rem)){.field{grid-column:1/-1}}
.waiting{position:absolute;z-index:1;inset-inline:0;inset-block-start:0;margin:0;padding:10px 12px;border:1px solid var(--_border);border-radius:var(--_radius);background:var(--_surface);font-size:calc(14*var(--_u));line-height:calc(20*var(--_u))}
[name=waiting]{visibility:hidden;animation:late 0s 6s forwards}
::slotted(p[slot=waiting]){position:absolute!important;z-index:1!important;inset-inline:0!important;inset-block-start:0!important;margin:0!important;padding:10px 12px!important;border:1px solid var(--_border)!important;border-radius:var(--_radius)!important;background:var(--_surface)!important;font-size:calc(14*var(--_u))!important;line-height:calc(20*var(--_u))!important;color:var(--_ink)!important;display:block!important}
@media (scripting:none){::slotted(p[slot=waiting]){display:none!important}}
@keyframes late{to{visibility:visible}}
.probe{position:absolute;visibility:hidden;font-family:var(--card-vault-field-font,inherit);font-size:max(calc(4*var(--_f)*var(--_u)),var(--card-vault-field-text-size,calc(16*var(--_u))));font-style:normal;font-weight:var(--card-vault-field-text-weight,400);line-height:1.5em;font-variant-numeric:tabular-nums;color:var(--_ink);background-color:var(--_ground);outline-color:var(--_placeholder)}
::slotted(:is([slot=number],[slot=security-code])){all:initial!important;visibility:inherit!important;display:block!important;position:absolute!important;inset-inline:var(--_inset)!important;inset-block:0!important;color-scheme:light!important}
.form:not([data-live]) ::slotted(:is([slot=number],[slot=security-code])){opacity:0!important;pointer-events:none!important}
::slotted([slot])::before,::slotted([slot])::after{content:none!important}
[data-live] .box:has(slot)::after{display:none}
[data-live]~[name=waiting]::slotted(p){inset-block:auto 0!important}
.box[data-focused]{z-index:1;border-color:var(--card-vault-border-focus,var(--_accent));outline:var(--card-vault-ring-width,3px) solid var(--card-vault-ring,color-mix(in srgb,var(--_accent) 70%,transparent));outline-offset:var(--card-vault-ring-offset,0)}
::slotted(:is([slot=notice],[slot=consent])){margin:0!important;padding:0!important;border:0!important}
::slotted([slot=notice]){display:block!important;inline-size:100%!important}
::slotted([slot=consent]){display:inline!important}
::slotted(input){position:absolute;inset-inline:0;inset-block-end:0;inline-size:100%;block-size:20px;margin:0;border:0;opacity:0;pointer-events:none;visibility:visible}
@media (prefers-contrast:more){:host{--_border:var(--_ink);--_muted:color-mix(in srgb,var(--_ink) 80%,var(--_surface))}}
@media (forced-colors:active){.box::after{background:GrayText}}
`;

/** Rules of a layout, where there is width enough for it. */
const layouts: Readonly<Record<Layout, string>> = {
  stacked: '',
  inline: `
@container (inline-size>=max(560px,35rem)){
[data-layout=inline] .fields{grid-template-columns:minmax(0,2fr) minmax(0,1fr) minmax(0,1fr)}
[data-layout=inline] .number{grid-column:auto}
}
`,
  compact: `
@container (inline-size>=max(300px,18.75rem)){[data-layout=compact]{
.fields{column-gap:0}
:is(.number,.expiry,.security-code){display:contents;.box{block-size:max(var(--_height),calc(56*var(--_u)))}
.label{position:relative;z-index:2;align-self:start;margin:calc(7*var(--_u)) var(--_inset) 0;font-size:calc(12*var(--_u));line-height:calc(16*var(--_u))}
.box::after{position:relative;inset-block-start:calc(9*var(--_u))}}
.number>*{grid-area:1/1/auto/-1}.expiry>*{grid-area:2/1}.security-code>*{grid-area:2/2}
.number .error{grid-row:3}:is(.expiry,.security-code) .error{grid-row:4}.error{margin-inline-end:8px}
.number .box{border-end-start-radius:0;border-end-end-radius:0}
:is(.expiry,.security-code) .box{margin-block-start:calc(-1*var(--_line));border-start-start-radius:0;border-start-end-radius:0}
.expiry .box{border-end-end-radius:0}
.security-code .box{margin-inline-start:calc(-1*var(--_line));border-end-start-radius:0}
}
[data-layout=compact] ::slotted(:is([slot=number],[slot=security-code])){inset-block-start:calc(18*var(--_u))!important}
}
`,
};

const inside = `
.base{--_height:max(calc(56*var(--_u)),var(--card-vault-field-height,0px))}
.field .label{grid-area:2/1;z-index:2;align-self:start;margin:calc(7*var(--_u)) var(--_inset) 0;font-size:calc(12*var(--_u));line-height:calc(16*var(--_u))}
.field .box{grid-area:2/1/auto/-1}.field .error{grid-row:3}
`;

/** Rules of where the labels stand. */
const labelled: Readonly<Record<Labels, string>> = {
  above: '',
  inside: `${inside}
.box::after{position:relative;inset-block-start:calc(9*var(--_u))}
::slotted(:is([slot=number],[slot=security-code])){inset-block-start:calc(18*var(--_u))!important}
`,
  floating: `${inside}.label.label{visibility:hidden}`,
};

/** The sheet of a skeleton, with the rules of its own layout only: a browser draws the page's first picture sooner. */
export const skeletonStyles = (layout: Layout, labels: Labels): string =>
  `${common}${layouts[layout]}${labelled[labels]}`.replace(/\n/g, '');

/**
 * Shows the sentence at a press. No `:has()` with a `::part()`: browsers then style every part of the live form anew whenever something in
 * the tag changes.
 */
export const pressStyles = 'card-vault>input:user-invalid~p[slot=waiting]{visibility:visible}';
