import { expect, test } from 'vitest';
import { testApp } from '#tests/support/test-app.ts';
import { isInstant } from './page-statement.ts';

const server = testApp();

test('isInstant returns true for every timestamp column and for no other column', async () => {
  const columns = await server.asSuperuser(async (client) => {
    const { rows } = await client.query<{ name: string; type: string }>(
      `select distinct column_name as name, data_type as type from information_schema.columns where table_schema = 'public'`,
    );
    return rows;
  });
  const wrong = columns.filter(({ name, type }) => isInstant(name) !== (type === 'timestamp with time zone'));
  expect(wrong).toEqual([]);
});
