import { beforeEach, expect } from 'vitest';
import { withUserScope } from '#server/db/user-scope.ts';
import { resetTwoFactor } from '#server/features/access/two-factor/commands.ts';
import type { MadeBoard, MadeMember } from './factories.ts';
import { type JarClient, jarClient } from './jar-client.ts';
import { leaveOneTry } from './leave-one-try.ts';
import { countLockWaiters } from './lock-waiters.ts';
import type { TestApp } from './test-app.ts';

export const password = 'correct horse battery';

export const tenAtOnce = <T>(call: (nth: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: 10 }, (_, nth) => call(nth)));

export const successes = <T extends { readonly json: { readonly status?: unknown } }>(answers: readonly T[]) =>
  answers.filter(({ json }) => json.status === 'success');

export const emailOf = async (browser: JarClient): Promise<string | null> =>
  (await browser.call('GET', '/ajax/start')).json.data.user?.email ?? null;

/** Signs in a new site admin, whose session is confirmed. */
export async function signInSiteAdmin(server: TestApp) {
  const user = await server.make.user();
  await server.sql('update users set is_site_admin = true where id = $1', [user.id]);
  const client = await server.signIn({ userId: user.id, boardId: null });
  await server.sql('update sessions set confirmed_at = $2 where user_id = $1', [user.id, server.context.clock.now()]);
  return { ...user, client };
}

export function signInStage(server: TestApp) {
  const rows = (sql: string, values: readonly unknown[] = []) =>
    server.asSuperuser(async (client) => (await client.query(sql, [...values])).rows);
  const forgetTries = () => server.context.pool.query('delete from rate_limits');
  const mailsTo = async (address: string) => {
    await server.context.runJobs();
    return server.context.sent.filter(({ to }) => to.address === address);
  };
  return {
    rows,
    forgetTries,
    mailsTo,
    subjectsTo: async (address: string) => (await mailsTo(address)).map(({ subject }) => subject),

    async secretTo(address: string, pages = 'inv|reset-password|confirm-email'): Promise<string> {
      const text = (await mailsTo(address)).at(-1)?.text ?? '';
      return new RegExp(`/(?:${pages})/([\\w-]+)`).exec(text)?.[1] ?? '';
    },

    makePerson: async (given: { readonly board?: MadeBoard; readonly isBoardAdmin?: boolean } = {}) =>
      server.make.member({ ...given, user: await server.make.user({ password }) }),

    async browserOf(
      { email }: { readonly email: string },
      { isConfirmed = false, ...of }: { readonly from?: string; readonly isConfirmed?: boolean } = {},
    ): Promise<JarClient> {
      const browser = jarClient(server.app, of);
      expect((await browser.post('/login', { email, password })).status).toBe(200);
      if (isConfirmed) expect((await browser.post('/user/confirm-password', { password })).status).toBe(201);
      return browser;
    },

    logOf: async ({ userId }: Pick<MadeMember, 'userId'>): Promise<readonly string[]> => {
      const entries = await rows('select action from account_entries where user_id = $1 order by at, id', [userId]);
      return entries.map(({ action }) => action);
    },

    auditOf: (boardId: string): Promise<readonly string[]> =>
      server.inBoard(boardId, async (tx) => {
        const entries = await tx.selectFrom('audit_entries').select('action').orderBy('at').orderBy('id').execute();
        return entries.map(({ action }) => action);
      }),

    async expectLimit<T>(
      limit: { readonly name: string; readonly points: number },
      call: (nth: number) => Promise<{ readonly status: number } & T>,
      status = 422,
    ): Promise<{ readonly status: number } & T> {
      await forgetTries();
      expect((await call(0)).status).toBe(status);
      await leaveOneTry(server.context, limit);
      expect((await call(1)).status).toBe(status);
      const refused = await call(2);
      expect(refused.status).toBe(429);
      return refused;
    },

    duringChanges: <T>(
      changes: readonly (readonly [sql: string, values: readonly unknown[]])[],
      call: () => Promise<T>,
    ): Promise<T> =>
      server.asSuperuser(async (client) => {
        await client.query('begin');
        for (const [sql, values] of changes) await client.query(sql, [...values]);
        let isAnswered = false;
        const calling = call().finally(() => {
          isAnswered = true;
        });
        const isWaiting = async () => isAnswered || (await countLockWaiters(server.context)) === 1;
        await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true);
        await client.query('commit');
        return calling;
      }),
  };
}

/** Call this at the top of a test file. Every test starts with a new account and a browser that is signed in to it. */
export function accountStage(server: TestApp, session: { readonly isConfirmed?: boolean } = {}) {
  const stage = signInStage(server);
  const [member, browser] = [{} as MadeMember, {} as JarClient];
  beforeEach(async () => {
    await stage.forgetTries();
    Object.assign(member, await stage.makePerson());
    Object.assign(browser, await stage.browserOf(member, session));
  });
  return {
    ...stage,
    member,
    browser,
    resetFactors: (byUserId: string | null = null) =>
      withUserScope(server.context, member.userId ?? '', (scope) =>
        resetTwoFactor(scope, server.context.secrets, { byUserId }),
      ),
  };
}
