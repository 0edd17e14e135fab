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

/**
 * Tests of `test/e2e` that `npm test` leaves to `npm run test:all`, by file: each repeats the body of another
 * at another size, in another language or from another tag, and the title of that other is made of its own.
 * Each size, language and tag is tried by a test that stays.
 */
export const furtherTests = {
  accessibility: [
    [/axe, dark › (Enter in a hosted field leaves the focus on the ending)$/, 'axe, light › $1'],
  ],
  'after-redirect': [
    [/(not take up again) \(422\) (is told, in) ur$/, '$1 (404) $2 ur'],
    [/(not take up again) \(404\) (is told, in) ar$/, '$1 (422) $2 ar'],
  ],
  clobbered: [[/(an element) <(?:embed|object)> (named currentScript)/, '$1 <img> $2']],
  'first-paint': [
    [/(a form with a button), (?:narrow|desktop)$/, '$1, phone'],
    [/(the whole address), phone$/, '$1, narrow'],
  ],
  'list-room': [[/(a heading of the page|a form of the page for another card), ur$/, '$1, en']],
  'plain-fields': [
    [/(stay where they are, and save the card): inline$/, '$1: stacked'],
    [/(stands where the form stands): in a form$/, '$1: in a narrow form'],
  ],
  'plans-looks': [[/(the page of the boxes), ur: (fits 320 pixels)/, '$1, ar: $2']],
  stillness: [
    [/(nothing moves from the first sight to the end): 390 px, (saved|stopped)$/, '$1: 360 px, $2'],
  ],
  'strangers/nested': [
    [/by vault\.markup\(\), (with a page of the shop’s own between)$/, 'by the plain tag, $1'],
    [/by the plain tag, directly$/, 'by vault.markup(), directly'],
  ],
  // Each way at each time stays with one of the two tags, and each tag with each way and each time.
  'strangers/taken-early': [
    [
      /(empties the element while the (?:library of the fields|engine) of) the plain tag/,
      '$1 vault.markup()',
    ],
    [/(removes a place while the (?:documents of the fields|engine) of) the plain tag/, '$1 vault.markup()'],
    [/(removes a frame while the (?:documents|library) of the fields of) the plain tag/, '$1 vault.markup()'],
    [
      /(the name of a place away while the (?:library of the fields|engine) of) the plain tag/,
      '$1 vault.markup()',
    ],
    [/(empties the element while the documents of the fields of) vault\.markup\(\)/, '$1 the plain tag'],
    [/(removes a place while the library of the fields of) vault\.markup\(\)/, '$1 the plain tag'],
    [/(removes a frame while the engine of) vault\.markup\(\)/, '$1 the plain tag'],
    [/(the name of a place away while the documents of the fields of) vault\.markup\(\)/, '$1 the plain tag'],
  ],
};
