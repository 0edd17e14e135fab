/**
 * Files of tests that `npm test` leaves to `npm run test:all`: they repeat at another size, on another database or on other pages
 * what a smaller test shows, which stands beside them. CI runs both.
 */
export const further = [
  // Journeys, pages and their looks.
  [/^test\/(e2e\/strangers\/|journeys\/strangers-)/, 'test/journeys/chromium.test.ts'],
  [/^test\/e2e\/(matrix|cards|bank-kinds|repeats)\./, 'test/journeys/chromium.test.ts'],
  [/^test\/e2e\/(after-redirect|one-home|outages|overload|faults)\./, 'test/e2e/failures.spec.ts'],
  [
    /^test\/e2e\/(golden|hosted-looks|narrow|page-css|plans-looks|stillness)\./,
    'test/e2e/accessibility.spec.ts',
  ],
  [/^test\/e2e\/(clobbered|early-fields|first-paint|plain-fields|packed)\./, 'test/e2e/frameworks.spec.ts'],
  [/^test\/e2e\/(step-up-\w+|secrecy|sibling-hosts)\./, 'test/e2e/policy.spec.ts'],
  [/^test\/e2e\/(list-room|plans)\./, 'test/e2e/subscribe.spec.ts'],
  [/^(test\/e2e\/typing|service\/test\/microform\/early-frames)\./, 'service/test/microform/fields.test.ts'],
  [/^service\/test\/(issuer\/looks|openapi\/docs-pages)\./, 'service/test/issuer/pages.test.ts'],
  [/^service\/test\/dashboard\/calendar-page\./, 'service/test/dashboard/dashboard.test.ts'],
  // The service, with kills, on PostgreSQL, with many rows, in every order.
  [/^service\/test\/(postgres|postgres-\w+|processes)\./, 'service/test/storage.test.ts'],
  [/^service\/test\/(prepared|thread|transfer-command)\./, 'service/test/transfer.test.ts'],
  [/^service\/test\/reseal\./, 'service/test/vault-keys.test.ts'],
  [/^service\/test\/(commit-kills|webhooks-crash)\./, 'service/test/secrets.test.ts'],
  [/^service\/test\/(model|fuzz|integration|rules\/[\w-]+)\./, 'service/test/machine.test.ts'],
  [/^service\/test\/due-plans\./, 'service/test/billing.test.ts'],
  // The kit, the command and the repository.
  [/^test\/server\/money\./, 'service/test/money.test.ts'],
  [/^test\/server\/(body-parsers|php-client|node-core)\./, 'test/server/bodies.test.ts'],
  [/^test\/server\/payments-faults(-recorded)?\./, 'test/server/payments.test.ts'],
  [/^test\/cli\/broken-\w+\./, 'test/cli/check.test.ts'],
  [/^test\/house\/(bundles|release|typings|test-run)\./, 'test/house/exports.test.ts'],
];
export const isFurther = (file) => further.some(([pattern]) => pattern.test(file));
