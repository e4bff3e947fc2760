import { expect, test } from 'vitest';
import { boardStage } from '#tests/support/board-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, reader } = boardStage(server, { member: { firstName: 'Quarvix', lastName: 'Example' } });

const hiddenWord = 'Quarvelon';
const search = (itemType: string, searchString: string) => reader.post('/search', { itemType, searchString });
const find = async (itemType: string, searchString: string) => (await search(itemType, searchString)).json.data;

async function answers(): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const itemType of ['everything', 'people'])
    for (const typed of ['quarvelox', 'quarvelon', 'quarvelox exampel'])
      texts.push((await search(itemType, typed)).text);
  return texts;
}

const hidings: Readonly<Record<string, (words: string) => Promise<unknown>>> = {
  'the title of a draft': (title) => server.make.meeting({ board, title, state: 'draft' }),
  'the agenda of a draft': async (title) =>
    server.make.agendaItem({ meeting: await server.make.meeting({ board, state: 'draft' }), title }),
  'an unpublished announcement': (words) => server.make.announcement({ board, words, state: 'draft' }),
  'a paper of a draft': async (words) =>
    server.make.document({ meeting: await server.make.meeting({ board, state: 'draft' }), pages: [words] }),
  'a deleted meeting': async (title) => {
    const { id } = await server.make.meeting({ board, title });
    await server.sql('update meetings set deleted_at = now() where id = $1', [id]);
  },
  'a deleted document': async (words) =>
    server.make.document({
      category: await server.make.category({ board }),
      pages: [words],
      deletedAt: server.context.clock.now().toISOString(),
    }),
  'a meeting of another group': async (title) =>
    server.make.meeting({ board, title, groups: [await server.make.group({ board })] }),
  'a hidden document': async (title) =>
    server.make.document({ category: await server.make.category({ board }), title, pages: [title], hidden: true }),
};

test('words that the reader cannot see do not change the results of misspelt searches', async () => {
  const before = await answers();
  expect(JSON.parse(before[0] ?? '').data).toMatchObject({ closeness: 'similar', counts: { people: 1 } });
  for (const [place, hide] of Object.entries(hidings)) {
    await hide(`Takeover of ${hiddenWord} plc`);
    expect({ place, answers: await answers() }).toEqual({ place, answers: before });
  }
}, 60_000);

test('a misspelt search finds the most similar visible word, even if hidden words are more similar', async () => {
  const before = await answers();
  const endings = Array.from({ length: 200 }, (_, nth) => `${'abcdefghij'[nth % 10]}${'klmnopqrst'[nth % 7]}`);
  const description = endings.map((ending) => `${hiddenWord}${ending}`).join(' ');
  await server.make.meeting({ board, state: 'draft', description });
  expect(await answers()).toEqual(before);
  const { id } = await server.make.meeting({ board, title: hiddenWord });
  const visible = { closeness: 'similar', counts: { people: 0 }, results: [{ id }] };
  expect(await find('everything', 'quarvelox')).toMatchObject(visible);
});

test('at most three words of a search are replaced by similar ones', async () => {
  await server.make.meeting({ board, title: 'Strategy harbour dredging appraisal' });
  for (const [typed, count] of [
    ['stratgey harbor dreging', 1],
    ['stratgey harbor dreging appraisal', 1],
    ['stratgey harbor dreging apraisal', 0],
  ] as const)
    expect([typed, (await find('meetings', typed)).counts.meetings]).toEqual([typed, count]);
});
