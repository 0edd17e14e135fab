import type {Context} from 'mocha';

type Engine = 'chromium' | 'firefox' | 'webkit';

/** The engine that runs this page. */
const engine: Engine = navigator.userAgent.includes('Firefox/')
  ? 'firefox'
  : navigator.userAgent.includes('Chrome')
    ? 'chromium'
    : 'webkit';

/** What a test may need and an engine, or its driver, does not have: the reason by engine. */
const gaps = {
  'narrow-viewport': {webkit: 'its window cannot be made narrower than 447 px'},
  'margin-of-focus': {webkit: 'it brings a focused input into view without its scroll margin'},
} as const satisfies Record<string, Partial<Record<Engine, string>>>;

/** Skips the test where the engine lacks a capability. The runner prints each gap with its reason at the end. */
export function needs(test: Context, capability: keyof typeof gaps): void {
  const reasons: Partial<Record<Engine, string>> = gaps[capability];
  const reason = reasons[engine];
  if (reason === undefined) return;
  console.log(`gap: ${capability}: ${reason} (${test.test?.fullTitle() ?? 'no test'})`);
  test.skip();
}
