/**
 * Test files that `npm test` leaves to `npm run test:all`, and the files of `npm test` that cover them. A file may
 * stand here only if it declares no test of its own: it repeats, on another database or at another size, tests of
 * modules from which the covering files have theirs. CI runs both.
 */
export const further = new Map([
  // Each suite of the service that uses a database, imported again on PostgreSQL. It is covered by itself.
  ['service/test/postgres.test.ts', /^service\/test\/.*\.test\.ts$/],
  ['service/test/postgres-more.test.ts', /^service\/test\/.*\.test\.ts$/],
  ['service/test/reseal-on-postgres.test.ts', /^service\/test\/reseal\.test\.ts$/],
]);
