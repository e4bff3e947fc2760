import { z } from 'zod';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly named: readonly string[];
}

export const none: Counts = { passed: 0, failed: 0, named: [] };

export const sum = (left: Counts, right: Counts): Counts => ({
  passed: left.passed + right.passed,
  failed: left.failed + right.failed,
  named: [...left.named, ...right.named],
});

const count = z.number().int().min(0);
const vitestResult = z.object({
  status: z.string(),
  fullName: z.string().default(''),
  failureMessages: z.array(z.string()).nullish(),
});
const vitestFile = z.object({
  name: z.string().default(''),
  status: z.string(),
  message: z.string().nullish(),
  assertionResults: z.array(vitestResult),
});
const vitestReport = z.object({
  numPassedTests: count,
  numFailedTests: count,
  testResults: z.array(vitestFile),
});
const playwrightSpec = z.object({
  file: z.string(),
  title: z.string(),
  tests: z.array(z.object({ status: z.string() })),
});
const playwrightSuite = z.object({
  specs: z.array(playwrightSpec).default([]),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});
const playwrightReport = z.object({
  suites: z.array(playwrightSuite).default([]),
  stats: z.object({ expected: count, unexpected: count, flaky: count }),
  errors: z.array(z.object({ message: z.string().default('') })),
});

/** A file that failed outside its tests counts as one failed test. */
export function vitestCounts(report: unknown): Counts {
  const { numPassedTests, numFailedTests, testResults } = vitestReport.parse(report);
  const failed = testResults.flatMap((file) =>
    file.assertionResults.filter(hasFailed).map((result) => ({ file, result })),
  );
  const broken = testResults.filter((file) => hasFailed(file) && !file.assertionResults.some(hasFailed));
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    named: [
      ...failed.map(({ file, result }) => named(file.name, result.fullName, result.failureMessages?.[0])),
      ...broken.map((file) => named(file.name, 'the file itself', file.message)),
    ],
  };
}

const hasFailed = ({ status }: { readonly status: string }): boolean => status === 'failed';

const messageMax = 600;

const named = (file: string, title: string, message: string | null | undefined): string =>
  `${file} › ${title}${message ? `\n    ${message.slice(0, messageMax).trim().replaceAll('\n', '\n    ')}` : ''}`;

/** A test that needed a second attempt counts as failed. Throws if the report is unreadable. */
export function playwrightCounts(report: unknown): Counts {
  const { suites, stats, errors } = playwrightReport.parse(report);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    named: [...suites.flatMap(namedSpecs), ...errors.map(({ message }) => message.slice(0, messageMax))],
  };
}

function namedSpecs({ specs, suites }: z.infer<typeof playwrightSuite>): readonly string[] {
  const own = specs.flatMap(({ file, title, tests }) => {
    const status = tests.map((test) => test.status).find((status) => status === 'unexpected' || status === 'flaky');
    if (status === undefined) return [];
    return [`${file} › ${title}${status === 'flaky' ? ' (passed at the second try)' : ''}`];
  });
  return [...own, ...suites.flatMap(namedSpecs)];
}
