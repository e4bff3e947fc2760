import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,domain,server,web,tools,tests,assurance}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'node_modules/**'],
    pool: 'forks',
    // Much of a run is waiting for processes; by default a machine of two cores would get one worker.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Copying a database and opening a server take their time on a machine that does other things too.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    globalSetup: ['tests/support/database-setup.ts'],
  },
});
