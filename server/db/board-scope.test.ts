import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { MadeBoard } from '#tests/support/factories.ts';
import { makeProvider } from '#tests/support/sign-in-providers.ts';
import { testApp } from '#tests/support/test-app.ts';
import { withBoardJobScope, withBoardScope } from './board-scope.ts';

const server = testApp();
beforeAll(() => makeProvider(server.context, { issuer: 'https://id.example' }));
const codeOf = (error: { readonly code?: string; readonly name: string }) => error.code ?? error.name;

const entered = async (board: MadeBoard, userId: string) => {
  const ways = [{}, { isJoining: true }, { via: { kind: 'feed' } }] as const;
  const enter = (how: (typeof ways)[number]) =>
    withBoardScope(server.context, { boardId: board.id, userId, ...how }, async ({ tx }) => {
      const { rows } = await sql<{ rights: string }>`select current_setting('dais.rights') as rights`.execute(tx);
      return rows[0]?.rights;
    }).catch(codeOf);
  return Promise.all(ways.map(enter));
};

test.each([
  ['is open', 'suspended_at = null', ['board-admin', 'board-admin', 'member']],
  ['is suspended', 'suspended_at = now()', ['not-found', 'not-found', 'not-found']],
  ['requires a second factor', 'two_factor_required = true', ['two-factor-missing', 'board-admin', 'member']],
  [
    'requires its provider',
    `provider_required = true, provider_id = (select id from providers)`,
    ['provider-missing', 'board-admin', 'member'],
  ],
])(
  'a board that %s grants the expected rights to sessions, joining members and secret links',
  async (_, change, expected) => {
    const board = await server.make.board();
    const admin = await server.make.member({ board, isBoardAdmin: true });
    await server.sql(`update boards set ${change} where id = $1`, [board.id]);
    expect(await entered(board, admin.userId ?? '')).toEqual(expected);
  },
);

test('only housekeeping jobs can run for a suspended board, and no job can run for an unknown one', async () => {
  const board = await server.make.board();
  const job = (id: string, evenSuspended = false) =>
    withBoardJobScope(server.context, id, async () => 'done', { evenSuspended }).catch(codeOf);
  expect(await job(board.id)).toBe('done');
  await server.sql('update boards set suspended_at = now() where id = $1', [board.id]);
  expect([await job(board.id), await job(board.id, true)]).toEqual(['BoardSuspended', 'done']);
  expect(await job(randomUUID())).toBeNull();
});
