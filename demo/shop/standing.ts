import type {Standing} from '../server/standing.js';

const name = 'sorrel-standing';

export const tellStanding = (detail: Standing): void =>
  void document.dispatchEvent(new CustomEvent(name, {detail}));

export const onStanding = (hear: (standing: Standing) => void): void =>
  document.addEventListener(name, (event) => hear((event as CustomEvent<Standing>).detail));
