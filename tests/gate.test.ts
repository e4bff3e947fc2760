import { beforeAll, describe, expect, test } from 'vitest';
import { asSuperuser } from './support/as-superuser.ts';
import { type MadeMember, makeBoard, makeMember, makeUser } from './support/factories.ts';
import { testApp } from './support/test-app.ts';

/** The gate's functions, called as the server calls them: what each asks by itself, whoever forgot to ask before. */
const server = testApp();
let member: MadeMember;
let siteAdmin: string;
let disabledAdmin: string;
let mail: string;

beforeAll(async () => {
  const { context } = server;
  const board = await makeBoard(context, { title: 'Harbour Trust' });
  member = await makeMember(context, { board });
  siteAdmin = (await makeUser(context)).id;
  disabledAdmin = (await makeUser(context)).id;
  await asSuperuser(context, async (client) => {
    await client.query('update users set is_site_admin = true where id = any($1)', [[siteAdmin, disabledAdmin]]);
    await client.query('update users set disabled_at = now() where id = $1', [disabledAdmin]);
    const made = await client.query<{ id: string }>(
      `insert into mail_messages (board_id, member_id, kind) values ($1, $2, 'x') returning id`,
      [board.id, member.id],
    );
    mail = made.rows[0]?.id ?? '';
  });
});

const ask = async (call: string, values: readonly unknown[]): Promise<readonly Record<string, unknown>[]> =>
  (await server.context.pool.query(`select * from gate.${call}`, [...values])).rows;

describe('what the gate tells site admins alone', () => {
  const calls: Readonly<Record<string, (by: string | null) => Promise<readonly unknown[]>>> = {
    'the boards': (by) => ask(`site_boards($1, '', 'all', 0, 10)`, [by]),
    'the users': (by) => ask(`site_users($1, '', 'all', null, 0, 10)`, [by]),
    'what became of mail': (by) => ask('list_mail($1, null, null, null, 10)', [by]),
    'how much mail there is': (by) => ask(`count_mail($1, '2000-01-01')`, [by]),
    'of which board a message is': async (by) =>
      (await ask('board_of_mail($1, $2) as board', [by, mail])).filter(({ board }) => board !== null),
  };

  test.each(Object.entries(calls))('%s: to nobody else, and to none who is disabled', async (_what, call) => {
    expect(await call(siteAdmin)).not.toEqual([]);
    for (const other of [member.userId, disabledAdmin, null]) expect(await call(other)).toEqual([]);
  });
});
