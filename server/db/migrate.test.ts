import type pg from 'pg';
import { expect, test } from 'vitest';
import { asOwner } from '#tests/support/as-owner.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { inOrder, migrate, migrations, refuseOldServer } from './migrate.ts';

const listOf = (database: TestDatabase) =>
  asOwner(database, async (client) => (await client.query('select name, sha256 from migrations order by name')).rows);

test('migrations run in the order of their numbers, and duplicate numbers are rejected', () => {
  expect(inOrder(['0201-boards.sql', 'README.md', '0104-jobs.sql'])).toEqual(['0104-jobs.sql', '0201-boards.sql']);
  expect(() => inOrder(['0201-boards.sql', '0201-uploads.sql'])).toThrow('Two migrations have the number 0201.');
});

test('migrating again changes nothing, and an applied migration that was edited is rejected', async () => {
  const database = await createTestDatabase();
  const known = (await migrations()).map(({ name, sha256 }) => ({ name, sha256 }));
  expect(await listOf(database)).toEqual(known);
  await migrate(database);
  expect(await listOf(database)).toEqual(known);
  await asOwner(database, (client) =>
    client.query("update migrations set sha256 = 'another' where name = $1", [known.at(-1)?.name]),
  );
  const rejection = `The migration ${known.at(-1)?.name} was applied before and has changed since.`;
  await expect(migrate(database)).rejects.toThrow(rejection);
  await database.drop();
});

const serverOf = (number: number, version: string) =>
  ({ query: async () => ({ rows: [{ number, version }] }) }) as unknown as Pick<pg.Client, 'query'>;

test('a PostgreSQL older than version 16 is rejected with a message that names its version and DATABASE_OWNER_URL', async () => {
  await expect(refuseOldServer(serverOf(150_014, '15.14 (Debian 15.14-0+deb12u1)'))).rejects.toThrow(
    'DATABASE_OWNER_URL points to PostgreSQL 15.14 (Debian 15.14-0+deb12u1), but version 16 or newer is required.',
  );
  await expect(refuseOldServer(serverOf(160_000, '16.0'))).resolves.toBeUndefined();
});
