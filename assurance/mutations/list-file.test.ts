import { expect, test } from 'vitest';
import { listPage } from './list-file.ts';
import type { Judged } from './mutant.ts';

const mutant = (where: string, what: string): Omit<Judged, 'verdict' | 'by' | 'reason'> => ({
  ...{ name: `${where}: ${what}`, kind: 'guard', where, what },
  change: { by: 'source', index: 0 },
});

test('what one test noticed in one file stands together, with the sums above it', () => {
  const page = listPage([
    { ...mutant('server/a.ts:3', 'x → true'), verdict: 'killed', by: 'a.test.ts: x' },
    { ...mutant('server/a.ts:9', '`y` → false'), verdict: 'killed', by: 'a.test.ts: x' },
    { ...mutant('server/a.ts:9', 'z → true'), verdict: 'survived' },
  ]);
  expect(page).toContain('| guard | 3 | 2 | 0 | 1 |');
  expect(page).toContain('\n- **server/a.ts** ← killed by a.test.ts: x: `x → true`; `` `y` → false ``\n');
  expect(page).toContain('\n- **server/a.ts** ← SURVIVED: `z → true`\n');
});
