import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keepTemporaryFilesInMemory } from './tools/test/temporary-files.ts';

keepTemporaryFilesInMemory();

/** What starts processes of its own takes longest: at the end of a run it would leave the other workers idle. */
const longest = /\/(tests|assurance|server\/integrations)\//;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isShort = ({ moduleId }: TestSpecification): number => (longest.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => isShort(one) - isShort(other));
  }
}

const files = globSync('{contract,domain,server,web,tools,tests,assurance}/**/*.test.{ts,tsx}', {
  exclude: ['tests/e2e/**'],
});
/** Whoever imports a module that a file mocks would keep the mock for the files after it. */
const mocking = files.filter((file) => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8')));

export default defineConfig({
  test: {
    pool: 'forks',
    // Much of a run is waiting for processes; by default a machine of two cores would get one worker; three are no faster there.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Copying a database and opening a server take their time on a machine that does other things too.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['tests/support/database-setup.ts'],
    projects: [
      // Loading the server anew for each file took a third of a run; a file leaves nothing in its modules but their constants.
      {
        extends: true,
        test: {
          name: 'shared',
          include: files.filter((file) => !mocking.includes(file)),
          isolate: false,
          globalSetup: [],
        },
      },
      { extends: true, test: { name: 'mocking', include: mocking, globalSetup: [] } },
    ],
  },
});
