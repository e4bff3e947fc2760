import { vi } from 'vitest';
import type { typeset } from '#server/integrations/pdf/typst/typeset.ts';

export const typesetting = {
  config: { fontsDir: null },
  storage: { open: () => Promise.reject(new Error('There is no logo.')) },
  log: { warn: vi.fn() },
} satisfies Parameters<typeof typeset>[0];
