import type {CSSResult} from 'lit';

/** Adds a sheet to a shadow tree that is standing already; twice is harmless. */
export function adopt(root: ShadowRoot, {styleSheet: sheet}: Pick<CSSResult, 'styleSheet'>): void {
  if (sheet && !root.adoptedStyleSheets.includes(sheet))
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
