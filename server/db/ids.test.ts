import { expect, test } from 'vitest';
import { asOwner } from '#tests/support/as-owner.ts';
import { createTestDatabase } from '#tests/support/database.ts';

test('ids from one database connection are in ascending order and contain their creation time, even within one millisecond', async () => {
  const database = await createTestDatabase();
  const begin = Date.now();
  const ids = await asOwner(database, async (client) => {
    const { rows } = await client.query<{ id: string }>('select uuidv7() as id from generate_series(1, 5000)');
    return rows.map(({ id }) => id);
  });
  const end = Date.now();
  expect(ids).toEqual([...new Set(ids)].toSorted());
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const madeAt = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    expect(madeAt).toBeGreaterThanOrEqual(begin - 1);
    expect(madeAt).toBeLessThanOrEqual(end + 1);
  }
  await database.drop();
});
