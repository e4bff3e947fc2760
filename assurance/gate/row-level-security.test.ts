import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { withBoardScope } from '#server/db/board-scope.ts';
import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { asOwner } from '#tests/support/as-owner.ts';
import { superuserUrlOf } from '#tests/support/as-superuser.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWorld, type World } from '#tests/support/world.ts';
import * as rows from './rows-apart.ts';
import { gateInserts, gateReads, gateWrites, tenantTables } from './tenant-tables.ts';

const server = testApp();
const read = server.sql;
let world: World;

beforeAll(async () => {
  world = await makeWorld(server.context);
  await rows.fillTables({ context: server.context, world });
});

const userTables = Object.keys(rows.userTables);

describe('policies in the catalogue', () => {
  test('every table with a board column is covered by these tests', async () => {
    const found = await read<{ name: string }>(
      `select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.column_name = 'board_id' and t.table_type = 'BASE TABLE' order by 1`,
    );
    expect(found.map(({ name }) => name)).toEqual([...tenantTables, 'sessions'].toSorted());
  });

  test('row-level security is enabled and forced on every table except the rate limits and the migration list', async () => {
    const found = await read<{ relname: string }>(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not (relrowsecurity and relforcerowsecurity) order by 1`,
    );
    expect(found.map(({ relname }) => relname)).toEqual(['migrations', 'rate_limits']);
  });

  test('the serving role and the gate have exactly the expected policies', async () => {
    const found = await read<{ policy: string }>(
      `select concat_ws(' ', tablename, policyname, permissive, roles, cmd, regexp_replace(coalesce(qual, with_check), '\\s+', ' ', 'g'),
         case when qual <> with_check then 'but writes ' || with_check end) as policy
       from pg_policies where schemaname = 'public' and policyname <> 'backup'`,
    );
    const policy = (name: string, role: string, what: string) => (table: string) =>
      `${table} ${name} PERMISSIVE {dais_${role}} ${what}`;
    const ofGate = (what: string) => policy('gate', 'gate', what);
    const isMail = (table: string) => table === 'mail_messages';
    const expected = [
      ...tenantTables.map(policy('same_board', 'serving', 'ALL (board_id = current_board_id())')),
      ...userTables.map(policy('own', 'serving', 'ALL (user_id = current_user_id())')),
      policy('same_board', 'serving', 'ALL (id = current_board_id())')('boards'),
      policy('self', 'serving', 'ALL (id = current_user_id())')('users'),
      policy(
        'fellow',
        'serving',
        'SELECT (EXISTS ( SELECT FROM members WHERE ((members.user_id = users.id) AND (members.board_id = current_board_id()))))',
      )('users'),
      ...[...gateReads, 'passkey_handles', 'two_factors'].map(ofGate('SELECT true')),
      ...gateInserts.map(ofGate('INSERT true')),
      ...gateWrites.filter((table) => !isMail(table)).map(ofGate('ALL true')),
      ...rows.gateTables.map(ofGate('ALL true')),
      ...['devices', 'passkeys', 'provider_connections', 'sessions'].map(ofGate('ALL true')),
      ...['boards', 'users'].map(ofGate('ALL true')),
      policy('gate_reads', 'gate', 'SELECT true')('deciding_settings'),
      // The role `dais_gate` may write mail that belongs to no board, read all mail, and delete only mail that is no
      // longer waiting.
      ofGate('ALL (board_id IS NULL)')('mail_messages'),
      policy('gate_delivery', 'gate', 'SELECT true')('mail_messages'),
      policy('gate_sweep', 'gate', 'DELETE (num_nonnulls(sent_at, failed_at, dropped_at) = 1)')('mail_messages'),
    ];
    expect(found.map((row) => row.policy).toSorted()).toEqual(expected.toSorted());
  });

  test('the backup role can read all tables but write to none, and only the owner can switch to it', async () => {
    const unread = await read(
      `select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not (
         has_table_privilege('dais_backup', c.oid, 'select')
         and not has_table_privilege('dais_backup', c.oid, 'insert, update, delete, truncate, references, trigger')
         and (not relrowsecurity or exists (
           select from pg_policies p where p.tablename = c.relname and p.policyname = 'backup' and p.cmd = 'SELECT'
           and p.roles = '{dais_backup}' and p.qual = 'true')))`,
    );
    expect(unread).toEqual([]);
    const [role] = await read(
      `select rolcanlogin, rolsuper, rolbypassrls, rolcreaterole,
         array(select member::regrole::text from pg_auth_members where roleid = r.oid and set_option) as taken_by,
         array(select member::regrole::text from pg_auth_members where roleid = r.oid and inherit_option) as inherited_by
       from pg_roles r where rolname = 'dais_backup'`,
    );
    const none = { rolcanlogin: false, rolsuper: false, rolbypassrls: false, rolcreaterole: false };
    expect(role).toEqual({ ...none, taken_by: ['dais_owner'], inherited_by: [] });
    await expect(server.context.pool.query('set role dais_backup')).rejects.toThrow(/permission denied/);
    await asOwner(server.context, async (owner) => {
      expect((await owner.query('select from annotations')).rowCount).toBe(0);
      await owner.query('set role dais_backup');
      expect((await owner.query('select from annotations')).rowCount).toBeGreaterThan(0);
      await expect(owner.query('delete from annotations')).rejects.toThrow(/permission denied/);
    });
  });
});

describe.each(rows.tableChecks)('each table $what', ({ tables, check }) => {
  test.each(tables)('%s', (table) => check({ context: server.context, world }, table));
});

describe('row access by role', () => {
  test('the serving role cannot change or delete rows of another board', async () => {
    const { elsewhere } = world;
    await onHomeBoard(async (client) => {
      const { id } = elsewhere.meeting;
      expect((await client.query(`update meetings set title = 'x' where id = $1`, [id])).rowCount).toBe(0);
      expect((await client.query('delete from meetings where id = $1', [id])).rowCount).toBe(0);
      expect((await client.query('update boards set title = $1', ['x'])).rowCount).toBe(1);
    });
  });

  test('the serving role cannot give a child row a parent from another board', () =>
    expectRejected(
      `insert into agenda_items (board_id, meeting_id, position, title) values ($1, $2, 99, 'x')`,
      [world.home.board.id, world.elsewhere.meeting.id],
      /foreign key/,
    ));

  test('the serving role cannot read passwords or session tokens, or create a site admin', async () => {
    await expectRejected('select password_hash from users', [], /permission denied/);
    await expectRejected('select token_hash from sessions', [], /permission denied/);
    await expectRejected('update users set is_site_admin = true', [], /permission denied/);
  });

  test('the serving role cannot change or delete log entries', async () => {
    await expectRejected('update audit_entries set action = action', [], /permission denied/);
    await expectRejected('delete from audit_entries', [], /permission denied/);
  });

  const onHomeBoard = (work: (client: pg.ClientBase) => Promise<void>) =>
    rows.inTransaction(server, { boardId: world.home.board.id }, work);
  const expectRejected = (sql: string, values: readonly unknown[], error: RegExp) =>
    onHomeBoard(async (client) => {
      await expect(client.query(sql, [...values])).rejects.toThrow(error);
    });
});

const boardsCount = 1_000;

test('a thousand interleaved requests for different boards over one connection see only their own board’s meeting', {
  timeout: 60_000,
}, async () => {
  const made = await read<{ board_id: string; user_id: string }>(
    `with new_users as (
       insert into users (email, first_name, last_name, password_hash)
       select 'many-' || n || '@example.org', 'Many', 'Boards', 'none' from generate_series(1, $1::int) n returning id, email
     ), new_boards as (
       insert into boards (shortname, title, time_zone)
       select 'many-' || n, 'Board ' || n, 'UTC' from generate_series(1, $1::int) n returning id, shortname
     ), new_audiences as (
       insert into audiences (board_id, whole_board) select id, true from new_boards returning id, board_id
     ), new_meetings as (
       insert into meetings (board_id, audience_id, title, type, starts_at, ends_at)
       select board_id, id, board_id::text, 'remote', now(), now() from new_audiences
     ), new_members as (
       insert into members (board_id, user_id, status, slug)
       select b.id, u.id, 'active', 'many' from new_boards b join new_users u on u.email = b.shortname || '@example.org'
       returning board_id, user_id
     ) select board_id, user_id from new_members`,
    [boardsCount],
  );
  expect(made).toHaveLength(boardsCount);
  const single = openDatabase({
    servingUrl: server.context.pool.options.connectionString ?? '',
    connectionsMax: 1,
    onLost: () => undefined,
  });
  try {
    const failing = new Error('This one fails.');
    const look = async ({ board_id: boardId, user_id: userId }: (typeof made)[number], index: number) => {
      const opening = { ...server.context, db: single.db };
      // Some of these transactions fail. Their settings must not remain on the connection.
      const fails = index % 7 === 0;
      const inside = withBoardScope(opening, { boardId, userId }, async (scope) => {
        const titles = await scope.tx.selectFrom('meetings').select('title').execute();
        if (fails) throw failing;
        return titles.map(({ title }) => title).join();
      }).catch((error: unknown) => error);
      const between = await single.pool.query(`select id from meetings union all select id from boards`);
      return { expected: fails ? failing : boardId, found: await inside, leftOver: between.rowCount };
    };
    // Checks only a hundred boards at once, because the pool limits how long a request may wait for a connection.
    const together = 100;
    for (let from = 0; from < boardsCount; from += together) {
      const some = made.slice(from, from + together);
      const seen = await Promise.all(some.map((each, nth) => look(each, from + nth)));
      expect(seen.filter(({ leftOver }) => leftOver !== 0)).toEqual([]);
      expect(seen.map(({ found }) => found)).toEqual(seen.map(({ expected }) => expected));
    }
  } finally {
    await single.close();
  }
});

test('inactive members and members of a suspended board cannot access board data', async () => {
  const board = await server.make.board();
  await server.make.meeting({ board });
  const gone = await server.make.member({ board, status: 'inactive' });
  const enter = (boardId: string, userId: string | null) =>
    withBoardScope(server.context, { boardId, userId: userId ?? '' }, async () => 'in');
  await expect(enter(board.id, gone.userId)).rejects.toMatchObject({ code: 'not-found' });
  const { suspended } = world;
  await expect(enter(suspended.board.id, suspended.member.userId)).rejects.toMatchObject({ code: 'not-found' });
});

describe('database roles', () => {
  test('the serving role owns nothing and cannot become the gate or the owner', async () => {
    const owned = await read(
      `select classid::regclass, objid from pg_shdepend
       where deptype = 'o' and refobjid in ('dais_app'::regrole, 'dais_serving'::regrole)`,
    );
    expect(owned).toEqual([]);
    const [found] = await read<{ gate: boolean; owner: boolean }>(
      `select pg_has_role('dais_app', 'dais_gate', 'member') as gate, pg_has_role('dais_app', 'dais_owner', 'member') as owner`,
    );
    expect(found).toEqual({ gate: false, owner: false });
  });

  test('no role of the product is a superuser or bypasses row-level security', async () => {
    const roles = ['dais_app', 'dais_gate', 'dais_owner', 'dais_queue', 'dais_serving'];
    const found = await read<{ rolname: string; is_powerful: boolean }>(
      `select rolname, rolsuper or rolbypassrls or rolreplication as is_powerful from pg_roles where rolname = any($1) order by 1`,
      [roles],
    );
    expect(found).toEqual(roles.map((rolname) => ({ rolname, is_powerful: false })));
  });

  test('the server starts with the serving role', async () => {
    await expect(migrate(server.context)).resolves.toBeUndefined();
  });

  test('the server does not start with a superuser or the owner as its serving role', async () => {
    await expectRefused(await superuserUrlOf(server.context), /is a superuser/);
    await expectRefused(server.context.ownerUrl, /is the owner/);
  });

  test.each([
    ['BYPASSRLS', ['alter role ROLE bypassrls'], /has BYPASSRLS/],
    ['a table of its own', ['create table owned_ROLE ()', 'alter table owned_ROLE owner to ROLE'], /owns the table/],
  ])('the server does not start if the serving role has %s', async (_what, statements, sentence) => {
    const role = `test_${Math.random().toString(36).slice(2)}`;
    const url = new URL(await superuserUrlOf(server.context));
    url.username = role;
    url.password = 'opens the test';
    await server.asSuperuser(async (client) => {
      await client.query(`create role ${role} login password 'opens the test'`);
      await client.query(`grant connect on database ${url.pathname.slice(1)} to ${role}`);
      for (const statement of statements) await client.query(statement.replaceAll('ROLE', role));
    });
    try {
      await expectRefused(url.href, sentence);
    } finally {
      await server.asSuperuser((client) => client.query(`drop owned by ${role}; drop role ${role}`));
    }
  });

  async function expectRefused(servingUrl: string, sentence: RegExp): Promise<void> {
    const memberships = () => read('select * from pg_auth_members order by oid');
    const before = await memberships();
    await expect(migrate({ ownerUrl: server.context.ownerUrl, servingUrl })).rejects.toThrow(sentence);
    expect(await memberships()).toEqual(before);
  }
});
