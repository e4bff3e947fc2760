import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner } from '#tests/support/as-owner.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { readCatalogue } from '#tests/support/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { earlierMigrations } from '#tests/support/earlier-chain.ts';
import { isOfBaseline } from './earlier-chain.ts';
import { inOrder, type Migration, migrate, migrations, refuseOldServer } from './migrate.ts';

let chain: readonly Migration[];
/** Two databases at the end of the earlier chain. */
let earlier: TestDatabase;
let earlierWithRows: TestDatabase;
let baseline: TestDatabase;
beforeAll(async () => {
  chain = await earlierMigrations();
  earlier = await createTestDatabase('template0');
  await migrate({ ...earlier, migrations: chain });
  earlierWithRows = await createTestDatabase(new URL(earlier.ownerUrl).pathname.slice(1));
  baseline = await createTestDatabase('template0');
  await migrate({ ...baseline, migrations: (await migrations()).filter(isOfBaseline) });
}, 120_000);
afterAll(async () => {
  await earlier?.drop();
  await earlierWithRows?.drop();
  await baseline?.drop();
});

const listed = (of: readonly Migration[]) => of.map(({ name, sha256 }) => ({ name, sha256 }));
const listOf = (database: TestDatabase) =>
  asOwner(database, async (client) => (await client.query('select name, sha256 from migrations order by name')).rows);

test('the earlier chain has the schema that the baseline makes, but for the order of columns', async () => {
  await migrate({ ...earlier, migrations: (await migrations()).filter(isOfBaseline) });
  const before = await asSuperuser(earlier, readCatalogue);
  const after = await asSuperuser(baseline, readCatalogue);
  expect(after.filter((line) => !before.includes(line))).toEqual([]);
  expect(before.filter((line) => !after.includes(line))).toEqual([]);
  expect(after.length).toBeGreaterThan(3_500);
});

test.each([
  'alter table meetings alter column title drop not null',
  "alter table meetings alter column location set default 'here'",
  'alter table meetings no force row level security',
  'alter table document_texts alter column words set storage extended',
  'alter table document_texts reset (toast_tuple_target)',
  'alter table documents drop constraint documents_one_home',
  'alter table documents disable trigger count_added',
  'drop index audit_entries_openings',
  'alter policy gate_sweep on mail_messages using (true)',
  'alter policy self on users to public',
  'grant delete on audit_entries to dais_serving',
  'grant select (password_hash) on users to dais_serving',
  'grant execute on function gate.find_session to public',
  'alter function gate.find_session owner to dais_owner',
  'alter function gate.find_session security invoker',
  'alter function gate.similar_words reset enable_seqscan',
  'grant usage on schema house to dais_serving',
  "comment on table boards is 'x'",
  "insert into setup_tokens (token_hash) values (decode(repeat('00', 32), 'hex'))",
])('the comparison of two schemas sees: %s', async (change) => {
  const [before, after] = await asSuperuser(baseline, async (client) => {
    const unchanged = await readCatalogue(client);
    await client.query('begin');
    await client.query(change);
    const changed = await readCatalogue(client);
    await client.query('rollback');
    return [unchanged, changed];
  });
  expect(after).not.toEqual(before);
});

test('migrations run in the order of their numbers, of which no two have one', () => {
  expect(inOrder(['0020-core.sql', 'README.md', '0010-house.sql'])).toEqual(['0010-house.sql', '0020-core.sql']);
  expect(() => inOrder(['0010-house.sql', '0010-core.sql'])).toThrow('Two migrations have the number 0010.');
});

test('a database at the end of the earlier chain is taken over, with its rows, and then is as any other', async () => {
  await asSuperuser(earlierWithRows, (client) =>
    client.query(`
      insert into rate_limits (key, points) values ('kept', 7);
      insert into boards (shortname, title, time_zone) values ('kept', 'Kept', 'UTC');
    `),
  );
  await migrate(earlierWithRows);
  expect(await listOf(earlierWithRows)).toEqual(listed(await migrations()));
  await migrate(earlierWithRows);
  expect(await listOf(earlierWithRows)).toEqual(listed(await migrations()));
  const kept = await asSuperuser(earlierWithRows, async (client) => ({
    limits: (await client.query("select points from rate_limits where key = 'kept'")).rows,
    boards: (await client.query("select title from boards where shortname = 'kept'")).rows,
  }));
  expect(kept).toEqual({ limits: [{ points: 7 }], boards: [{ title: 'Kept' }] });
});

test('one that stopped before its end, or ended otherwise, or the chain before it, is refused and left as it is', async () => {
  const database = await createTestDatabase('template0');
  await migrate({ ...database, migrations: chain.slice(0, -1) });
  await expect(migrate(database)).rejects.toThrow(`its last migration is not ${chain.at(-1)?.name}`);
  expect(await listOf(database)).toEqual(listed(chain.slice(0, -1)));
  await asOwner(database, (client) =>
    client.query("insert into migrations (name, sha256) values ($1, 'another')", [chain.at(-1)?.name]),
  );
  await expect(migrate(database)).rejects.toThrow('Start the version that ends with that migration first.');
  await asOwner(database, (client) =>
    client.query(
      "delete from migrations; insert into migrations (name, sha256) values ('0001-foundations.sql', 'oldest')",
    ),
  );
  await expect(migrate(database)).rejects.toThrow('Start the version that ends with that migration first.');
  await database.drop();
}, 60_000);

const serverOf = (number: number, version: string) =>
  ({ query: async () => ({ rows: [{ number, version }] }) }) as unknown as Pick<pg.Client, 'query'>;

test('an older PostgreSQL is refused with a sentence that names its version and the setting', async () => {
  await expect(refuseOldServer(serverOf(150_014, '15.14 (Debian 15.14-0+deb12u1)'))).rejects.toThrow(
    'The setting DATABASE_OWNER_URL is not right: PostgreSQL 18 or newer is needed, and it is 15.14 (Debian 15.14-0+deb12u1) there.',
  );
  await expect(refuseOldServer(serverOf(180_000, '18.0'))).resolves.toBeUndefined();
});
