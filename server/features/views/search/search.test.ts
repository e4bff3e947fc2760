import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { HighlightedText, SearchResult, search } from '#contract/search.ts';
import { createApp } from '#server/app.ts';
import { makeActionItem } from '#tests/support/action-items.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { signIn, type TestClient } from '#tests/support/client.ts';
import { createTestContext, type TestContext } from '#tests/support/context.ts';
import {
  inBoard,
  type MadeBoard,
  type MadeMember,
  makeAgendaItem,
  makeAnnouncement,
  makeBoard,
  makeDocument,
  makeMeeting,
  makeMember,
  makeProfileField,
} from '#tests/support/factories.ts';
import { makeCategory } from '#tests/support/library.ts';
import { makeMotion } from '#tests/support/motions.ts';
import { makeWritten } from '#tests/support/resolutions.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

test('of one member one search runs at a time; the others wait without a connection, a few of them', async () => {
  const { context } = server;
  const board = await makeBoard(context);
  const [member, other] = [await makeMember(context, { board }), await makeMember(context, { board })];
  await makeMeeting(context, { board, title: 'Boiler review' });
  const [greedy, neighbour] = [await server.signIn(member), await server.signIn(other)];
  const ask = () => greedy.post('/search', { itemType: 'everything', searchString: 'boiler' });
  let searches: Promise<Awaited<ReturnType<typeof ask>>[]> = Promise.resolve([]);
  await asSuperuser(context, async (client) => {
    await client.query('begin');
    await client.query('lock table meetings in access exclusive mode');
    searches = Promise.all(Array.from({ length: 25 }, ask));
    const waits = `
      select count(*)::int as count from pg_locks lock join pg_database database on database.oid = lock.database
      where not lock.granted and lock.relation = 'meetings'::regclass and database.datname = current_database()
    `;
    const waiting = async (): Promise<number> => (await client.query<{ count: number }>(waits)).rows[0]?.count ?? 0;
    await expect.poll(waiting, { timeout: 4_000 }).toBe(1);
    expect((await neighbour.get('/ajax/people')).status).toBe(200);
    expect(await waiting()).toBe(1);
    expect(context.pool.waitingCount).toBe(0);
    await client.query('commit');
  });
  const statuses = (await searches).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(11);
  expect(statuses.filter((status) => status === 429)).toHaveLength(14);
});

test('a search that takes too long is given up, and the next begins', async () => {
  const { context } = server;
  const member = await makeMember(context);
  const client = await server.signIn(member);
  const ask = () => client.post('/search', { itemType: 'everything', searchString: 'boiler' });
  await asSuperuser(context, async (superuser) => {
    await superuser.query('begin');
    await superuser.query('lock table meetings in access exclusive mode');
    expect((await ask()).status).toBe(503);
    await superuser.query('rollback');
  });
  expect((await ask()).status).toBe(200);
}, 20_000);

let context: TestContext;
let app: FastifyInstance;
beforeAll(async () => {
  context = await createTestContext();
  app = await createApp(context);
});
afterAll(async () => {
  await app?.close();
  await context?.stop();
});

let board: MadeBoard;
let member: MadeMember;
let reader: TestClient;
beforeEach(async () => {
  board = await makeBoard(context);
  member = await makeMember(context, { board, firstName: 'Rosa', lastName: 'Example' });
  reader = await signIn(app, context, member);
});

type Answer = AnswerOf<typeof search>;

async function find(searchString: string, more: Record<string, unknown> = {}, client = reader): Promise<Answer> {
  const answered = await client.post('/search', { itemType: 'everything', searchString, ...more });
  expect(answered.status).toBe(200);
  return answered.json.data;
}
const idsOf = (answer: Answer): string[] => answer.results.map(({ id }) => id);
const plain = (text: HighlightedText): string => text.map((piece) => piece.text).join('');
const matches = (text: HighlightedText): string[] => text.filter((piece) => piece.is_match).map((piece) => piece.text);
type DocumentResult = Extract<SearchResult, { itemType: 'documents' }>;
const documentsOf = (answer: Answer) =>
  answer.results.filter((result): result is DocumentResult => result.itemType === 'documents');

test('S3.13 S7.8 POST /search takes itemType and searchString, and answers what was found, by type, with the count of each', async () => {
  const meeting = await makeMeeting(context, { board, title: 'Boiler review' });
  const news = await makeAnnouncement(context, { board, title: 'The boiler is back' });
  const person = await makeMember(context, { board, firstName: 'Bo', lastName: 'Boilerson' });
  const paper = await makeDocument(context, { meeting, title: 'Boiler costs.pdf' });
  await makeMeeting(context, { board, title: 'Something else' });
  const answer = await find('boiler');
  expect(answer).toMatchObject({
    counts: { meetings: 1, announcements: 1, people: 1, documents: 1 },
    closeness: 'exact',
    next: null,
  });
  expect(idsOf(answer)).toEqual([meeting.id, news.id, person.id, paper.id]);
  const meetings = await find('boiler', { itemType: 'meetings' });
  // The other types are counted all the same.
  expect(meetings.counts).toEqual(answer.counts);
  expect(idsOf(meetings)).toEqual([meeting.id]);
});

test('S5.23 an empty search is not run, nor one of nothing but signs', async () => {
  await makeMeeting(context, { board });
  for (const searchString of ['', '  \n', '"" – &', '\u0000']) {
    expect(await find(searchString)).toEqual({
      counts: { meetings: 0, announcements: 0, people: 0, documents: 0 },
      closeness: 'exact',
      results: [],
      next: null,
    });
  }
  expect((await reader.post('/search', { itemType: 'boards', searchString: 'x' })).status).toBe(422);
});

test.each([
  ['one word', 'wharf', true],
  ['the beginning of a word', 'appr', true],
  ['every word, in any order', 'appraisal wharf', true],
  ['a word that is not there', 'wharf harbour', false],
  ['other case', 'WHARF', true],
  ['without accents', 'resume cafe', true],
  ['with accents that are not there', 'whärf', true],
  ['letters that no accent makes', 'sorensen strasse', true],
  ['a phrase', '"wharf road"', true],
  ['a phrase in another order', '"road wharf"', false],
  ['a phrase that ends within a word', '"wharf roa"', false],
  ['numbers and signs', '2026–27 £74', true],
  ['signs between words', 'road/appraisal', true],
  ['an address', 'ann@example.org', true],
  ['the end of a word', 'raisal', false],
])('%s', async (_name, searchString, isFound) => {
  const meeting = await makeMeeting(context, {
    ...{ board, title: 'Wharf Road: appraisal' },
    description: 'Résumé by Søren Sørensen at the Café in Große Straße, 2026-27, £74k. Write to ann@example.org.',
  });
  // Similar words would be found too: these cases are about the words as they were typed.
  const answer = await find(searchString);
  const exact = answer.closeness === 'exact' ? idsOf(answer) : [];
  expect(exact).toEqual(isFound ? [meeting.id] : []);
});

test('the words may stand in different parts of one thing, not in two things', async () => {
  const meeting = await makeMeeting(context, { board, title: 'November meeting', location: 'Maple Court' });
  await makeAgendaItem(context, { meeting, title: 'Lease of the boathouse', presenter: 'Thomas McKenna' });
  await makeMeeting(context, { board, title: 'December meeting', location: 'Maple Court' });
  const answer = await find('november maple boathouse mckenna');
  expect(idsOf(answer)).toEqual([meeting.id]);
  expect(answer.results[0]).toMatchObject({ itemType: 'meetings', excerpt: { label: 'Location' } });
});

test('titles weigh more than what stands below them, then the newest comes first', async () => {
  const category = await makeCategory(context, { board });
  const made = { category, title: 'Minutes.pdf' };
  const older = await makeDocument(context, { ...made, pages: ['Budget'], createdAt: '2026-01-01T00:00:00Z' });
  const newer = await makeDocument(context, { ...made, pages: ['Budget'], createdAt: '2026-02-01T00:00:00Z' });
  const titled = await makeDocument(context, { category, title: 'Budget.pdf', createdAt: '2025-01-01T00:00:00Z' });
  expect(idsOf(await find('budget'))).toEqual([titled.id, newer.id, older.id]);
});

test('text inside documents is found page by page, empty pages aside, with the words marked around them', async () => {
  const meeting = await makeMeeting(context, { board, title: 'Winter meeting' });
  const before = 'Nothing of note. '.repeat(40);
  const pages = ['Cover', '', `${before}The boiler at Maple Court was replaced. ${before}`, 'x', 'Boiler only.'];
  const paper = await makeDocument(context, { meeting, title: 'Finance report.pdf', pages });
  const [found] = documentsOf(await find('boiler maple'));
  expect(found).toMatchObject({ id: paper.id, home: { kind: 'meeting', id: meeting.id }, home_name: 'Winter meeting' });
  // Page 5 has but one of the words.
  expect(found).toMatchObject({ pages_found: 1, pages: [{ page: 3 }] });
  const [page] = found?.pages ?? [];
  expect(matches(page?.text ?? [])).toEqual(['boiler', 'Maple']);
  expect(plain(page?.text ?? [])).toMatch(/^….+The boiler at Maple Court was replaced\..+…$/);
  expect(plain(page?.text ?? []).length).toBeLessThan(260);
  const [both] = documentsOf(await find('boiler'));
  expect(both).toMatchObject({ pages_found: 2, pages: [{ page: 3 }, { page: 5 }] });
  // One word in the title, one inside.
  expect(documentsOf(await find('finance maple'))).toMatchObject([{ id: paper.id, pages: [{ page: 3 }] }]);
});

test('of a document that was replaced only the current version is searched', async () => {
  const category = await makeCategory(context, { board });
  const paper = await makeDocument(context, { category, pages: ['The old figure'] });
  await inBoard(context, board.id, async (tx) => {
    const version = await tx
      .insertInto('document_versions')
      .columns(['board_id', 'document_id', 'number', 'filename', 'storage_key', 'byte_size', 'sha256'])
      .expression((eb) =>
        eb
          .selectFrom('document_versions')
          .select((of) => [
            'board_id',
            'document_id',
            of.lit(2).as('number'),
            'filename',
            of.val(`${paper.id}-2`).as('k'),
          ])
          .select(['byte_size', 'sha256'])
          .where('id', '=', paper.versionId),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('document_texts')
      .values({ board_id: board.id, version_id: version.id, page: 1, text: 'The new figure' })
      .execute();
  });
  expect((await find('old figure')).counts.documents).toBe(0);
  expect(documentsOf(await find('new figure'))).toMatchObject([{ id: paper.id, pages_found: 1 }]);
});

test('spelling slips still find, where the exact words do not, and say so', async () => {
  const category = await makeCategory(context, { board });
  const paper = await makeDocument(context, { category, title: 'Appraisal.pdf', pages: ['The wharf needs dredging.'] });
  const meeting = await makeMeeting(context, { board, title: 'Strategy day' });
  const person = await makeMember(context, { board, firstName: 'Sunita', lastName: 'Kowalczyk' });
  for (const [typed, id] of [
    ['apraisal', paper.id],
    ['dreging', paper.id],
    ['warf apraisal', paper.id],
    ['stratgey', meeting.id],
    ['kowalcyzk', person.id],
  ] as const) {
    const answer = await find(typed);
    expect({ typed, closeness: answer.closeness, ids: idsOf(answer) }).toEqual({
      typed,
      closeness: 'similar',
      ids: [id],
    });
  }
  expect(matches(documentsOf(await find('dreging'))[0]?.pages[0]?.text ?? [])).toEqual(['dredging']);
  // As they were typed, they win.
  expect((await find('wharf')).closeness).toBe('exact');
  expect(await find('xylophone')).toMatchObject({ closeness: 'exact', results: [] });
});

test('S6.3 S6.12 people are found where the reader may see them: admins always, others unless the board hides people', async () => {
  const admin = await signIn(app, context, await makeMember(context, { board, isBoardAdmin: true }));
  const field = { board, name: 'Skills' };
  await makeProfileField(context, { ...field, values: { [member.id]: 'Beekeeping' } });
  await makeProfileField(context, { ...field, visibility: 'admins', values: { [member.id]: 'Allergies' } });
  const gone = await makeMember(context, { board, lastName: 'Formerly', status: 'inactive' });
  const found = await find('beekeep');
  expect(found.results).toMatchObject([{ itemType: 'people', id: member.id, excerpt: { label: 'Skills' } }]);
  expect((await find('allergies')).counts.people).toBe(0);
  expect((await find('formerly')).counts.people).toBe(0);
  expect(idsOf(await find('allergies', {}, admin))).toEqual([member.id]);
  expect(idsOf(await find('formerly', {}, admin))).toEqual([gone.id]);
  // By address, but not a former member's; a phrase stands as it is written.
  expect(idsOf(await find(member.email))).toEqual([member.id]);
  expect((await find(gone.email, {}, admin)).counts.people).toBe(0);
  expect(idsOf(await find('"rosa example"', { itemType: 'people' }))).toContain(member.id);
  expect((await find('"example rosa"')).counts.people).toBe(0);
  await inBoard(context, board.id, (tx) =>
    tx.updateTable('boards').set({ people_hidden: true }).where('id', '=', board.id).execute(),
  );
  for (const itemType of ['everything', 'people']) {
    expect((await find('example rosa', { itemType })).counts.people).toBe(0);
    expect((await find('rosaa', { itemType })).results).toEqual([]);
    expect(idsOf(await find('example rosa', { itemType }, admin))).toContain(member.id);
  }
});

test('profiles that together have more words than PostgreSQL takes of one text are searched as far as it does', async () => {
  const joined = await asSuperuser(context, (client) =>
    client.query<{ words: number }>(
      `select length(search_joined(each.words order by nth))::int as words
       from generate_series(1, 8) nth cross join lateral (
         select search_vector($1, string_agg(md5(nth || '-' || n), ' ')) as words from generate_series(1, 5000) n
       ) each`,
      [board.id],
    ),
  );
  expect(joined.rows[0]?.words).toBeGreaterThan(5_000);
  expect(joined.rows[0]?.words).toBeLessThan(40_000);
});

test('a type is read page by page; of everything the first of each are shown', async () => {
  const titles = Array.from({ length: 23 }, (_, nth) => `Minutes ${nth + 1}`);
  const starts = (nth: number): string => new Date(Date.UTC(2027, 0, nth + 1)).toISOString();
  for (const [nth, title] of titles.entries()) await makeMeeting(context, { board, title, startsAt: starts(nth) });
  expect(await find('minutes')).toMatchObject({ counts: { meetings: 23 }, next: null });
  expect((await find('minutes')).results).toHaveLength(5);
  const first = await find('minutes', { itemType: 'meetings' });
  const second = await find('minutes', { itemType: 'meetings', skip: first.next });
  expect([first.results.length, first.next, second.results.length, second.next]).toEqual([20, 20, 3, null]);
  const shown = [...first.results, ...second.results].map((result) => plain(result.title));
  expect(shown).toEqual(titles.toReversed());
});

test('what is purged leaves no word behind', async () => {
  const category = await makeCategory(context, { board });
  const paper = await makeDocument(context, { category, pages: ['Secretly dredging quickly'] });
  await makeDocument(context, { category, pages: ['Dredging again'] });
  const words = () =>
    inBoard(context, board.id, async (tx) =>
      (await tx.selectFrom('vocabulary').select('word').orderBy('word').execute()).map(({ word }) => word),
    );
  expect(await words()).toEqual(['again', 'dredging', 'paper', 'quickly', 'secretly']);
  await inBoard(context, board.id, (tx) => tx.deleteFrom('documents').where('id', '=', paper.id).execute());
  expect(await words()).toEqual(['again', 'dredging', 'paper']);
});

test('a page of the oddest words is searched like any other', async () => {
  const category = await makeCategory(context, { board });
  const wild = `${Array.from({ length: 60_000 }, (_, nth) => String.fromCodePoint(0x4e00 + (nth % 20_000))).join(' ')} `;
  const paper = await makeDocument(context, { category, pages: [`Anchorage ${wild}`.slice(0, 200_000)] });
  expect(idsOf(await find('anchorage'))).toEqual([paper.id]);
});

test('action items are found among the meetings, by title and notes, titles first, page by page', async () => {
  const meeting = await makeMeeting(context, { board, title: 'October meeting' });
  const give = (title: string, given: object = {}) =>
    makeActionItem(context, { boardId: board.id, owner: member, title, ...given });
  const ofMeeting = await give('Renew the boiler lease', { meetingId: meeting.id, state: 'done' });
  const ofBoard = await give('Ask three firms', { notes: 'For the boiler, by letter.' });
  const { counts, results } = await find('boiler');
  expect(counts).toEqual({ meetings: 2, announcements: 0, people: 0, documents: 0 });
  expect(results).toMatchObject([
    { itemType: 'action-items', id: ofMeeting.id, state: 'done', place: 'October meeting', excerpt: null },
    { itemType: 'action-items', id: ofBoard.id, state: 'open', due_on: '2026-12-08', place: '' },
  ]);
  const [, second] = results;
  expect(second?.itemType === 'action-items' && second.excerpt?.label).toBe('Notes');
  expect(second?.itemType === 'action-items' && matches(second.excerpt?.text ?? [])).toEqual(['boiler']);
  // With a slip.
  expect((await find('boilr')).closeness).toBe('similar');
  for (let nth = 0; nth < 24; nth += 1) await give(`Sweep chimney ${nth}`);
  const pages = [await find('chimney', { itemType: 'meetings' })];
  expect(pages[0]).toMatchObject({ counts: { meetings: 24 }, next: 20 });
  pages.push(await find('chimney', { itemType: 'meetings', skip: 20 }));
  expect(new Set(pages.flatMap(idsOf)).size).toBe(24);
});

test('motions and written resolutions are found among the meetings, by who sees them', async () => {
  const meeting = await makeMeeting(context, { board, title: 'November meeting' });
  const item = await makeAgendaItem(context, { meeting });
  const text = `That the orchard be fenced.\n${'As the survey asks. '.repeat(20)}The gardener is told.`;
  const motion = await makeMotion(context, { meeting, item, mover: member, text });
  const written = await makeWritten(context, {
    ...{ boardId: board.id, by: member, title: 'A fence for the orchard', state: 'circulating' as const },
  });
  const { counts, results } = await find('orchard');
  expect(counts.meetings).toBe(2);
  expect(new Set(results.map(({ id }) => id))).toEqual(new Set([motion.id, written.id]));
  const [further] = (await find('gardener')).results;
  expect(further).toMatchObject({ itemType: 'motions', state: 'proposed', meeting: { title: 'November meeting' } });
  expect(further?.itemType === 'motions' && matches(further.excerpt?.text ?? [])).toEqual(['gardener']);
  expect((await find('built', { itemType: 'meetings' })).results).toMatchObject([
    { itemType: 'resolutions', state: 'circulating', number: null, place: '' },
  ]);
  await inBoard(context, board.id, (tx) =>
    tx.updateTable('motions').set({ state: 'suggested', suggested_by: null }).where('id', '=', motion.id).execute(),
  );
  expect((await find('gardener')).counts.meetings).toBe(0);
});
