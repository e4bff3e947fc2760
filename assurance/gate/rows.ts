import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import type { TestContext } from '#tests/support/context.ts';

/** Asks one function of the gate; what it and its rows wrote is rolled back. */
export type GateCheck = (gate: GateRows) => Promise<void>;
export type Row = Readonly<Record<string, unknown>>;

/** An instant, one hour before it and one after it. */
export const now = '2026-11-16T12:00:00Z';
export const before = '2026-11-16T11:00:00Z';
export const after = '2026-11-16T13:00:00Z';

/** Rows of any kind, and the functions of the gate, in one transaction. */
export interface GateRows {
  readonly query: (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  /** `call` as it stands behind `gate.` */
  readonly ask: (call: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  /** One value. */
  readonly tell: (call: string, values?: readonly unknown[]) => Promise<unknown>;
  /** Answers the row with its defaults. */
  readonly put: (table: string, row: Row) => Promise<Row & { readonly id: string }>;
  readonly user: (row?: Row) => Promise<string>;
  readonly board: (row?: Row) => Promise<string>;
  readonly member: (boardId: string, userId: string | null, row?: Row) => Promise<string>;
}

export const hash = (): Buffer => randomBytes(32);

export async function checkGate(context: Pick<TestContext, 'pool'>, check: GateCheck): Promise<void> {
  await asSuperuser(context, async (client) => {
    await client.query('begin');
    try {
      await check(rowsOf(client));
    } finally {
      await client.query('rollback');
    }
  });
}

/** Whether this transaction holds a user, so that whoever changes them waits. Nothing else may mention them yet. */
export const isHeld = async ({ query }: GateRows, user: string): Promise<unknown> =>
  (await query(`select xmax <> '0'::xid as held from users where id = $1`, [user]))[0]?.held;

/** What it answers, or the SQLSTATE that it raises. */
export async function attempt<T>({ query }: GateRows, work: () => Promise<T>): Promise<T | string> {
  await query('savepoint attempt');
  try {
    return await work();
  } catch (error) {
    await query('rollback to attempt');
    return (error as { readonly code: string }).code;
  }
}

function rowsOf(client: pg.ClientBase): GateRows {
  const query: GateRows['query'] = async (sql, values = []) => (await client.query<Row>(sql, [...values])).rows;
  const ask: GateRows['ask'] = (call, values) => query(`select * from gate.${call}`, values);
  const put: GateRows['put'] = async (table, row) => {
    const names = Object.keys(row);
    const places = names.map((_, index) => `$${index + 1}`);
    const [made] = await query(
      `insert into ${table} (${names.join(', ')}) values (${places.join(', ')}) returning *`,
      Object.values(row),
    );
    return made as Row & { readonly id: string };
  };
  const word = (): string => randomUUID();
  return {
    ...{ query, ask, put },
    tell: async (call, values) => (await query(`select gate.${call} as told`, values))[0]?.told,
    user: async (row) => {
      const named = { email: `${word()}@example.org`, first_name: 'Ada', last_name: 'Gill', password_hash: 'old' };
      return (await put('users', { ...named, ...row })).id;
    },
    board: async (row) =>
      (await put('boards', { shortname: word(), title: 'Harbour Trust', time_zone: 'UTC', ...row })).id,
    member: async (boardId, userId, row) => {
      const status = userId === null ? 'invited' : 'active';
      return (await put('members', { board_id: boardId, user_id: userId, status, slug: word(), ...row })).id;
    },
  };
}
