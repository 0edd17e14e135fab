/** Left-out files, and the files of `npm test` that cover each of them. */
export const further: ReadonlyMap<string, RegExp>;

/** By file of `test/e2e`: left-out titles, and what makes each the title of the test that covers it. */
export const furtherTests: Readonly<Record<string, readonly (readonly [RegExp, string])[]>>;
