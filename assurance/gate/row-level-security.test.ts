import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withBoardScope } from '#server/db/board-scope.ts';
import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { asSuperuser, superuserUrlOf } from '#tests/support/as-superuser.ts';
import { createTestContext, type TestContext } from '#tests/support/context.ts';
import { makeBoard, makeMeeting, makeMember } from '#tests/support/factories.ts';
import { makeWorld, type World } from '#tests/support/world.ts';
import { gateFunctions, isCalledByServingRoleAlone, runsOnItsOwnPath } from './gate-functions.ts';
import * as rows from './rows-apart.ts';
import { gateInserts, gateReads, gateReadsMore, gateWrites, tenantTables } from './tenant-tables.ts';

let context: TestContext;
let world: World;

beforeAll(async () => {
  context = await createTestContext();
  world = await makeWorld(context);
  await rows.fillTables({ context, world });
});
afterAll(() => context?.stop());

/** Rows of a query under the role that no policy holds. */
const read = <Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
  asSuperuser(context, async (client) => (await client.query<Row>(sql, [...values])).rows);

const ofBoard = '(board_id = current_board_id())';
interface PolicyRow {
  readonly tablename: string;
  readonly policyname: string;
  readonly permissive: string;
  readonly roles: string;
  readonly cmd: string;
  readonly qual: string | null;
  readonly with_check: string | null;
}
/** But for those of backups, which a test of their own reads. */
const policies = () =>
  read<PolicyRow & pg.QueryResultRow>(
    `select tablename, policyname, permissive, roles::text, cmd, qual, with_check from pg_policies
     where schemaname = 'public' and policyname <> 'backup' order by tablename, policyname`,
  );

describe('policies, from the catalogue', () => {
  test('every table that names a board is known to these tests', async () => {
    const found = await read<{ name: string }>(
      `select table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.column_name = 'board_id' and t.table_type = 'BASE TABLE' order by 1`,
    );
    expect(found.map(({ name }) => name)).toEqual([...tenantTables, 'sessions'].toSorted());
  });

  test('row-level security is on and forced on every table but the limits and the list of migrations', async () => {
    const found = await read<{ relname: string }>(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not (relrowsecurity and relforcerowsecurity) order by 1`,
    );
    expect(found.map(({ relname }) => relname)).toEqual(['migrations', 'rate_limits']);
  });

  test.each(tenantTables)(
    '%s: the serving role sees and writes rows of the one board, by one policy',
    async (table) => {
      const found = (await policies()).filter(({ tablename }) => tablename === table);
      expect(found.filter(({ roles }) => roles === '{dais_serving}')).toEqual([
        {
          ...{ tablename: table, policyname: 'same_board', permissive: 'PERMISSIVE', roles: '{dais_serving}' },
          ...{ cmd: 'ALL', qual: ofBoard, with_check: ofBoard },
        },
      ]);
      const others = found.filter(({ roles }) => roles !== '{dais_serving}');
      const expected = gateInserts.includes(table)
        ? ['INSERT']
        : gateWrites.includes(table)
          ? ['ALL']
          : gateReads.includes(table)
            ? ['SELECT']
            : [];
      const more = [
        ...(gateReadsMore.includes(table) ? ['SELECT'] : []),
        ...(table === 'mail_messages' ? ['DELETE'] : []),
      ];
      expect(others.map(({ cmd }) => cmd)).toEqual([...expected, ...more]);
      expect(others.every(({ roles }) => roles === '{dais_gate}')).toBe(true);
    },
  );

  test('the gate writes mail to a user as such, and no board’s; it deletes none that still waits', async () => {
    const found = (await policies()).find(
      ({ tablename, policyname }) => tablename === 'mail_messages' && policyname === 'gate',
    );
    expect(found).toMatchObject({ qual: '(board_id IS NULL)', with_check: '(board_id IS NULL)' });
    const sweeps = (await policies()).find(({ policyname }) => policyname === 'gate_sweep');
    expect(sweeps).toMatchObject({ cmd: 'DELETE', qual: '(num_nonnulls(sent_at, failed_at, dropped_at) = 1)' });
  });

  test('backups read every table and change none, as a role that only who migrates can take, and sees through only then', async () => {
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
    expect(role).toEqual({
      ...{ rolcanlogin: false, rolsuper: false, rolbypassrls: false, rolcreaterole: false },
      ...{ taken_by: ['dais_owner'], inherited_by: [] },
    });
    await expect(context.pool.query('set role dais_backup')).rejects.toThrow(/permission denied/);
    const owner = new pg.Client({ connectionString: context.ownerUrl });
    await owner.connect();
    expect((await owner.query('select from annotations')).rowCount).toBe(0);
    await owner.query('set role dais_backup');
    expect((await owner.query('select from annotations')).rowCount).toBeGreaterThan(0);
    await expect(owner.query('delete from annotations')).rejects.toThrow(/permission denied/);
    await owner.end();
  });

  test('boards, users, sessions and set-up tokens have exactly these policies', async () => {
    const found = (await policies()).filter(({ tablename }) => !tenantTables.some((table) => table === tablename));
    expect(found.map((each) => [each.tablename, each.policyname, each.roles, each.cmd, flat(each.qual)])).toEqual(
      [
        ['boards', 'gate', '{dais_gate}', 'ALL', 'true'],
        ['boards', 'same_board', '{dais_serving}', 'ALL', '(id = current_board_id())'],
        [
          ...['users', 'fellow', '{dais_serving}', 'SELECT'],
          '(EXISTS ( SELECT FROM members WHERE ((members.user_id = users.id) AND (members.board_id = current_board_id()))))',
        ],
        ['users', 'gate', '{dais_gate}', 'ALL', 'true'],
        ['users', 'self', '{dais_serving}', 'ALL', '(id = current_user_id())'],
        ['sessions', 'gate', '{dais_gate}', 'ALL', 'true'],
        ['sessions', 'own', '{dais_serving}', 'ALL', '(user_id = current_user_id())'],
        ['setup_tokens', 'gate', '{dais_gate}', 'ALL', 'true'],
        ['account_entries', 'own', '{dais_serving}', 'ALL', '(user_id = current_user_id())'],
        ['pending_sign_ins', 'gate', '{dais_gate}', 'ALL', 'true'],
        ['recovery_codes', 'own', '{dais_serving}', 'ALL', '(user_id = current_user_id())'],
        ['passkey_challenges', 'gate', '{dais_gate}', 'ALL', 'true'],
        ['passkey_handles', 'gate', '{dais_gate}', 'SELECT', 'true'],
        ['passkey_handles', 'own', '{dais_serving}', 'ALL', '(user_id = current_user_id())'],
        ['passkeys', 'gate', '{dais_gate}', 'ALL', 'true'],
        ['passkeys', 'own', '{dais_serving}', 'ALL', '(user_id = current_user_id())'],
        ['devices', 'gate', '{dais_gate}', 'ALL', 'true'],
        ['devices', 'own', '{dais_serving}', 'ALL', '(user_id = current_user_id())'],
        ['provider_connections', 'gate', '{dais_gate}', 'ALL', 'true'],
        ['provider_connections', 'own', '{dais_serving}', 'ALL', '(user_id = current_user_id())'],
        ['provider_sign_ins', 'gate', '{dais_gate}', 'ALL', 'true'],
        ['providers', 'gate', '{dais_gate}', 'ALL', 'true'],
        ['two_factors', 'gate', '{dais_gate}', 'SELECT', 'true'],
        ['two_factors', 'own', '{dais_serving}', 'ALL', '(user_id = current_user_id())'],
        ['email_changes', 'gate', '{dais_gate}', 'ALL', 'true'],
        ['password_resets', 'gate', '{dais_gate}', 'ALL', 'true'],
      ].toSorted((a, b) => `${a[0]} ${a[1]}`.localeCompare(`${b[0]} ${b[1]}`)),
    );
  });
});

const flat = (text: string | null): string | undefined => text?.replaceAll(/\s+/g, ' ');

describe('what the serving role can reach', () => {
  const apart = (): rows.Apart => ({ context, world });
  const userTables = Object.keys(rows.userTables);

  test.each([...tenantTables, ...userTables, 'boards', 'users'])('%s: no board and no user is set: no row', (table) =>
    rows.seesNothing(apart(), table),
  );

  test.each(tenantTables)('%s: without a where, the rows of the board that is set and no others', (table) =>
    rows.seesOneBoard(apart(), table),
  );

  test.each(tenantTables)('%s: no row is made for another board, or moved to one', (table) =>
    rows.writesOneBoard(apart(), table),
  );

  test.each(userTables)('%s: the rows of the user that is set and no others, and none made for another', (table) =>
    rows.seesAndWritesOneUser(apart(), table),
  );

  test('people: oneself, and whoever is on the board that is set', () => rows.seesFellows(apart()));

  test('people: one’s own account alone is changed', () => rows.changesOwnAccount(apart()));

  test('boards: the one that is set, and no other', () => rows.seesItsBoard(apart()));

  test.each([...tenantTables, ...userTables, ...rows.gateTables, 'boards', 'users'])(
    '%s: the role that owns the table sees no row',
    (table) => rows.hidesFromOwner(apart(), table),
  );

  test.each(rows.shownToGate)('%s: the gate sees the rows of all boards', (table) => rows.showsToGate(apart(), table));

  test.each([...tenantTables, ...userTables, ...rows.gateTables, 'boards', 'users'])(
    '%s: backups see the rows of all boards and users',
    (table) => rows.showsToBackup(apart(), table),
  );

  test('mail: the gate writes to users and for no board, and deletes none that still waits', () =>
    rows.keepsGateFromMail(apart()));

  test.each(gateInserts)('%s: the gate fills it for a new board', (table) => rows.fillsForNewBoard(apart(), table));

  test('a row cannot be written for another board, moved to one, or changed and deleted there', async () => {
    const { home, elsewhere } = world;
    const meeting = `insert into meetings (board_id, audience_id, title, type, starts_at, ends_at)
      values ($1, uuidv7(), 'x', 'remote', now(), now())`;
    await onBoard(home.board.id, async (client) => {
      await expect(client.query(meeting, [elsewhere.board.id])).rejects.toThrow(/row-level security/);
    });
    await onBoard(home.board.id, async (client) => {
      const move = 'update meetings set board_id = $1 where id = $2';
      await expect(client.query(move, [elsewhere.board.id, home.draft.id])).rejects.toThrow(/row-level security/);
    });
    await onBoard(home.board.id, async (client) => {
      const { id } = elsewhere.meeting;
      expect((await client.query(`update meetings set title = 'x' where id = $1`, [id])).rowCount).toBe(0);
      expect((await client.query('delete from meetings where id = $1', [id])).rowCount).toBe(0);
      expect((await client.query('update boards set title = $1', ['x'])).rowCount).toBe(1);
    });
  });

  test('a child cannot be given a parent of another board', async () => {
    const { home, elsewhere } = world;
    await onBoard(home.board.id, async (client) => {
      const item = `insert into agenda_items (board_id, meeting_id, position, title) values ($1, $2, 99, 'x')`;
      await expect(client.query(item, [home.board.id, elsewhere.meeting.id])).rejects.toThrow(/foreign key/);
    });
  });

  test('nobody reads a password, a session’s token, or makes themselves a site admin', async () => {
    await onBoard(world.home.board.id, async (client) => {
      await expect(client.query('select password_hash from users')).rejects.toThrow(/permission denied/);
    });
    await onBoard(world.home.board.id, async (client) => {
      await expect(client.query('select token_hash from sessions')).rejects.toThrow(/permission denied/);
    });
    await onBoard(world.home.board.id, async (client) => {
      await expect(client.query('update users set is_site_admin = true')).rejects.toThrow(/permission denied/);
    });
  });

  test('the log is written and read, never changed', async () => {
    for (const change of ['update audit_entries set action = action', 'delete from audit_entries']) {
      await onBoard(world.home.board.id, async (client) => {
        await expect(client.query(change)).rejects.toThrow(/permission denied/);
      });
    }
  });

  const onBoard = (boardId: string, work: (client: pg.ClientBase) => Promise<void>) =>
    rows.inTransaction({ context }, { boardId }, work);
});

const boardsCount = 1_000;

test('a pool of one connection and a thousand interleaved boards: nobody sees another’s meeting', {
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
    servingUrl: context.pool.options.connectionString ?? '',
    connectionsMax: 1,
    onLost: () => undefined,
  });
  try {
    const failing = new Error('This one fails.');
    const look = async ({ board_id: boardId, user_id: userId }: (typeof made)[number], index: number) => {
      const opening = { ...context, db: single.db };
      // Some end badly: what was set for them must go with them.
      const fails = index % 7 === 0;
      const inside = withBoardScope(opening, { boardId, userId }, async (scope) => {
        const titles = await scope.tx.selectFrom('meetings').select('title').execute();
        if (fails) throw failing;
        return titles.map(({ title }) => title).join();
      }).catch((error: unknown) => error);
      const between = await single.pool.query(`select id from meetings union all select id from boards`);
      return { expected: fails ? failing : boardId, found: await inside, leftOver: between.rowCount };
    };
    // A hundred at once: whoever waits for the one connection longer than the pool allows is refused.
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

test('whoever left a board, or whose board is suspended, opens no scope there', async () => {
  const board = await makeBoard(context);
  await makeMeeting(context, { board });
  const gone = await makeMember(context, { board, status: 'inactive' });
  const enter = (boardId: string, userId: string | null) =>
    withBoardScope(context, { boardId, userId: userId ?? '' }, async () => 'in');
  await expect(enter(board.id, gone.userId)).rejects.toMatchObject({ code: 'not-found' });
  const { suspended } = world;
  await expect(enter(suspended.board.id, suspended.member.userId)).rejects.toMatchObject({ code: 'not-found' });
});

describe('roles', () => {
  test('the serving role owns nothing: no table, function, schema or type', async () => {
    const found = await read(
      `select relname as name from pg_class where relowner = 'dais_app'::regrole
       union all select proname from pg_proc where proowner = 'dais_app'::regrole
       union all select nspname from pg_namespace where nspowner = 'dais_app'::regrole
       union all select relname from pg_class where relowner = 'dais_serving'::regrole
       union all select proname from pg_proc where proowner = 'dais_serving'::regrole`,
    );
    expect(found).toEqual([]);
  });

  test('no role of the product is a superuser or steps over policies', async () => {
    const roles = ['dais_app', 'dais_gate', 'dais_owner', 'dais_queue', 'dais_serving'];
    const found = await read<{ rolname: string; is_powerful: boolean }>(
      `select rolname, rolsuper or rolbypassrls or rolreplication as is_powerful from pg_roles where rolname = any($1) order by 1`,
      [roles],
    );
    expect(found).toEqual(roles.map((rolname) => ({ rolname, is_powerful: false })));
  });

  test('the serving role cannot become the gate or the owner', async () => {
    const [found] = await read<{ gate: boolean; owner: boolean }>(
      `select pg_has_role('dais_app', 'dais_gate', 'member') as gate, pg_has_role('dais_app', 'dais_owner', 'member') as owner`,
    );
    expect(found).toEqual({ gate: false, owner: false });
  });

  test('the start takes the serving role', async () => {
    await expect(migrate(context)).resolves.toBeUndefined();
  });

  test('the start refuses a superuser and the owner, naming them', async () => {
    await expectRefused(await superuserUrlOf(context), /is a superuser/);
    await expectRefused(context.ownerUrl, /is the owner/);
  });

  test.each([
    ['BYPASSRLS', 'alter role ROLE bypassrls', /has BYPASSRLS/],
    ['a table of its own', 'grant create on schema public to ROLE', /owns the table/],
  ])('the start refuses a role with %s', async (_what, make, sentence) => {
    const role = `test_${Math.random().toString(36).slice(2)}`;
    const url = new URL(await superuserUrlOf(context));
    url.username = role;
    url.password = 'opens the test';
    await asSuperuser(context, async (client) => {
      await client.query(`create role ${role} login password 'opens the test'`);
      await client.query(`grant connect on database ${url.pathname.slice(1)} to ${role}`);
      await client.query(make.replace('ROLE', role));
      if (make.includes('create on schema')) {
        await client.query(`create table owned_${role} (id int)`);
        await client.query(`alter table owned_${role} owner to ${role}`);
      }
    });
    try {
      await expectRefused(url.href, sentence);
    } finally {
      await asSuperuser(context, async (client) => {
        await client.query(`drop owned by ${role}`);
        await client.query(`drop role ${role}`);
      });
    }
  });

  /** Before it is made a member of anything. */
  async function expectRefused(servingUrl: string, sentence: RegExp): Promise<void> {
    const memberships = () => read('select * from pg_auth_members order by oid');
    const before = await memberships();
    await expect(migrate({ ownerUrl: context.ownerUrl, servingUrl })).rejects.toThrow(sentence);
    expect(await memberships()).toEqual(before);
  }
});

describe('the gate', () => {
  test('holds these functions and no others', async () => {
    const found = await read<{ proname: string }>(
      `select proname from pg_proc where pronamespace = 'gate'::regnamespace order by 1`,
    );
    expect(found.map(({ proname }) => proname)).toEqual(gateFunctions);
  });

  test('every function runs as its owner with a fixed search path that ends in the temporary schema', () =>
    asSuperuser(context, runsOnItsOwnPath));

  test('every function may be called by the serving role and its owner alone', () =>
    asSuperuser(context, isCalledByServingRoleAlone));

  test('nothing outside the gate runs with its owner’s rights', async () => {
    const found = await read(
      `select proname from pg_proc where prosecdef and pronamespace not in
       ('gate'::regnamespace, 'pg_catalog'::regnamespace, 'graphile_worker'::regnamespace)`,
    );
    expect(found).toEqual([]);
  });
});
