import {element} from './en/element.js';
import {first} from './en/first.js';
import type {PseudoTag} from './match.js';
import {pseudo} from './pseudo.js';

/** A pseudo-language as a page loads one. */
export const startOf = (tag: PseudoTag) => ({
  first: pseudo(first, tag),
  whole: () => Promise.resolve({element: pseudo(element, tag)}),
});
