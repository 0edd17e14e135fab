import type {ServiceSettings} from './parts.js';

/** Settings of a run for which nothing else was said. */
export function defaultSettings(): ServiceSettings {
  return {
    deviceData: {mode: 'v1', delayMs: 300},
    directoryTimeoutMs: 10_500,
    enrollmentFailures: 'status',
    oneTimeCode: '1234',
    stepUpAttempts: 3,
    challengeStartLimitMs: 30_000,
    webhookTimeoutMs: 15_000,
    tokenTtlSeconds: 900,
    trackerTtlSeconds: 86_400,
  };
}
