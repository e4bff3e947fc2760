import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,domain,server,web,tools,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'node_modules/**'],
    pool: 'forks',
    globalSetup: ['tests/support/database-setup.ts'],
  },
});
