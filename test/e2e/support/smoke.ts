/**
 * The end of a title that a loop makes: `npm test` runs the cases with `@smoke`, `npm run test:all` the others.
 * A test that stands by itself has the tag in its title.
 */
export const smokeIf = (isSmoke: boolean): string => (isSmoke ? ' @smoke' : '');
