import type pg from 'pg';
import { expect } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import type { TestContext } from '#tests/support/context.ts';
import { makeTenantRows } from '#tests/support/tenant-rows.ts';
import type { World } from '#tests/support/world.ts';
import { writeScene } from './rows.ts';
import { gateInserts, gateReads, gateWrites, tenantTables, words } from './tenant-tables.ts';

export interface Apart {
  readonly context: TestContext;
  readonly world: World;
}

export const userTables: Readonly<Record<string, string>> = Object.fromEntries(
  words(`
    account_entries devices passkey_handles passkeys provider_connections recovery_codes sessions two_factors
  `).map((table) => [table, 'user_id']),
);
export const gateTables = words(`
  email_changes passkey_challenges password_resets pending_sign_ins provider_sign_ins providers setup_tokens signing_confirmations zone_rules
`);
const shownToGate = [
  ...gateReads,
  ...gateWrites,
  ...gateTables,
  ...Object.keys(userTables).filter((table) => !['account_entries', 'recovery_codes'].includes(table)),
  'boards',
  'deciding_settings',
  'users',
];

export async function fillTables({ context, world }: Apart): Promise<void> {
  for (const board of [world.home, world.elsewhere]) await makeTenantRows(context, board);
  const { member } = world.elsewhere;
  const users = [world.home.member.userId, world.elsewhere.member.userId].map((id, index) => `${index}(user_id=${id})`);
  const ofUsers = users.join(' ');
  await writeScene(
    context,
    `
    setup_tokens/passkey_challenges/provider_sign_ins/zone_rules: one
    two_factors/recovery_codes/passkeys/passkey_handles/devices/sessions/account_entries: ${ofUsers}
    email_changes/password_resets/pending_sign_ins/provider_connections/signing_confirmations/mail_messages: ${ofUsers}
    mail_messages: sent(user_id=${world.home.member.userId}, sent_at=@now)
      board(board_id=${member.boardId}, member_id=${member.id}, sent_at=@now)
  `,
  );
}

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

async function asGate({ context }: Apart, work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  await asSuperuser(context, async (client) => {
    await client.query('begin; set local role dais_gate');
    await work(client);
    await client.query('rollback');
  });
}

async function count(client: pg.ClientBase, table: string, where = 'true', ...values: readonly unknown[]) {
  const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`, [
    ...values,
  ]);
  return rows[0]?.n ?? 0;
}

async function seesNothing(apart: Apart, table: string): Promise<void> {
  await inTransaction(apart, {}, async (client) => {
    expect(await count(client, table)).toBe(0);
  });
}

async function seesOneBoard(apart: Apart, table: string): Promise<void> {
  const { id: boardId } = apart.world.home.board;
  const own = await asSuperuser(apart.context, async (client) => ({
    rows: await count(client, table, 'board_id = $1', boardId),
    others: await count(client, table, 'board_id <> $1', boardId),
  }));
  // An empty table would prove nothing.
  expect(own.rows).toBeGreaterThan(0);
  expect(own.others).toBeGreaterThan(0);
  await inTransaction(apart, { boardId }, async (client) => {
    expect(await count(client, table, 'board_id <> $1', boardId)).toBe(0);
    expect(await count(client, table)).toBe(own.rows);
  });
}

const isRejected = /row-level security|permission denied/;

async function writesOneBoard(apart: Apart, table: string): Promise<void> {
  const { home, elsewhere } = apart.world;
  // PostgreSQL checks policies before constraints, so an incomplete row is enough for this test.
  for (const write of [`insert into ${table} (board_id) values ($1)`, `update ${table} set board_id = $1`]) {
    await inTransaction(apart, { boardId: home.board.id }, async (client) => {
      await expect(client.query(write, [elsewhere.board.id])).rejects.toThrow(isRejected);
    });
  }
}

async function seesAndWritesOneUser(apart: Apart, table: string): Promise<void> {
  const { home, elsewhere } = apart.world;
  const { [table]: user = '' } = userTables;
  const [me, other] = [home.member.userId, elsewhere.member.userId];
  const own = await asSuperuser(apart.context, (client) => count(client, table, `${user} = $1`, me));
  expect(own).toBeGreaterThan(0);
  await inTransaction(apart, { userId: me }, async (client) => {
    expect(await count(client, table)).toBe(own);
  });
  for (const write of [`insert into ${table} (${user}) values ($1)`, `update ${table} set ${user} = $1`]) {
    await inTransaction(apart, { userId: me }, async (client) => {
      await expect(client.query(write, [other])).rejects.toThrow(isRejected);
    });
  }
}

async function seesFellows(apart: Apart): Promise<void> {
  const { home } = apart.world;
  const boardId = home.board.id;
  await inTransaction(apart, { userId: home.member.userId }, async (client) => {
    const seen = await client.query<{ id: string }>('select id from users');
    expect(seen.rows).toEqual([{ id: home.member.userId }]);
  });
  const fellows = await asSuperuser(apart.context, (client) =>
    count(client, 'users', 'id in (select user_id from members where board_id = $1)', boardId),
  );
  await inTransaction(apart, { boardId }, async (client) => {
    expect(await count(client, 'users')).toBe(fellows);
  });
}

async function changesOwnAccount(apart: Apart): Promise<void> {
  const { home } = apart.world;
  await inTransaction(apart, { userId: home.member.userId, boardId: home.board.id }, async (client) => {
    expect((await client.query(`update users set first_name = 'x'`)).rowCount).toBe(1);
  });
  await inTransaction(apart, { userId: home.member.userId }, async (client) => {
    await expect(client.query('update users set id = $1', [home.admin.userId])).rejects.toThrow(isRejected);
  });
}

async function seesItsBoard(apart: Apart): Promise<void> {
  const { home, elsewhere } = apart.world;
  await inTransaction(apart, { boardId: home.board.id }, async (client) => {
    const seen = await client.query<{ id: string }>('select id from boards');
    expect(seen.rows).toEqual([{ id: home.board.id }]);
    expect((await client.query(`update boards set title = 'x'`)).rowCount).toBe(1);
    await expect(client.query('update boards set id = $1', [elsewhere.board.id])).rejects.toThrow(isRejected);
  });
}

/** Row-level security also applies to the role that owns the table, so this role sees no rows. */
async function hidesFromOwner(apart: Apart, table: string): Promise<void> {
  await asSuperuser(apart.context, async (client) => {
    expect(await count(client, table)).toBeGreaterThan(0);
    await client.query('begin');
    // Drops the policies of the role `dais_gate`, because they also apply to `dais_owner`, a member of that role.
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

const showsAllTo =
  (role: string) =>
  ({ context }: Apart, table: string): Promise<void> =>
    asSuperuser(context, async (client) => {
      const rows = await count(client, table);
      expect(rows).toBeGreaterThan(0);
      await client.query(`begin; set local role ${role}`);
      expect(await count(client, table)).toBe(rows);
      await client.query('rollback');
    });

async function keepsGateFromMail(apart: Apart): Promise<void> {
  const { home } = apart.world;
  const insert = 'insert into mail_messages (user_id, board_id, kind) values ($1, $2, $3)';
  await asGate(apart, async (client) => {
    await expect(client.query(insert, [home.member.userId, null, 'x'])).resolves.toMatchObject({ rowCount: 1 });
  });
  await asGate(apart, async (client) => {
    await expect(client.query(insert, [home.member.userId, home.board.id, 'x'])).rejects.toThrow(isRejected);
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

async function fillsForNewBoard(apart: Apart, table: string): Promise<void> {
  await inTransaction(apart, {}, async (client) => {
    const make = `select gate.create_board('fresh-board', 'Fresh', 'UTC', '#123456') as id`;
    const made = client.query<{ id: string }>(make).then(({ rows }) => rows[0]?.id);
    await expect(made).resolves.toBeDefined();
    await client.query(`select set_config('dais.board_id', $1, true)`, [await made]);
    expect(await count(client, table)).toBeGreaterThan(0);
  });
}

const tablesOfRows = [...tenantTables, ...Object.keys(userTables), 'boards', 'users'];
const allTables = [...tablesOfRows, ...gateTables];

export const tableChecks: readonly {
  readonly what: string;
  readonly tables: readonly string[];
  readonly check: (apart: Apart, table: string) => Promise<void>;
}[] = [
  { what: 'shows no row without a board and a user', tables: tablesOfRows, check: seesNothing },
  { what: 'shows exactly the rows of the current board', tables: tenantTables, check: seesOneBoard },
  { what: 'accepts no row for another board', tables: tenantTables, check: writesOneBoard },
  {
    what: 'shows and accepts only rows of the current user',
    tables: Object.keys(userTables),
    check: seesAndWritesOneUser,
  },
  { what: 'shows no row to its owner', tables: allTables, check: hidesFromOwner },
  { what: 'shows all rows to the gate', tables: shownToGate, check: showsAllTo('dais_gate') },
  { what: 'shows all rows to backups', tables: allTables, check: showsAllTo('dais_backup') },
  { what: 'has rows for a new board', tables: gateInserts, check: fillsForNewBoard },
  {
    what: 'shows only the user’s own row and the members of the current board',
    tables: ['users'],
    check: seesFellows,
  },
  { what: 'accepts only changes to the user’s own account', tables: ['users'], check: changesOwnAccount },
  { what: 'shows only the current board', tables: ['boards'], check: seesItsBoard },
  {
    what: 'lets the gate write only mail that belongs to no board, and delete no unsent mail of a board',
    tables: ['mail_messages'],
    check: keepsGateFromMail,
  },
];
