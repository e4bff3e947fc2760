import { beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { routes } from '#server/app.ts';
import { signIn } from './support/client.ts';
import { testApp } from './support/test-app.ts';

const server = testApp();
const password = 'correct horse battery';

const roles = ['board admin', 'group admin', 'site admin of another board'] as const;
type Role = (typeof roles)[number];

interface Victim {
  readonly userId: string;
  readonly memberId: string;
  readonly slug: string;
  readonly email: string;
  readonly sessionId: string;
}
let victim: Victim;
let boardId: string;
const attackers = new Map<Role, { readonly userId: string | null; readonly boardId: string }>();

beforeAll(async () => {
  const { context } = server;
  const board = await server.make.board();
  boardId = board.id;
  const user = await server.make.user({ password, firstName: 'Vita', lastName: 'Own' });
  const member = await server.make.member({ board, user });
  await signIn(server.app, context, member);
  const someone = () => server.make.user({ password });
  const admin = await server.make.member({ board, user: await someone(), isBoardAdmin: true });
  const groupAdmin = await server.make.member({ board, user: await someone() });
  await server.make.group({ board, admins: [groupAdmin], members: [member] });
  const siteAdmin = await server.make.member({ user: await someone(), isBoardAdmin: true });
  const sessionId = await server.asSuperuser(async (db) => {
    await db.query('update users set is_site_admin = true where id = $1', [siteAdmin.userId]);
    // Some endpoints require that the user has recently confirmed their password.
    const confirmed = context.clock.now().toISOString();
    await db.query(`alter table sessions alter column confirmed_at set default '${confirmed}'`);
    const now = context.clock.now();
    await db.query(
      'insert into two_factors (user_id, sealed_secret, created_at, confirmed_at, last_used_step) values ($1, $2, $3, $3, 1)',
      [user.id, Buffer.from('sealed'), now],
    );
    const { rows } = await db.query<{ id: string }>('select id from sessions where user_id = $1', [user.id]);
    return rows[0]?.id ?? '';
  });
  victim = { userId: user.id, memberId: member.id, slug: member.slug, email: user.email, sessionId };
  attackers.set('board admin', { userId: admin.userId, boardId });
  attackers.set('group admin', { userId: groupAdmin.userId, boardId });
  attackers.set('site admin of another board', { userId: siteAdmin.userId, boardId: siteAdmin.boardId });
});

/** Excludes the endpoints for site admins, who may disable users and reset second factors. */
const changing = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ access }) => access !== 'site-admin')
  .filter(({ method, path }) => !['GET', 'HEAD'].includes(method) && !path.startsWith('/ajax/uploads'));

test.each(roles)('no endpoint allows a %s to take over another user’s account', { timeout: 120_000 }, async (role) => {
  const before = await account();
  const attacker = attackers.get(role);
  if (!attacker) throw new Error('There is no such attacker.');
  for (const endpoint of changing) {
    for (const about of [victim.memberId, victim.userId, victim.sessionId, victim.slug]) {
      // Some calls end their own session, so each call needs a new session.
      const token = await signIn(server.app, server.context, attacker);
      const path = filled(endpoint, about);
      const body = bodyAbout(about);
      // Strict schemas reject unknown fields, so each endpoint also gets a body with only its own fields.
      const own = Object.fromEntries(
        Object.keys(endpoint.body?.shape ?? {}).flatMap((name) => (name in body ? [[name, body[name]]] : [])),
      );
      const call = endpoint.method === 'PATCH' ? token.patch : token.post;
      const answers =
        endpoint.method === 'DELETE'
          ? [await token.delete(path, { 'x-board': boardId })]
          : [await call(path, own, { 'x-board': boardId }), await call(path, body, { 'x-board': boardId })];
      for (const answer of answers) expect(answer.status, `${endpoint.name}: ${answer.text}`).not.toBe(500);
    }
    await server.context.pool.query('delete from rate_limits');
    expect(await account(), endpoint.name).toEqual(before);
  }
});

function filled(endpoint: Endpoint, about: string): string {
  return endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(name === 'slug' ? victim.slug : about),
  );
}

function bodyAbout(about: string): Readonly<Record<string, unknown>> {
  return {
    id: about,
    user_id: victim.userId,
    member_id: victim.memberId,
    person_id: victim.memberId,
    slug: victim.slug,
    first_name: 'Taken',
    last_name: 'Over',
    name: 'Taken Over',
    email: 'thief@example.org',
    current_password: password,
    password: 'a stolen password',
    password_confirmation: 'a stolen password',
    code: '123456',
    required: false,
    remember: false,
    notifications: [],
    groups: [],
    values: {},
    is_board_admin: false,
    mode: 'createAccount',
    invitation_id: 'an-invitation-that-never-was',
    theme: 'dark',
    board_id: boardId,
  };
}

const account = async () => {
  const [row] = await server.sql(
    `select u.first_name, u.last_name, u.email, u.password_hash, u.password_changed_at, u.disabled_at,
         (select json_agg(t order by t.user_id) from two_factors t where t.user_id = u.id) as two_factor,
         (select json_agg(s.id order by s.id) from sessions s where s.user_id = u.id) as sessions,
         (select count(*) from email_changes c where c.user_id = u.id) as waiting,
         (select count(*) from password_resets r where r.user_id = u.id) as resets
       from users u where u.id = $1`,
    [victim.userId],
  );
  return row;
};
