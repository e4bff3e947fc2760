import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { withBoardJobScope, withBoardScope } from '#server/db/board-scope.ts';
import { eachMember, readerOf } from '#server/features/members/audience/queries.ts';
import { makeActionItem } from '#tests/support/action-items.ts';
import type { MadeBoard, MadeMember } from '#tests/support/factories.ts';
import { kindsOfReader, readerKinds } from '#tests/support/kinds-of-reader.ts';
import { makeDateSearch } from '#tests/support/polls.ts';
import { testApp } from '#tests/support/test-app.ts';
import { selectActionItems } from './queries.ts';
import { actionVisibleWhere, canSeeActionItem } from './visibility.ts';

const server = testApp();
let board: MadeBoard;
let readers: ReadonlyMap<string, MadeMember>;
const items = new Map<string, string>();

beforeAll(async () => {
  const { context } = server;
  const made = await kindsOfReader(server);
  ({ board, readers } = made);
  const { group, audiences, who } = made;
  const gone = await server.make.group({ board, members: who('outside') });
  const owner = await server.make.member({ board });
  const put = async (name: string, of: { readonly meetingId: string } | { readonly bodyId: string }) => {
    const { id } = await makeActionItem(context, { boardId: board.id, owner, ...of });
    items.set(name, id);
  };
  for (const [audience, given] of audiences) {
    for (const state of ['draft', 'published', 'cancelled'] as const) {
      await put(`${state} meeting of ${audience}`, { meetingId: (await server.make.meeting({ ...given, state })).id });
    }
    await put(`date search of ${audience}`, { meetingId: (await makeDateSearch(context, given)).id });
    const deleted = await server.make.meeting(given);
    await put(`deleted meeting of ${audience}`, { meetingId: deleted.id });
    await server.sql('update meetings set deleted_at = $2 where id = $1', [deleted.id, context.clock.now()]);
  }
  await put('the board', { bodyId: board.id });
  await put('the group', { bodyId: group.id });
  await put('a group that is gone', { bodyId: gone.id });
  await server.sql('delete from group_members where group_id = $1', [gone.id]);
  await server.sql('delete from groups where id = $1', [gone.id]);
});

function namesOf(ids: readonly string[]): readonly string[] {
  const known = new Set(ids);
  return [...items].filter(([, id]) => known.has(id)).map(([name]) => name);
}

const asReader = <T>(reader: MadeMember, work: Parameters<typeof withBoardScope<T>>[2]) =>
  withBoardScope(server.context, { boardId: board.id, userId: reader.userId ?? '' }, work);

const byCondition = (reader: MadeMember) =>
  asReader(reader, async (scope) => {
    const rows = await selectActionItems(scope)
      .where(actionVisibleWhere(readerOf(scope)))
      .execute();
    return namesOf(rows.map(({ id }) => id));
  });

const byFacts = (reader: MadeMember) =>
  asReader(reader, async (scope) => {
    const rows = await selectActionItems(scope).execute();
    return namesOf(rows.filter((row) => canSeeActionItem(scope, row)).map(({ id }) => id));
  });

const byMember = (reader: MadeMember) =>
  withBoardJobScope(server.context, board.id, async (scope) => {
    const each = {
      ...eachMember(scope, sql.ref('member.id'), 'editor'),
      isBoardAdmin: sql<boolean>`member.is_board_admin`,
    };
    const { rows } = await sql<{ id: string }>`
      select item.id from action_items item cross join members member
      where item.board_id = ${board.id}::uuid and member.id = ${reader.id}::uuid and ${actionVisibleWhere(each)}
    `.execute(scope.tx);
    return namesOf(rows.map(({ id }) => id));
  });

const byCalls = async (reader: MadeMember) => {
  const client = await server.signIn(reader);
  const listed = (await client.get('/ajax/action-items')).json.data.items.map(({ id }: { id: string }) => id);
  const opened: string[] = [];
  for (const id of items.values()) if ((await client.get(`/ajax/action-items/${id}`)).status === 200) opened.push(id);
  expect(namesOf(listed)).toEqual(namesOf(opened));
  return namesOf(listed);
};

const led = (name: string) => name === 'leads the group' || name === 'leads both' || name === 'board admin';

describe.for(readerKinds)('the reader “%s”', (name) => {
  test('the SQL condition, the predicate and the API show the reader the same action items', async () => {
    const reader = readers.get(name);
    if (!reader) throw new Error('There is no such reader.');
    const seen = await byFacts(reader);
    expect(await byCondition(reader)).toEqual(seen);
    expect(await byMember(reader)).toEqual(seen);
    expect(await byCalls(reader)).toEqual(seen);
    expect(seen.filter((each) => each.startsWith('deleted'))).toEqual([]);
    expect(seen).toContain('published meeting of the board');
    expect(seen.includes('draft meeting of the group')).toBe(led(name));
    expect(seen.includes('draft meeting of both groups')).toBe(name === 'leads both' || name === 'board admin');
    expect(seen.includes('the group')).toBe(led(name) || name === 'in the group');
    expect(seen.includes('a group that is gone')).toBe(name === 'board admin');
  });
});
