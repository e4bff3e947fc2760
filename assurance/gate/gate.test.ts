import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import {
  type MadeMember,
  makeAnnouncement,
  makeBoard,
  makeDocument,
  makeMeeting,
  makeMember,
  makeUser,
} from '#tests/support/factories.ts';
import { countLockWaiters } from '#tests/support/lock-waiters.ts';
import { testApp } from '#tests/support/test-app.ts';

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

describe('of which board something is', () => {
  test.each(['meeting', 'announcement', 'document'] as const)(
    '%s: told to who is active there, and to nobody else',
    async (kind) => {
      const { context } = server;
      const boards = [await makeBoard(context), await makeBoard(context)] as const;
      const made = await Promise.all(
        boards.map(async (board) => {
          const meeting = await makeMeeting(context, { board });
          if (kind === 'meeting') return meeting.id;
          if (kind === 'announcement') return (await makeAnnouncement(context, { board })).id;
          return (await makeDocument(context, { meeting })).id;
        }),
      );
      const [here, elsewhere] = boards;
      const active = await makeMember(context, { board: here });
      const left = await makeMember(context, { board: here, status: 'inactive' });
      const stranger = await makeMember(context, { board: elsewhere });
      const boardOf = async (id: string | undefined, { userId }: MadeMember) =>
        (await ask(`board_of_${kind}($1, $2) as board`, [id, userId]))[0]?.board;
      expect(await boardOf(made[0], active)).toBe(here.id);
      expect(await boardOf(made[1], active)).toBeNull();
      expect(await boardOf(made[0], left)).toBeNull();
      expect(await boardOf(made[0], stranger)).toBeNull();
      expect(await boardOf(made[1], stranger)).toBe(elsewhere.id);
    },
  );

  test('a member: as long as they were not removed', async () => {
    const { context } = server;
    const board = await makeBoard(context);
    const [here, gone] = [
      await makeMember(context, { board }),
      await makeMember(context, { board, status: 'inactive' }),
    ];
    await asSuperuser(context, (client) =>
      client.query('update members set removed_at = now() where id = $1', [gone.id]),
    );
    const boardOf = async (id: string) => (await ask('board_of_member($1) as board', [id]))[0]?.board;
    expect(await boardOf(here.id)).toBe(board.id);
    expect(await boardOf(gone.id)).toBeNull();
  });

  test('a message: of that one', async () => {
    const boardOf = async (id: string) => (await ask('board_of_mail($1, $2) as board', [siteAdmin, id]))[0]?.board;
    expect(await boardOf(mail)).toBe(member.boardId);
    expect(await boardOf(member.id)).toBeNull();
  });
});

describe('changing a password or an address', () => {
  const now = '2026-11-16T12:00:00Z';
  const hash = (byte: string): Buffer => Buffer.from(byte.repeat(32), 'hex');

  /** Two users, the second disabled, each with a session. */
  async function users() {
    const { context } = server;
    const made = [(await makeUser(context)).id, (await makeUser(context)).id] as const;
    const sessions = await asSuperuser(context, async (client) => {
      await client.query(`update users set password_hash = 'old' where id = any($1)`, [made]);
      await client.query('update users set disabled_at = now() where id = $1', [made[1]]);
      const rows = await client.query<{ id: string }>(
        `insert into sessions (user_id, token_hash, remember, user_agent, expires_at)
         select id, decode(md5(id::text) || md5(id::text), 'hex'), false, '', '2027-01-01' from unnest($1::uuid[]) id
         returning id`,
        [made],
      );
      return rows.rows.map(({ id }) => id);
    });
    return { active: made[0], disabled: made[1], sessions } as const;
  }
  const done = async (call: string, values: readonly unknown[]) => (await ask(`${call} as done`, values))[0]?.done;

  test('a new address waits for who has the password and the session, and is not disabled', async () => {
    const { active, disabled, sessions } = await users();
    const begin = (user: string, session: string | undefined, password: string) =>
      done(`begin_email_change($1, $2, $3, 'new@example.org', $4, $5, '2026-11-17')`, [
        ...[user, session, password, hash('ab'), now],
      ]);
    expect(await begin(active, sessions[0], 'another')).toBe(false);
    expect(await begin(active, sessions[1], 'old')).toBe(false);
    expect(await begin(active, member.id, 'old')).toBe(false);
    expect(await begin(disabled, sessions[1], 'old')).toBe(false);
    expect(await begin(member.id, sessions[0], 'old')).toBe(false);
    expect(await begin(active, sessions[0], 'old')).toBe(true);
  });

  test('a password is changed where the old one still stands, of that user alone, and ends what was open for it', async () => {
    const { active, disabled, sessions } = await users();
    const change = (user: string, old: string) =>
      done(`change_password($1, $2, $3, 'new', $4)`, [user, sessions[1], old, now]);
    const { context } = server;
    const state = () =>
      asSuperuser(context, async (client) => ({
        passwords: (
          await client.query(`select password_hash from users where id = any($1) order by id = $2 desc`, [
            ...[[active, disabled], active],
          ])
        ).rows.map((row) => row.password_hash),
        sessions: (
          await client.query('select user_id from sessions where user_id = any($1)', [[active, disabled]])
        ).rows.map((row) => row.user_id),
      }));
    expect(await change(active, 'another')).toBe(false);
    expect(await change(disabled, 'old')).toBe(false);
    expect(await state()).toEqual({ passwords: ['old', 'old'], sessions: [active, disabled] });
    expect(await change(active, 'old')).toBe(true);
    expect(await state()).toEqual({ passwords: ['new', 'old'], sessions: [disabled] });
  });
});

describe('two site admins at once', () => {
  const set = async (client: pg.ClientBase, by: string, whom: string, to: { disabled?: boolean; admin?: boolean }) => {
    const { rows } = await client.query<{ reported: string }>(
      'select gate.set_user_access($1, $2, $3, $4, now()) as reported',
      [by, whom, to.disabled ?? null, to.admin ?? null],
    );
    return rows[0]?.reported;
  };
  /** The first of two connections is in a transaction that it has not committed. */
  const asTwo = (work: (first: pg.ClientBase, second: pg.ClientBase) => Promise<void>) =>
    asSuperuser(server.context, (first) =>
      asSuperuser(server.context, async (second) => {
        await first.query('begin');
        await work(first, second);
      }),
    );

  test('who loses the right meanwhile takes it from nobody', async () => {
    const [one, other] = [(await makeUser(server.context)).id, (await makeUser(server.context)).id];
    await asTwo(async (first, second) => {
      await second.query('update users set is_site_admin = true where id = any($1)', [[one, other]]);
      expect(await set(first, one, other, { admin: false })).toBe('done');
      let isAnswered = false;
      const back = set(second, other, one, { admin: false }).finally(() => {
        isAnswered = true;
      });
      await expect
        .poll(async () => isAnswered || (await countLockWaiters(server.context)) === 1, { timeout: 10_000 })
        .toBe(true);
      await first.query('commit');
      expect(await back).toBe('refused');
    });
  });

  test('nobody waits for a user who has to do with neither', async () => {
    const [user, uninvolved] = [(await makeUser(server.context)).id, (await makeUser(server.context)).id];
    await asTwo(async (first, second) => {
      await first.query('select from users where id = $1 for update', [uninvolved]);
      await second.query("set lock_timeout = '1s'");
      await expect(set(second, siteAdmin, user, { disabled: true })).resolves.toBe('done');
    });
  });
});
