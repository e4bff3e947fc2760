import { vi } from 'vitest';
import type { typeset } from '#server/integrations/typst/typeset.ts';

/** What documents need that are typeset without a server. `warn` collects their shortcomings. */
export const typesetting = {
  config: { fontsDir: null },
  storage: { open: () => Promise.reject(new Error('There is no logo.')) },
  log: { warn: vi.fn() },
} satisfies Parameters<typeof typeset>[0];
