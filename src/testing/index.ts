export {
  everydayCards,
  furtherTestCards,
  oneTimeCode,
  testCard,
  testCardBrands,
  testCards,
  testExpiry,
} from './test-cards.js';
export type {TestCard, TestCardBrand, TestCase, TestExpiry} from './test-cards.js';
export {decliningTestCards} from './declining-cards.js';
export type {DecliningCase, DecliningTestCard} from './declining-cards.js';
export {fillCard, fillSecurityCode} from './fill.js';
export type {CardEntries, FillOptions} from './fill.js';
export {answerStepUp} from './step-up.js';
export type {StepUpAnswer} from './step-up.js';
export {nextOutcome, savedOutcome, stoppedOutcome, watchOutcomes} from './outcomes.js';
export type {SeenOutcome} from './outcomes.js';
export type {Patience, TestFrame, TestLocator, TestPage, TestRoot, TestRoute} from './browser.js';
export {useService, vaultFixtures} from './playwright.js';
export type {CardVaultFixture, ServiceFixture} from './playwright.js';
export {webdriverPage} from './webdriverio.js';
export type {WebdriverIOBrowser} from './webdriverio.js';
export {createFakeAdapter} from './fake-adapter.js';
export type {FakeAdapter, FakeCall, FakeLedgerEntry, FakeMethod, FakeScript} from './fake-adapter.js';
export {keepTraceOf} from './kept-trace.js';
export type {FailingTest} from './kept-trace.js';
export {replayTrace} from './replay.js';
export type {Replayed, ReplayedEnd, ReplayedTrace, ReplayOptions} from './replay.js';
export {advanceClock} from './clock.js';
export {chooseStepUp} from './bank.js';
export type {StepUpKind} from './bank.js';
export {webhookRequest} from './webhooks.js';
export type {SampleEvent, SignedEventOptions} from './webhooks.js';
