import type {CSSResult} from 'lit';
import {actionStyles} from './actions.js';
import {css} from './css.js';
import {fieldStyles} from './fields.js';
import {themeStyles} from './theme.js';
import {workingStyles} from './working.js';

/** The inline layout, narrow rooms, less motion, forced colours. */
export const variantStyles = css`
  @container (inline-size >= max(560px, 35rem)) {
    [data-layout='inline'] .fields {
      grid-template-columns: minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr);
    }
    [data-layout='inline'] .number {
      grid-column: auto;
    }
  }
  /* As much room for errors as before the script, where the longest takes two lines: fields side by side. */
  @container (max(300px, 18.75rem) <= inline-size < max(340px, 21.25rem)) {
    :not(.number) > .error:not(.wide) {
      min-block-size: 2lh;
    }
  }
  @container (inline-size < max(300px, 18.75rem)) {
    .field {
      grid-column: 1 / -1;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .frame,
    .shimmer {
      transition: none;
      animation: none;
    }
  }
  @media (forced-colors: active) {
    .shimmer {
      background: GrayText;
    }
  }
`;

/** Styles of the first drawing. In one sheet, as reading four takes a browser longer. */
const drawn = css`
  ${themeStyles}${fieldStyles}${actionStyles}${variantStyles}
`;

/** The sheets of the form that works. */
export const formStyles: CSSResult[] = [drawn, workingStyles];
