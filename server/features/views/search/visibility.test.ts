import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { makeActionItem } from '#tests/support/action-items.ts';
import { signIn, type TestClient } from '#tests/support/client.ts';
import { createTestContext, type TestContext } from '#tests/support/context.ts';
import {
  inBoard,
  type MadeBoard,
  type MadeGroup,
  makeAgendaItem,
  makeAnnouncement,
  makeBoard,
  makeDocument,
  makeGroup,
  makeMeeting,
  makeMember,
} from '#tests/support/factories.ts';
import { makeCategory, makeFolder } from '#tests/support/library.ts';

/** Each thing of two boards holds a word of its own, and the one word that all of them hold. */

const shared = 'everywhere';
type Actor = 'member' | 'in the group' | 'group admin' | 'board admin' | 'of the other board';
const admins: readonly Actor[] = ['group admin', 'board admin'];
const group: readonly Actor[] = ['in the group', ...admins];
const all: readonly Actor[] = ['member', ...group];

let context: TestContext;
let homeId: string;
let app: FastifyInstance;
const clients = new Map<Actor, TestClient>();
/** Who may find what, by its word. */
const seenBy = new Map<string, readonly Actor[]>();

beforeAll(async () => {
  context = await createTestContext();
  app = await createApp(context);
  const [board, elsewhere] = [await makeBoard(context), await makeBoard(context)];
  homeId = board.id;
  const member = await makeMember(context, { board });
  const [inGroup, groupAdmin] = [await makeMember(context, { board }), await makeMember(context, { board })];
  const committee = await makeGroup(context, { board, members: [inGroup], admins: [groupAdmin] });
  const boardAdmin = await makeMember(context, { board, isBoardAdmin: true });
  const stranger = await makeMember(context, { board: elsewhere, isBoardAdmin: true });
  for (const [actor, who] of [
    ...[['member', member] as const, ['in the group', inGroup] as const, ['group admin', groupAdmin] as const],
    ...[['board admin', boardAdmin] as const, ['of the other board', stranger] as const],
  ]) {
    clients.set(actor, await signIn(app, context, who));
  }
  await fill(board, committee, member);
  await fillAll(elsewhere, undefined, ['of the other board'], 'elsewhere');
});
afterAll(async () => {
  await app?.close();
  await context?.stop();
});

let made = 0;
/** A word that nothing else holds, nor looks like. */
function word(seen: readonly Actor[]): string {
  made += 1;
  const letters = createHash('sha256').update(String(made)).digest('hex').slice(0, 14);
  const unique = letters.replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
  seenBy.set(unique, seen);
  return unique;
}
const text = (seen: readonly Actor[]): string => `${word(seen)} ${shared}`;
/** Words that stand in a title, which every result shows. */
const titles = new Set<string>();
const title = (seen: readonly Actor[]): string => {
  const unique = word(seen);
  titles.add(unique);
  return `${unique} ${shared}`;
};

async function fill(board: MadeBoard, committee: MadeGroup, member: { readonly id: string }): Promise<void> {
  const groups = [committee];
  await fillAll(board, undefined, all, 'whole');
  await fillAll(board, groups, group, 'group');
  // Drafts: their editors alone.
  const draft = await makeMeeting(context, { board, title: title(['board admin']), state: 'draft' });
  await makeAgendaItem(context, { meeting: draft, title: text(['board admin']) });
  await makeDocument(context, { meeting: draft, title: title(['board admin']), pages: [text(['board admin'])] });
  const action = (meeting: { readonly id: string }, seen: readonly Actor[]) =>
    makeActionItem(context, {
      ...{ boardId: board.id, owner: member, meetingId: meeting.id, title: title(seen), notes: text(seen) },
    });
  await action(draft, ['board admin']);
  const groupDraft = await makeMeeting(context, { board, title: title(admins), state: 'draft', groups });
  await makeDocument(context, { meeting: groupDraft, title: title(admins), pages: ['', text(admins)] });
  await action(groupDraft, admins);
  for (const state of ['draft', 'scheduled'] as const) {
    const news = await makeAnnouncement(context, { board, title: title(admins), words: text(admins), state, groups });
    await makeDocument(context, { announcement: news, title: title(admins), pages: [text(admins)] });
  }
  // One member by name.
  const named: readonly Actor[] = ['member', 'board admin'];
  await makeMeeting(context, { board, title: title(named), members: [member] });
  // What is hidden, and what stands in it: editors alone.
  const category = await makeCategory(context, { board, groups });
  await makeDocument(context, { category, title: title(admins), pages: [text(admins)], hidden: true });
  const hiddenFolder = await makeFolder(context, { category, hidden: true });
  const below = await makeFolder(context, { parent: hiddenFolder });
  await makeDocument(context, { folder: below, title: title(admins), pages: [text(admins)] });
  const hidden = await makeCategory(context, { board, hidden: true });
  await makeDocument(context, { category: hidden, title: title(['board admin']), pages: [text(['board admin'])] });
  // A top folder narrows its category.
  const open = await makeCategory(context, { board });
  const narrow = await makeFolder(context, { category: open, groups });
  const deep = await makeFolder(context, { parent: narrow });
  await makeDocument(context, { folder: deep, title: title(group), pages: [text(group)] });
  // What was deleted, or stands in what was: nobody.
  const deletedAt = context.clock.now().toISOString();
  await makeDocument(context, { category: open, title: title([]), pages: [text([])], deletedAt });
  const gone = await makeMeeting(context, { board, title: title([]) });
  await makeAgendaItem(context, { meeting: gone, title: text([]) });
  await makeDocument(context, { meeting: gone, title: title([]), pages: [text([])] });
  await action(gone, []);
  const goneNews = await makeAnnouncement(context, { board, title: title([]), words: text([]) });
  const goneFolder = await makeFolder(context, { category: open });
  const inGone = await makeFolder(context, { parent: goneFolder });
  await makeDocument(context, { folder: inGone, title: title([]), pages: [text([])] });
  const goneCategory = await makeCategory(context, { board });
  const folderInGone = await makeFolder(context, { category: goneCategory });
  await makeDocument(context, { folder: folderInGone, title: title([]), pages: [text([])] });
  const now = { deleted_at: context.clock.now() };
  await inBoard(context, board.id, async (tx) => {
    await tx.updateTable('meetings').set(now).where('id', '=', gone.id).execute();
    await tx.updateTable('announcements').set(now).where('id', '=', goneNews.id).execute();
    await tx.updateTable('folders').set(now).where('id', '=', goneFolder.id).execute();
    await tx.updateTable('categories').set(now).where('id', '=', goneCategory.id).execute();
  });
}

/** One of each kind for an audience. */
async function fillAll(
  board: MadeBoard,
  groups: readonly MadeGroup[] | undefined,
  seen: readonly Actor[],
  name: string,
): Promise<void> {
  const audience = groups === undefined ? {} : { groups };
  const texts = { title: title(seen), location: text(seen), description: text(seen) };
  const meeting = await makeMeeting(context, { board, ...texts, ...audience });
  const item = await makeAgendaItem(context, { meeting, title: text(seen), presenter: word(seen) });
  await makeDocument(context, { meeting, title: title(seen), pages: [text(seen), text(seen)] });
  await makeDocument(context, { item, title: title(seen), pages: [text(seen)] });
  const owner = await makeMember(context, { board });
  for (const of of [{ meetingId: meeting.id }, { bodyId: groups?.[0]?.id ?? board.id }]) {
    const words = { title: title(seen), notes: text(seen) };
    await makeActionItem(context, { boardId: board.id, owner, ...of, ...words });
  }
  const announcement = await makeAnnouncement(context, { board, title: title(seen), words: text(seen), ...audience });
  await makeDocument(context, { announcement, title: title(seen), pages: [text(seen)] });
  const category = await makeCategory(context, { board, name, ...audience });
  await makeDocument(context, { category, title: title(seen), pages: [text(seen)] });
  const folder = await makeFolder(context, { category });
  await makeDocument(context, { folder, title: title(seen), pages: [text(seen)] });
}

const actors: readonly Actor[] = [...all, 'of the other board'];

async function ask(actor: Actor, body: Record<string, unknown>) {
  const answered = await clients.get(actor)?.post('/search', body);
  expect(answered?.status).toBe(200);
  return { text: answered?.text ?? '', data: answered?.json.data };
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((one, other) => one + other, 0);

test.each(actors)(
  '%s finds of what is not for them neither a result, nor a count, nor a snippet',
  async (actor) => {
    const others = [...seenBy].filter(([, seen]) => !seen.includes(actor)).map(([unique]) => unique);
    for (const [nth, unique] of others.entries()) {
      // Now and then with a slip: what looks like it must not come either.
      const searchString = nth % 3 === 0 ? `${unique.slice(0, 4)}${unique.slice(5)}` : unique;
      const { text: answer, data } = await ask(actor, { itemType: 'everything', searchString });
      expect({ unique, count: sum(data.counts), isThere: answer.includes(unique) }).toEqual({
        ...{ unique, count: 0, isThere: false },
      });
    }
  },
  60_000,
);

test.each(actors)(
  '%s: what everything holds is counted as far as they may see it, and read to the end',
  async (actor) => {
    const words = new Set<string>();
    const ofTitles = [...titles].filter((unique) => seenBy.get(unique)?.includes(actor));
    for (const itemType of ['meetings', 'announcements', 'documents'] as const) {
      const ids = new Set<string>();
      let skip: number | null = 0;
      let count = 0;
      while (skip !== null) {
        const { text: answer, data } = await ask(actor, { itemType, searchString: shared, skip });
        for (const result of data.results) ids.add(result.id);
        for (const unique of seenBy.keys()) if (answer.includes(unique)) words.add(unique);
        count = data.counts[itemType];
        skip = data.next;
      }
      expect([itemType, ids.size]).toEqual([itemType, count]);
      expect(ids.size).toBeGreaterThan(0);
    }
    const foreign = [...words].filter((unique) => !seenBy.get(unique)?.includes(actor));
    expect(foreign).toEqual([]);
    expect(ofTitles.filter((unique) => !words.has(unique))).toEqual([]);
    expect(ofTitles.length).toBeGreaterThan(0);
  },
);

test('the gate answers for the board of the transaction alone, and for none without one', async () => {
  // With the beginning of the board that has them.
  const wanted = `array[to_tsquery('simple', search_board('${homeId}'::uuid) || $1)]`;
  for (const of of ['meetings', 'announcements']) {
    const found = await context.pool.query(`select * from gate.search_${of}(${wanted})`, [shared]);
    expect([of, found.rowCount]).toEqual([of, 0]);
  }
  for (const of of ['documents', 'titles']) {
    const found = await context.pool.query(`select gate.search_${of}(${wanted}) as ids`, [shared]);
    expect([of, found.rows]).toEqual([of, [{ ids: [] }]]);
  }
  const alike = await context.pool.query('select * from gate.similar_words($1, 0.1)', [[shared]]);
  expect(alike.rowCount).toBe(0);
  const versions = `array(select version_id from document_texts)`;
  expect((await context.pool.query(`select * from gate.search_pages(${wanted}, ${versions})`, [shared])).rowCount).toBe(
    0,
  );
});
