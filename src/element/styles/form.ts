import {unsafeCSS, type CSSResult} from 'lit';
import type {Layout} from '../options.js';
import {actionStyles} from './actions.js';
import {fieldStyles} from './fields.js';
import {themeStyles} from './theme.js';
import {variantStyles} from './variants.js';
import {workingStyles} from './working.js';

/** Styles of the first drawing. In one sheet, as reading four takes a browser longer. */
const drawn = unsafeCSS([themeStyles, fieldStyles, actionStyles, variantStyles].join(''));

/** The sheets of the form that works. */
export const formStyles: CSSResult[] = [drawn, workingStyles];

/**
 * Sheets of a form that is only drawn: a browser reads a sheet when it is first used, and the fields
 * wait for that.
 */
export const drawnStyles = (layout: Layout): CSSResult[] =>
  layout === 'compact' ? formStyles : formStyles.slice(0, -1);
