import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What starts processes of its own takes longest: at the end of a run it would leave the other workers idle. */
const longest = /\/(tests|assurance|server\/integrations)\//;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isShort = ({ moduleId }: TestSpecification): number => (longest.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => isShort(one) - isShort(other));
  }
}

export default defineConfig({
  test: {
    include: ['{contract,domain,server,web,tools,tests,assurance}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'node_modules/**'],
    pool: 'forks',
    // Much of a run is waiting for processes; by default a machine of two cores would get one worker; three are no faster there.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Copying a database and opening a server take their time on a machine that does other things too.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['tests/support/database-setup.ts'],
  },
});
