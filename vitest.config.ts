import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,domain,server,web,tools,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'node_modules/**'],
    pool: 'forks',
    // Copying a database and opening a server take their time on a machine that does other things too.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    globalSetup: ['tests/support/database-setup.ts'],
  },
});
