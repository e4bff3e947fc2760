import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { generateTypes } from './generate-types.ts';

test('the committed table types match those that `npm run db:types` generates from the migrations', async () => {
  const database = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'dais-types-'));
  generateTypes(database.ownerUrl, join(folder, 'generated.ts'));
  const kept = readFileSync(new URL('../server/db/generated.ts', import.meta.url), 'utf8');
  expect(readFileSync(join(folder, 'generated.ts'), 'utf8')).toBe(kept);
  rmSync(folder, { recursive: true });
  await database.drop();
});
