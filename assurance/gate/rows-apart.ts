import type pg from 'pg';
import { expect } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import type { TestContext } from '#tests/support/context.ts';
import { makeTenantRows } from '#tests/support/tenant-rows.ts';
import type { World } from '#tests/support/world.ts';
import { gateReads, gateWrites } from './tenant-tables.ts';

/** An installation in which every table has rows of several boards and users, or rows that nobody but the gate may see. */
export interface Apart {
  readonly context: TestContext;
  readonly world: World;
}

/** Tables that name their user in a column, and the columns that the serving role may read. */
export const userTables: Readonly<Record<string, { readonly user: string; readonly columns: string }>> = {
  account_entries: { user: 'user_id', columns: '*' },
  devices: { user: 'user_id', columns: 'id, user_id' },
  passkey_handles: { user: 'user_id', columns: '*' },
  passkeys: { user: 'user_id', columns: '*' },
  provider_connections: { user: 'user_id', columns: '*' },
  recovery_codes: { user: 'user_id', columns: '*' },
  sessions: { user: 'user_id', columns: 'id, user_id' },
  two_factors: { user: 'user_id', columns: '*' },
};
/** Tables that only the gate sees. */
export const gateTables = [
  'email_changes',
  'passkey_challenges',
  'password_resets',
  'pending_sign_ins',
  'provider_sign_ins',
  'providers',
  'setup_tokens',
] as const;

/** What the gate reads of every board and user, before one is known. */
export const shownToGate: readonly string[] = [
  ...gateReads,
  ...gateWrites,
  ...gateTables,
  ...[
    'boards',
    'deciding_settings',
    'devices',
    'passkey_handles',
    'passkeys',
    'provider_connections',
    'sessions',
    'two_factors',
    'users',
  ],
];

/** Puts rows into the tables that the world leaves empty. */
export async function fillTables({ context, world }: Apart): Promise<void> {
  for (const board of [world.home, world.elsewhere]) await makeTenantRows(context, board);
  const { member } = world.elsewhere;
  const users = [world.home.member.userId, world.elsewhere.member.userId];
  await asSuperuser(context, async (client) => {
    const token = `decode(md5(random()::text) || md5(random()::text), 'hex')`;
    await client.query(`insert into setup_tokens (token_hash) values (${token})`);
    await client.query(
      `insert into passkey_challenges (challenge, browser_hash, purpose, expires_at) values (${token}, ${token}, 'sign-in', now())`,
    );
    const sent = `insert into mail_messages (board_id, member_id, kind, sent_at) values ($1, $2, 'x', now())`;
    await client.query(sent, [member.boardId, member.id]);
    for (const user of users) {
      for (const insert of [
        `insert into two_factors (user_id, sealed_secret, created_at, confirmed_at, last_used_step) values ($1, 'x', now(), now(), 1)`,
        `insert into recovery_codes (user_id, code_hash) values ($1, ${token})`,
        `insert into passkeys (user_id, credential_id, public_key, counter, transports, is_backed_up, name, created_at)
         values ($1, ${token}, 'x', 0, '{}', false, 'x', now())`,
        `insert into devices (user_id, token_hash, user_agent, address, created_at, last_seen_at)
         values ($1, ${token}, '', '', now(), now())`,
        `insert into passkey_handles (user_id, handle) values ($1, ${token})`,
        `with made as (
           insert into providers (id, kind, name, issuer, client_id, sealed_secret, counts_as_two_factors, created_at)
           values (gen_random_uuid(), 'other', 'x', 'x', 'x', 'x', false, now()) returning id
         ), begun as (
           insert into provider_sign_ins (state_hash, provider_id, browser_hash, purpose, sealed, created_at, expires_at)
           select ${token}, id, ${token}, 'sign-in', 'x', now(), now() from made
         ) insert into provider_connections (user_id, provider_id, issuer, subject, created_at) select $1, id, 'x', 'x', now() from made`,
        `insert into account_entries (user_id, action, at) values ($1, 'x', now())`,
        `insert into sessions (user_id, token_hash, remember, user_agent, expires_at)
         values ($1, ${token}, false, '', now() + interval '1 day')`,
        `insert into email_changes (user_id, new_email, token_hash, created_at, expires_at)
         values ($1, 'x@example.org', ${token}, now(), now())`,
        `insert into password_resets (user_id, email, token_hash, requested_at, expires_at)
         values ($1, 'x@example.org', ${token}, now(), now())`,
        `insert into pending_sign_ins (user_id, token_hash, remember, next, created_at, expires_at)
         values ($1, ${token}, false, '/home', now(), now())`,
        `insert into mail_messages (user_id, kind, sent_at) values ($1, 'x', now())`,
        `insert into mail_messages (user_id, kind) values ($1, 'x')`,
      ]) {
        await client.query(insert, [user]);
      }
    }
  });
}

/** A transaction as the adapter opens it, undone at the end; nothing is set for what is left out. */
export async function inTransaction(
  { context }: Pick<Apart, 'context'>,
  { boardId, userId }: { readonly boardId?: string; readonly userId?: string | null },
  work: (client: pg.ClientBase) => Promise<void>,
): Promise<void> {
  const client = await context.pool.connect();
  try {
    await client.query('begin');
    if (boardId) await client.query(`select set_config('dais.board_id', $1, true)`, [boardId]);
    if (userId) await client.query(`select set_config('dais.user_id', $1, true)`, [userId]);
    await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** The same as the gate. */
async function asGate({ context }: Apart, work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  await asSuperuser(context, async (client) => {
    await client.query('begin; set local role dais_gate');
    await work(client);
    await client.query('rollback');
  });
}

async function count(
  client: pg.ClientBase,
  table: string,
  where = 'true',
  values: readonly unknown[] = [],
): Promise<number> {
  const found = await client.query(`select from ${table} where ${where}`, [...values]);
  return found.rowCount ?? 0;
}

/** Neither board nor user is set. */
export async function seesNothing(apart: Apart, table: string): Promise<void> {
  await inTransaction(apart, {}, async (client) => {
    expect(await count(client, table)).toBe(0);
  });
}

/** Without a where: the rows of the board that is set, all of them and no others. */
export async function seesOneBoard(apart: Apart, table: string): Promise<void> {
  const { id: boardId } = apart.world.home.board;
  const own = await asSuperuser(apart.context, async (client) => ({
    rows: await count(client, table, 'board_id = $1', [boardId]),
    others: await count(client, table, 'board_id <> $1', [boardId]),
  }));
  // An empty table would show nothing.
  expect(own.rows).toBeGreaterThan(0);
  expect(own.others).toBeGreaterThan(0);
  await inTransaction(apart, { boardId }, async (client) => {
    expect(await count(client, table, 'board_id <> $1', [boardId])).toBe(0);
    expect(await count(client, table)).toBe(own.rows);
  });
}

const isRefused = /row-level security|permission denied/;

/** No row is made for another board, and none moved to one. */
export async function writesOneBoard(apart: Apart, table: string): Promise<void> {
  const { home, elsewhere } = apart.world;
  // Policies are asked before what a row must hold and refer to, so that half a row is enough.
  for (const write of [`insert into ${table} (board_id) values ($1)`, `update ${table} set board_id = $1`]) {
    await inTransaction(apart, { boardId: home.board.id }, async (client) => {
      await expect(client.query(write, [elsewhere.board.id])).rejects.toThrow(isRefused);
    });
  }
}

/** The same of what belongs to a user. */
export async function seesAndWritesOneUser(apart: Apart, table: string): Promise<void> {
  const { home, elsewhere } = apart.world;
  const { user = '' } = userTables[table] ?? {};
  const [me, other] = [home.member.userId, elsewhere.member.userId];
  const own = await asSuperuser(apart.context, (client) => count(client, table, `${user} = $1`, [me]));
  expect(own).toBeGreaterThan(0);
  await inTransaction(apart, { userId: me }, async (client) => {
    expect(await count(client, table)).toBe(own);
  });
  for (const write of [`insert into ${table} (${user}) values ($1)`, `update ${table} set ${user} = $1`]) {
    await inTransaction(apart, { userId: me }, async (client) => {
      await expect(client.query(write, [other])).rejects.toThrow(isRefused);
    });
  }
}

/** People: oneself where nothing but the user is set, and whoever is on the board that is set. */
export async function seesFellows(apart: Apart): Promise<void> {
  const { home } = apart.world;
  const boardId = home.board.id;
  await inTransaction(apart, { userId: home.member.userId }, async (client) => {
    const seen = await client.query<{ id: string }>('select id from users');
    expect(seen.rows).toEqual([{ id: home.member.userId }]);
  });
  const fellows = await asSuperuser(apart.context, (client) =>
    count(client, 'users', 'id in (select user_id from members where board_id = $1)', [boardId]),
  );
  await inTransaction(apart, { boardId }, async (client) => {
    expect(await count(client, 'users')).toBe(fellows);
  });
}

/** One's own account alone is changed, whatever the where says; and it stays one's own. */
export async function changesOwnAccount(apart: Apart): Promise<void> {
  const { home } = apart.world;
  await inTransaction(apart, { userId: home.member.userId, boardId: home.board.id }, async (client) => {
    expect((await client.query(`update users set first_name = 'x'`)).rowCount).toBe(1);
  });
  await inTransaction(apart, { userId: home.member.userId }, async (client) => {
    await expect(client.query('update users set id = $1', [home.admin.userId])).rejects.toThrow(isRefused);
  });
}

/** The board that is set is the one that is there, and stays what it is. */
export async function seesItsBoard(apart: Apart): Promise<void> {
  const { home, elsewhere } = apart.world;
  await inTransaction(apart, { boardId: home.board.id }, async (client) => {
    const seen = await client.query<{ id: string }>('select id from boards');
    expect(seen.rows).toEqual([{ id: home.board.id }]);
    expect((await client.query(`update boards set title = 'x'`)).rowCount).toBe(1);
    await expect(client.query('update boards set id = $1', [elsewhere.board.id])).rejects.toThrow(isRefused);
  });
}

/** The role that owns a table and migrates it holds no board and sees no row: row-level security is forced on it. */
export async function hidesFromOwner(apart: Apart, table: string): Promise<void> {
  await asSuperuser(apart.context, async (client) => {
    expect(await count(client, table)).toBeGreaterThan(0);
    await client.query('begin');
    // The owner is a member of the gate too, and would see what that may.
    const { rows } = await client.query<{ policyname: string }>(
      `select policyname from pg_policies where schemaname = 'public' and tablename = $1 and roles = '{dais_gate}'`,
      [table],
    );
    for (const { policyname } of rows) await client.query(`drop policy ${policyname} on ${table}`);
    await client.query('set local role dais_owner');
    expect(await count(client, table)).toBe(0);
    await client.query('rollback');
  });
}

/** What the gate has a policy on it sees whole: of every board, before one is known. */
export async function showsToGate(apart: Apart, table: string): Promise<void> {
  const rows = await asSuperuser(apart.context, (client) => count(client, table));
  expect(rows).toBeGreaterThan(0);
  await asGate(apart, async (client) => {
    const seen = await client.query<{ n: number }>(`select count(*)::int as n from ${table}`);
    expect(seen.rows[0]?.n).toBe(rows);
  });
}

/** Backups hold the rows of all boards and users. */
export async function showsToBackup(apart: Apart, table: string): Promise<void> {
  await asSuperuser(apart.context, async (client) => {
    const rows = await count(client, table);
    expect(rows).toBeGreaterThan(0);
    await client.query('begin; set local role dais_backup');
    expect(await count(client, table)).toBe(rows);
    await client.query('rollback');
  });
}

/** The gate writes mail to users and no board's, and deletes what no longer waits. */
export async function keepsGateFromMail(apart: Apart): Promise<void> {
  const { home } = apart.world;
  const insert = 'insert into mail_messages (user_id, board_id, kind) values ($1, $2, $3)';
  await asGate(apart, async (client) => {
    await expect(client.query(insert, [home.member.userId, null, 'x'])).resolves.toMatchObject({ rowCount: 1 });
  });
  await asGate(apart, async (client) => {
    await expect(client.query(insert, [home.member.userId, home.board.id, 'x'])).rejects.toThrow(isRefused);
  });
  const [ofUsers, ended] = await asSuperuser(apart.context, async (client) => [
    await count(client, 'mail_messages', 'board_id is null'),
    await count(client, 'mail_messages', 'board_id is not null and num_nonnulls(sent_at, failed_at, dropped_at) = 1'),
  ]);
  await asGate(apart, async (client) => {
    await expect(client.query('update mail_messages set attempts = 0')).resolves.toMatchObject({ rowCount: ofUsers });
  });
  expect(ended).toBeGreaterThan(0);
  await asGate(apart, async (client) => {
    const deleted = await client.query('delete from mail_messages where board_id is not null');
    expect(deleted.rowCount).toBe(ended);
  });
}

/** A board that the gate makes has its rows of the table from the beginning. */
export async function fillsForNewBoard(apart: Apart, table: string): Promise<void> {
  await inTransaction(apart, {}, async (client) => {
    const make = `select gate.create_board('fresh-board', 'Fresh', 'UTC', '#123456') as id`;
    const made = client.query<{ id: string }>(make).then(({ rows }) => rows[0]?.id);
    await expect(made).resolves.toBeDefined();
    await client.query(`select set_config('dais.board_id', $1, true)`, [await made]);
    expect(await count(client, table)).toBeGreaterThan(0);
  });
}
