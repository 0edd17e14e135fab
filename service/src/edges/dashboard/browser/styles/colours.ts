import {css} from 'lit';

/** The colours of the dashboard and of the calendar, which also works alone. */
export const colours = css`
  :host {
    --card: light-dark(#ffffff, #181d23);
    --text: light-dark(#1b2430, #e8ecf1);
    --quiet: light-dark(#56616f, #a5b0bd);
    --line: light-dark(#dde2e8, #2c343d);
    --edge: light-dark(#7b8794, #7d8894);
    --accent: light-dark(#0b5c6b, #6fd0df);
    --on-accent: light-dark(#ffffff, #06262c);
    --good: light-dark(#11703a, #66d694);
    --warn: light-dark(#8a5200, #f0b45c);
    --bad: light-dark(#b3261e, #ff9d94);
  }
`;
