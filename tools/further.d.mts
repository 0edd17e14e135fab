/** Left-out files, and the files of `npm test` that cover each of them. */
export const further: ReadonlyMap<string, RegExp>;
