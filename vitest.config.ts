import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keepTemporaryFilesInMemory } from './tools/test/temporary-files.ts';

keepTemporaryFilesInMemory();

/**
 * Tests that start processes take longest and run first. Otherwise, other workers would be idle at the end of a run.
 */
const longest = /\/(tests|assurance|server\/integrations)\//;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => (longest.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

const all = globSync('{contract,domain,server,web,tools,tests,assurance}/**/*.test.{ts,tsx}', {
  exclude: ['tests/e2e/**'],
});
/** `npm test` runs these tests, and `npm run test:all` runs all (docs/testing.md). */
const everyday = all.filter(
  (file) => !file.endsWith('.extended.test.ts') && !/^(tests\/|assurance\/(?!matrix\/|gate\/))/.test(file),
);
const extended = all.filter((file) => !everyday.includes(file));

const mocks = (file: string): boolean => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8'));

/**
 * Files share their modules to save time. Files that mock a module are isolated, because the following files would
 * otherwise get the mock.
 */
const projects = (name: string, files: readonly string[]) => [
  { extends: true as const, test: { name, include: files.filter((file) => !mocks(file)), isolate: false } },
  { extends: true as const, test: { name: `${name}-mocking`, include: files.filter(mocks) } },
];

export default defineConfig({
  test: {
    pool: 'forks',
    // Some tests only wait for a timer or a process, so a third worker helps even on two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // Copying a database and starting a server can be slow on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    sequence: { sequencer: LongestFirst },
    setupFiles: ['tests/support/file-times.ts'],
    globalSetup: ['tests/support/database-setup.ts'],
    projects: [...projects('everyday', everyday), ...projects('extended', extended)].map((project) => ({
      ...project,
      test: { ...project.test, globalSetup: [] },
    })),
  },
});
