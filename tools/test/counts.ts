import { z } from 'zod';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

export const none: Counts = { passed: 0, failed: 0 };

export const sum = (left: Counts, right: Counts): Counts => ({
  passed: left.passed + right.passed,
  failed: left.failed + right.failed,
});

const count = z.number().int().min(0);
const vitestReport = z.object({
  numPassedTests: count,
  numFailedTests: count,
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});
const playwrightReport = z.object({
  stats: z.object({ expected: count, unexpected: count, flaky: count }),
  errors: z.array(z.unknown()),
});

/** From Vitest's JSON report. A file that failed before any of its tests failed counts as one test. Throws when it is unreadable. */
export function vitestCounts(report: unknown): Counts {
  const { numPassedTests, numFailedTests, testResults } = vitestReport.parse(report);
  const broken = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((result) => result.status === 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/** Browser tests that may pass at the second try in one run of the whole (docs/testing.md); with more of them, each has failed. */
const flakyMax = 2;

/** From Playwright's JSON report. Throws when it is unreadable. */
export function playwrightCounts(report: unknown): Counts {
  const { stats, errors } = playwrightReport.parse(report);
  const borne = stats.flaky > flakyMax ? 0 : stats.flaky;
  return { passed: stats.expected + borne, failed: stats.unexpected + stats.flaky - borne + errors.length };
}
