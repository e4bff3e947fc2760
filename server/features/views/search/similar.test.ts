import { beforeEach, expect, test } from 'vitest';
import type { TestClient } from '#tests/support/client.ts';
import { inBoard, type MadeBoard, type MadeMember } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
let board: MadeBoard;
let member: MadeMember;
let reader: TestClient;
beforeEach(async () => {
  board = await server.make.board();
  // The reader's name looks like what is typed below, and what is out of their view looks more like it.
  member = await server.make.member({ board, firstName: 'Quarvix', lastName: 'Example' });
  reader = await server.signIn(member);
});

const hiddenWord = 'Quarvelon';
/** A word like it, with a slip; it itself; two with slips. */
const searches = ['quarvelox', 'quarvelon', 'quarvelox exampel'];

/** To the letter. */
async function answers(): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const itemType of ['everything', 'people'] as const) {
    for (const searchString of searches) texts.push((await reader.post('/search', { itemType, searchString })).text);
  }
  return texts;
}

const hidings: Readonly<Record<string, (words: string) => Promise<unknown>>> = {
  'the title of a draft': (title) => server.make.meeting({ board, title, state: 'draft' }),
  'the agenda of a draft': async (title) =>
    server.make.agendaItem({ meeting: await server.make.meeting({ board, state: 'draft' }), title }),
  'an announcement not yet out': (words) => server.make.announcement({ board, words, state: 'draft' }),
  'a paper of a draft': async (words) =>
    server.make.document({
      meeting: await server.make.meeting({ board, state: 'draft' }),
      pages: [words],
    }),
  'a deleted meeting': async (title) => {
    const { id } = await server.make.meeting({ board, title });
    const deleted = { deleted_at: server.context.clock.now() };
    await server.inBoard(board.id, (tx) => tx.updateTable('meetings').set(deleted).where('id', '=', id).execute());
  },
  'a deleted document': async (words) =>
    server.make.document({
      category: await server.make.category({ board }),
      pages: [words],
      deletedAt: server.context.clock.now().toISOString(),
    }),
  'a meeting of another group': async (title) =>
    server.make.meeting({ board, title, groups: [await server.make.group({ board })] }),
  'a hidden document': async (words) =>
    server.make.document({
      category: await server.make.category({ board }),
      pages: [words],
      title: `${words}.pdf`,
      hidden: true,
    }),
};

test('S5.23 a word in what is out of sight changes no letter of what a search with a slip answers', async () => {
  const before = await answers();
  expect(JSON.parse(before[0] ?? '').data).toMatchObject({ closeness: 'similar', counts: { people: 1 } });
  for (const [place, hide] of Object.entries(hidings)) {
    await hide(`Takeover of ${hiddenWord} plc`);
    expect({ place, answers: await answers() }).toEqual({ place, answers: before });
  }
}, 60_000);

test('however many such words are out of sight, the nearest in sight is found; in sight they come first', async () => {
  const before = await answers();
  const many = Array.from(
    { length: 200 },
    (_, nth) => `${hiddenWord}${'abcdefghij'[nth % 10]}${'klmnopqrst'[nth % 7]}`,
  );
  await server.make.meeting({ board, state: 'draft', description: many.join(' ') });
  expect(await answers()).toEqual(before);
  const meeting = await server.make.meeting({ board, title: hiddenWord });
  const found = await reader.post('/search', { itemType: 'everything', searchString: 'quarvelox' });
  expect(found.json.data).toMatchObject({ closeness: 'similar', counts: { people: 0 }, results: [{ id: meeting.id }] });
});

test('of the words of one search three at most are joined by others', async () => {
  await server.make.meeting({ board, title: 'Strategy harbour dredging appraisal' });
  const find = async (searchString: string) =>
    (await reader.post('/search', { itemType: 'meetings', searchString })).json.data.counts.meetings;
  expect(await find('stratgey harbor dreging')).toBe(1);
  expect(await find('stratgey harbor dreging appraisal')).toBe(1);
  expect(await find('stratgey harbor dreging apraisal')).toBe(0);
});
