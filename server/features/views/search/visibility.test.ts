import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeBoard, MadeGroup } from '#tests/support/factories.ts';
import type { Makers } from '#tests/support/makers.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const shared = 'everywhere';
type Actor = 'a member' | 'a group member' | 'a group admin' | 'a board admin' | 'an admin of another board';
const nobody: readonly Actor[] = [];
const boardAdmin: readonly Actor[] = ['a board admin'];
const admins: readonly Actor[] = ['a group admin', 'a board admin'];
const group: readonly Actor[] = ['a group member', ...admins];
const all: readonly Actor[] = ['a member', ...group];
const actors: readonly Actor[] = [...all, 'an admin of another board'];

let homeId: string;
const clients = new Map<Actor, TestClient>();
const seenBy = new Map<string, readonly Actor[]>();
const titles = new Set<string>();

beforeAll(async () => {
  const { make } = server;
  const [board, elsewhere] = [await make.board(), await make.board()];
  homeId = board.id;
  const people = {
    'a member': await make.member({ board }),
    'a group member': await make.member({ board }),
    'a group admin': await make.member({ board }),
    'a board admin': await make.member({ board, isBoardAdmin: true }),
    'an admin of another board': await make.member({ board: elsewhere, isBoardAdmin: true }),
  };
  const members = { members: [people['a group member']], admins: [people['a group admin']] };
  const committee = await make.group({ board, ...members });
  for (const actor of actors) clients.set(actor, await server.signIn(people[actor]));
  await fill(board, { committee, member: people['a member'] });
  await fillFor({ board }, 'whole', all);
  await fillFor({ board, groups: [committee] }, 'group', group);
  await fillFor({ board: elsewhere }, 'elsewhere', ['an admin of another board']);
});

function word(seen: readonly Actor[]): string {
  const letters = createHash('sha256').update(String(seenBy.size)).digest('hex').slice(0, 14);
  const unique = letters.replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
  seenBy.set(unique, seen);
  return unique;
}
const text = (seen: readonly Actor[]): string => `${word(seen)} ${shared}`;
function title(seen: readonly Actor[]): string {
  const unique = word(seen);
  titles.add(unique);
  return `${unique} ${shared}`;
}

type Place = NonNullable<Parameters<Makers['document']>[0]>;
const makePaper = (place: Place, seen: readonly Actor[]) =>
  server.make.document({ ...place, title: title(seen), pages: ['', text(seen), text(seen)] });
const makeAction = (boardId: string, owner: { readonly id: string }, seen: readonly Actor[], of: object) =>
  server.make.actionItem({ boardId, owner, ...of, title: title(seen), notes: text(seen) });

async function fill(
  board: MadeBoard,
  { committee, member }: { readonly committee: MadeGroup; readonly member: { readonly id: string } },
): Promise<void> {
  const { make } = server;
  const groups = [committee];
  const draft = await make.meeting({ board, title: title(boardAdmin), state: 'draft' });
  await make.agendaItem({ meeting: draft, title: text(boardAdmin) });
  const groupDraft = await make.meeting({ board, title: title(admins), state: 'draft', groups });
  const gone = await make.meeting({ board, title: title(nobody) });
  await make.agendaItem({ meeting: gone, title: text(nobody) });
  for (const [meeting, seen] of [
    [draft, boardAdmin],
    [groupDraft, admins],
    [gone, nobody],
  ] as const) {
    await makePaper({ meeting }, seen);
    await makeAction(board.id, member, seen, { meetingId: meeting.id });
  }
  for (const state of ['draft', 'scheduled'] as const) {
    const announcement = await make.announcement({ board, title: title(admins), words: text(admins), state, groups });
    await makePaper({ announcement }, admins);
  }
  await make.meeting({ board, title: title(['a member', 'a board admin']), members: [member] });
  const category = await make.category({ board, groups });
  await makePaper({ category, hidden: true }, admins);
  const hiddenFolder = await make.folder({ category, hidden: true });
  await makePaper({ folder: await make.folder({ parent: hiddenFolder }) }, admins);
  await makePaper({ category: await make.category({ board, hidden: true }) }, boardAdmin);
  const open = await make.category({ board });
  const narrow = await make.folder({ category: open, groups });
  await makePaper({ folder: await make.folder({ parent: narrow }) }, group);
  await makePaper({ category: open, deletedAt: server.context.clock.now().toISOString() }, nobody);
  const goneNews = await make.announcement({ board, title: title(nobody), words: text(nobody) });
  const goneFolder = await make.folder({ category: open });
  await makePaper({ folder: await make.folder({ parent: goneFolder }) }, nobody);
  const goneCategory = await make.category({ board });
  await makePaper({ folder: await make.folder({ category: goneCategory }) }, nobody);
  const deleted = { meetings: gone, announcements: goneNews, folders: goneFolder, categories: goneCategory };
  for (const [table, { id }] of Object.entries(deleted))
    await server.sql(`update ${table} set deleted_at = now() where id = $1`, [id]);
}

async function fillFor(
  given: { readonly board: MadeBoard; readonly groups?: readonly MadeGroup[] },
  name: string,
  seen: readonly Actor[],
): Promise<void> {
  const { make } = server;
  const { board, groups } = given;
  const texts = { title: title(seen), location: text(seen), description: text(seen) };
  const meeting = await make.meeting({ ...given, ...texts });
  const item = await make.agendaItem({ meeting, title: text(seen), presenter: word(seen) });
  const owner = await make.member({ board });
  for (const of of [{ meetingId: meeting.id }, { bodyId: groups?.[0]?.id ?? board.id }])
    await makeAction(board.id, owner, seen, of);
  const announcement = await make.announcement({ ...given, title: title(seen), words: text(seen) });
  const category = await make.category({ ...given, name });
  const folder = await make.folder({ category });
  for (const place of [{ meeting }, { item }, { announcement }, { category }, { folder }]) await makePaper(place, seen);
}

async function ask(actor: Actor, body: Record<string, unknown>) {
  const answered = await clients.get(actor)?.post('/search', body);
  expect(answered?.status).toBe(200);
  return { text: answered?.text ?? '', data: answered?.json.data };
}

test.each(actors)(
  'a search by %s finds no result, count or excerpt that this reader may not see',
  async (actor) => {
    const others = [...seenBy].filter(([, seen]) => !seen.includes(actor)).map(([unique]) => unique);
    for (const [nth, unique] of others.entries()) {
      // Misspells every third word, because a search for a similar word must not find hidden contents either.
      const searchString = nth % 3 === 0 ? `${unique.slice(0, 4)}${unique.slice(5)}` : unique;
      const { text: answer, data } = await ask(actor, { itemType: 'everything', searchString });
      const counts: readonly number[] = Object.values(data.counts);
      expect([unique, counts, answer.includes(unique)]).toEqual([unique, [0, 0, 0, 0], false]);
    }
  },
  60_000,
);

test.each(actors)(
  'all pages of a search by %s contain every title visible to this reader, and match the count',
  async (actor) => {
    const words = new Set<string>();
    for (const itemType of ['meetings', 'announcements', 'documents'] as const) {
      const ids = new Set<string>();
      let count = 0;
      for (let skip: number | null = 0; skip !== null; ) {
        const { text: answer, data } = await ask(actor, { itemType, searchString: shared, skip });
        for (const result of data.results) ids.add(result.id);
        for (const unique of seenBy.keys()) if (answer.includes(unique)) words.add(unique);
        count = data.counts[itemType];
        skip = data.next;
      }
      expect([itemType, ids.size]).toEqual([itemType, count]);
      expect(count).toBeGreaterThan(0);
    }
    expect([...words].filter((unique) => !seenBy.get(unique)?.includes(actor))).toEqual([]);
    const seenTitles = [...titles].filter((unique) => seenBy.get(unique)?.includes(actor));
    expect(seenTitles.filter((unique) => !words.has(unique))).toEqual([]);
    expect(seenTitles.length).toBeGreaterThan(0);
  },
);

test('the search functions of the database find nothing in a transaction without a board', async () => {
  const wanted = `array[to_tsquery('simple', search_board('${homeId}'::uuid) || '${shared}')]`;
  for (const found of [
    `gate.search_meetings(${wanted})`,
    `gate.search_announcements(${wanted})`,
    `unnest(gate.search_documents(${wanted}))`,
    `unnest(gate.search_titles(${wanted}))`,
    `gate.similar_words(array['${shared}'], 0.1)`,
    `gate.search_pages(${wanted}, array(select version_id from document_texts))`,
  ])
    expect([found, (await server.context.pool.query(`select * from ${found}`)).rowCount]).toEqual([found, 0]);
});
