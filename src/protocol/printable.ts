/**
 * Characters that a terminal obeys or does not show: controls, marks that join letters or turn a line around,
 * halves of characters, line ends.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** Makes a foreign text fit for a line on a terminal or in a log. */
export const printable = (text: string): string => text.replace(unseen, ' ');
