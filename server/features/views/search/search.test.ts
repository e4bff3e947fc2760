import { expect, test } from 'vitest';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { HighlightedText, SearchResult, search } from '#contract/search.ts';
import { unspaced } from '#domain/find-in-text.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import { makeMotion } from '#tests/support/motions.ts';
import { makeWritten } from '#tests/support/resolutions.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, member, admin, reader, setBoard } = boardStage(server, {
  member: { firstName: 'Rosa', lastName: 'Example' },
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

const lockMeetings = ['begin', 'lock table meetings in access exclusive mode'];

test('a member’s searches run one at a time, and at most ten can wait', async () => {
  const greedy = await server.signIn(await server.make.member({ board }));
  await server.make.meeting({ board, title: 'Boiler review' });
  const ask = () => greedy.post('/search', { itemType: 'everything', searchString: 'boiler' });
  let searches: Promise<Awaited<ReturnType<typeof ask>>[]> = Promise.resolve([]);
  await server.asSuperuser(async (client) => {
    for (const statement of lockMeetings) await client.query(statement);
    searches = Promise.all(Array.from({ length: 25 }, ask));
    const waits = `
      select count(*)::int as count from pg_locks lock join pg_database database on database.oid = lock.database
      where not lock.granted and lock.relation = 'meetings'::regclass and database.datname = current_database()
    `;
    const waiting = async (): Promise<number> => (await client.query<{ count: number }>(waits)).rows[0]?.count ?? 0;
    await expect.poll(waiting, { timeout: 4_000 }).toBe(1);
    expect((await reader.get('/ajax/people')).status).toBe(200);
    expect([await waiting(), server.context.pool.waitingCount]).toEqual([1, 0]);
    await client.query('commit');
  });
  const statuses = (await searches).map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array(11).fill(200), ...Array(14).fill(429)]);
});

test('a search that takes too long is aborted, and the next search runs', async () => {
  const ask = () => reader.post('/search', { itemType: 'everything', searchString: 'boiler' });
  await server.asSuperuser(async (client) => {
    for (const statement of lockMeetings) await client.query(statement);
    expect((await ask()).status).toBe(503);
    await client.query('rollback');
  });
  expect((await ask()).status).toBe(200);
}, 20_000);

test('a search returns its results grouped by type, with a count for each type', async () => {
  const meeting = await server.make.meeting({ board, title: 'Boiler review' });
  const news = await server.make.announcement({ board, title: 'The boiler is back' });
  const person = await server.make.member({ board, firstName: 'Bo', lastName: 'Boilerson' });
  const paper = await server.make.document({ meeting, title: 'Boiler costs.pdf' });
  await server.make.meeting({ board, title: 'Something else' });
  const answer = await find('boiler');
  const counts = { meetings: 1, announcements: 1, people: 1, documents: 1 };
  expect(answer).toMatchObject({ counts, closeness: 'exact', next: null });
  expect(idsOf(answer)).toEqual([meeting.id, news.id, person.id, paper.id]);
  const meetings = await find('boiler', { itemType: 'meetings' });
  expect(meetings.counts).toEqual(counts);
  expect(idsOf(meetings)).toEqual([meeting.id]);
});

test('a search without letters or digits finds nothing', async () => {
  await server.make.meeting({ board });
  const counts = { meetings: 0, announcements: 0, people: 0, documents: 0 };
  for (const searchString of ['', '  \n', '"" – &', '\u0000'])
    expect(await find(searchString)).toEqual({ counts, closeness: 'exact', results: [], next: null });
});

test.each([
  ['one word', 'wharf', true],
  ['the beginning of a word', 'appr', true],
  ['every word, in any order', 'appraisal wharf', true],
  ['a word that is not there', 'wharf harbour', false],
  ['a different case', 'WHARF', true],
  ['without accents', 'resume cafe', true],
  ['with accents that are not there', 'whärf', true],
  ['letters that are not accented forms', 'sorensen strasse', true],
  ['a phrase', '"wharf road"', true],
  ['a phrase in another order', '"road wharf"', false],
  ['a phrase that ends within a word', '"wharf roa"', false],
  ['numbers and signs', '2026–27 £74', true],
  ['signs between words', 'road/appraisal', true],
  ['an address', 'ann@example.org', true],
  ['the end of a word', 'raisal', false],
])('%s: a search for “%s” finds an exact match (expected: %s)', async (_name, searchString, isFound) => {
  const description = 'Résumé by Søren Sørensen at the Café in Große Straße, 2026-27, £74k. Write to ann@example.org.';
  const meeting = await server.make.meeting({ board, title: 'Wharf Road: appraisal', description });
  const answer = await find(searchString);
  const exact = answer.closeness === 'exact' ? idsOf(answer) : [];
  expect(exact).toEqual(isFound ? [meeting.id] : []);
});

const minutesInChinese = '第三届董事\n会第3次会议纪要。出席：经理。事务';
const minutesInThai = 'รายงานการประชุมใหญ่สามัญ เสื้อ';
test.each([
  ['董事会', minutesInChinese, ['董事\n会']],
  ['届董事会第', minutesInChinese, ['届董事\n会第']],
  ['第3次', minutesInChinese, ['第3次']],
  ['纪', minutesInChinese, ['纪']],
  ['"会议"', minutesInChinese, ['会议']],
  ['"议"', minutesInChinese, ['议']],
  ['会议 董事', minutesInChinese, ['董事', '会议']],
  ['事董会', minutesInChinese, null],
  ['会董事', minutesInChinese, null],
  ['理事', minutesInChinese, null],
  ['取締役', '令和8年度臨時取締役会ﾃﾞｰﾀ', ['取締役']],
  ['データ', '令和8年度臨時取締役会ﾃﾞｰﾀ', ['ﾃﾞｰﾀ']],
  ['役取締', '令和8年度臨時取締役会ﾃﾞｰﾀ', null],
  ['ประชุม', minutesInThai, ['ประชุม']],
  ['ประชุมใหญ่', minutesInThai, ['ประชุมใหญ่']],
  ['เสือ', minutesInThai, null],
  ['ชุมประ', minutesInThai, null],
  ['ＡＢＣ', 'Report abc', ['abc']],
])('a search for “%s” matches only the same letters in the same order in the text %j', async (typed, text, found) => {
  const meeting = await server.make.meeting({ board, title: text.replaceAll('\n', '') });
  const paper = await server.make.document({ meeting, title: 'Paper.pdf', pages: [text] });
  const answer = await find(typed);
  expect(idsOf(answer)).toEqual(found === null ? [] : [meeting.id, paper.id]);
  if (found === null) return;
  expect(matches(documentsOf(answer)[0]?.pages[0]?.text ?? [])).toEqual(
    found.map((part) => part.replaceAll('\n', ' ')),
  );
  expect(matches(answer.results[0]?.title ?? [])).toEqual(found.map((part) => part.replaceAll('\n', '')));
});

test('names in scripts without spaces are found by a part of the name, and with the family name first', async () => {
  const yamada = await server.make.member({ board, firstName: '太郎', lastName: '山田' });
  const kim = await server.make.member({ board, firstName: '민수', lastName: '김' });
  const somchai = await server.make.member({ board, firstName: 'สมชาย', lastName: 'ใจดี' });
  for (const [typed, ids] of [
    ['山田太郎', [yamada.id]],
    ['太郎', [yamada.id]],
    ['田', [yamada.id]],
    ['田山', []],
    ['김민수', [kim.id]],
    ['ชาย', [somchai.id]],
  ] as const) {
    expect([typed, idsOf(await find(typed, { itemType: 'people' }))]).toEqual([typed, ids]);
  }
});

test('the browser and the database agree on which letters belong to scripts without spaces', async () => {
  const [inDatabase] = await server.sql<{ letters: number[] }>(
    `select array_agg(n order by n) as letters from generate_series(1, 262143) n
     where n not between 55296 and 57343 and chr(n) ~ ('[' || search_unspaced() || ']')`,
    [],
  );
  const pattern = new RegExp(`^[${unspaced}]$`, 'u');
  const inBrowser = Array.from({ length: 262_143 }, (_, at) => at + 1).filter((n) =>
    pattern.test(String.fromCodePoint(n)),
  );
  expect(inDatabase?.letters).toEqual(inBrowser);
});

test('the words of a search may be in different parts of one meeting, but not in different meetings', async () => {
  const meeting = await server.make.meeting({ board, title: 'November meeting', location: 'Maple Court' });
  await server.make.agendaItem({ meeting, title: 'Lease of the boathouse', presenter: 'Thomas McKenna' });
  await server.make.meeting({ board, title: 'December meeting', location: 'Maple Court' });
  const answer = await find('november maple boathouse mckenna');
  expect(idsOf(answer)).toEqual([meeting.id]);
  expect(answer.results[0]).toMatchObject({ itemType: 'meetings', excerpt: { label: 'Location' } });
});

test('text in documents is found page by page, with the words highlighted in an excerpt', async () => {
  const meeting = await server.make.meeting({ board, title: 'Winter meeting' });
  const before = 'Nothing of note. '.repeat(40);
  const pages = ['Cover', '', `${before}The boiler at Maple Court was replaced. ${before}`, 'x', 'Boiler only.'];
  const paper = await server.make.document({ meeting, title: 'Finance report.pdf', pages });
  const [found] = documentsOf(await find('boiler maple'));
  expect(found).toMatchObject({ id: paper.id, home: { kind: 'meeting', id: meeting.id }, home_name: 'Winter meeting' });
  expect(found).toMatchObject({ pages_found: 1, pages: [{ page: 3 }] });
  const [page] = found?.pages ?? [];
  expect(matches(page?.text ?? [])).toEqual(['boiler', 'Maple']);
  expect(plain(page?.text ?? [])).toMatch(/^….+The boiler at Maple Court was replaced\..+…$/);
  expect(plain(page?.text ?? []).length).toBeLessThan(260);
  const [both] = documentsOf(await find('boiler'));
  expect(both).toMatchObject({ pages_found: 2, pages: [{ page: 3 }, { page: 5 }] });
  expect(documentsOf(await find('finance maple'))).toMatchObject([{ id: paper.id, pages: [{ page: 3 }] }]);
});

test('misspelt words are replaced by similar ones if nothing is found, and the response says so', async () => {
  const category = await server.make.category({ board });
  const paper = await server.make.document({ category, title: 'Appraisal.pdf', pages: ['The wharf needs dredging.'] });
  const meeting = await server.make.meeting({ board, title: 'Strategy day' });
  const person = await server.make.member({ board, firstName: 'Sunita', lastName: 'Kowalczyk' });
  for (const [typed, id] of [
    ['apraisal', paper.id],
    ['dreging', paper.id],
    ['warf apraisal', paper.id],
    ['stratgey', meeting.id],
    ['kowalcyzk', person.id],
  ] as const) {
    const answer = await find(typed);
    expect([typed, answer.closeness, idsOf(answer)]).toEqual([typed, 'similar', [id]]);
  }
  expect(matches(documentsOf(await find('dreging'))[0]?.pages[0]?.text ?? [])).toEqual(['dredging']);
  expect((await find('wharf')).closeness).toBe('exact');
  expect(await find('xylophone')).toMatchObject({ closeness: 'exact', results: [] });
});

test('people are found only through fields visible to the reader, and former members only by admins', async () => {
  const field = { board, name: 'Skills' };
  await server.make.profileField({ ...field, values: { [member.id]: 'Beekeeping' } });
  await server.make.profileField({ ...field, visibility: 'admins', values: { [member.id]: 'Allergies' } });
  const gone = await server.make.member({ board, lastName: 'Formerly', status: 'inactive' });
  const found = await find('beekeep');
  expect(found.results).toMatchObject([{ itemType: 'people', id: member.id, excerpt: { label: 'Skills' } }]);
  for (const [typed, ids, idsForAdmin] of [
    ['allergies', [], [member.id]],
    ['formerly', [], [gone.id]],
    [member.email, [member.id], [member.id]],
    [gone.email, [], []],
    ['"rosa example"', [member.id], [member.id]],
    ['"example rosa"', [], []],
  ] as const) {
    const people = [await find(typed, { itemType: 'people' }), await find(typed, { itemType: 'people' }, admin)];
    expect([typed, ...people.map(idsOf)]).toEqual([typed, ids, idsForAdmin]);
  }
  await setBoard({ people_hidden: true });
  for (const itemType of ['everything', 'people']) {
    expect((await find('example rosa', { itemType })).counts.people).toBe(0);
    expect((await find('rosaa', { itemType })).results).toEqual([]);
    expect(idsOf(await find('example rosa', { itemType }, admin))).toContain(member.id);
  }
});

test('the search index of a profile is limited to the size that PostgreSQL allows', async () => {
  const [joined] = await server.sql<{ words: number }>(
    `select length(search_joined(each.words order by nth))::int as words
       from generate_series(1, 8) nth cross join lateral (
         select search_vector($1, string_agg(md5(nth || '-' || n), ' ')) as words from generate_series(1, 5000) n
       ) each`,
    [board.id],
  );
  expect(joined?.words).toBeGreaterThan(5_000);
  expect(joined?.words).toBeLessThan(40_000);
});

test('the results of one type are paged, and a search of everything shows the first results of each type', async () => {
  const titles = Array.from({ length: 23 }, (_, nth) => `Minutes ${nth + 1}`);
  const starts = (nth: number): string => new Date(Date.UTC(2027, 0, nth + 1)).toISOString();
  for (const [nth, title] of titles.entries()) await server.make.meeting({ board, title, startsAt: starts(nth) });
  expect(await find('minutes')).toMatchObject({ counts: { meetings: 23 }, next: null });
  expect((await find('minutes')).results).toHaveLength(5);
  const first = await find('minutes', { itemType: 'meetings' });
  const second = await find('minutes', { itemType: 'meetings', skip: first.next });
  expect([first.results.length, first.next, second.results.length, second.next]).toEqual([20, 20, 3, null]);
  const shown = [...first.results, ...second.results].map((result) => plain(result.title));
  expect(shown).toEqual(titles.toReversed());
});

test('a page with 60,000 different words can be searched', async () => {
  const category = await server.make.category({ board });
  const wild = `${Array.from({ length: 60_000 }, (_, nth) => String.fromCodePoint(0x4e00 + (nth % 20_000))).join(' ')} `;
  const paper = await server.make.document({ category, pages: [`Anchorage ${wild}`.slice(0, 200_000)] });
  expect(idsOf(await find('anchorage'))).toEqual([paper.id]);
});

test('action items are found by title or notes and are listed among the meetings', async () => {
  const meeting = await server.make.meeting({ board, title: 'October meeting' });
  const give = (title: string, given: object = {}) =>
    server.make.actionItem({ boardId: board.id, owner: member, title, ...given });
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
  expect((await find('boilr')).closeness).toBe('similar');
  for (let nth = 0; nth < 24; nth += 1) await give(`Sweep chimney ${nth}`);
  const pages = [await find('chimney', { itemType: 'meetings' })];
  expect(pages[0]).toMatchObject({ counts: { meetings: 24 }, next: 20 });
  pages.push(await find('chimney', { itemType: 'meetings', skip: 20 }));
  expect(new Set(pages.flatMap(idsOf)).size).toBe(24);
});

test('motions and written resolutions are found only by readers who can see them', async () => {
  const meeting = await server.make.meeting({ board, title: 'November meeting' });
  const item = await server.make.agendaItem({ meeting });
  const text = `That the orchard be fenced.\n${'As the survey asks. '.repeat(20)}The gardener is told.`;
  const motion = await makeMotion(server.context, { meeting, item, mover: member, text });
  const resolution = { by: member, title: 'A fence for the orchard', state: 'circulating' } as const;
  const written = await makeWritten(server.context, { boardId: board.id, ...resolution });
  const { counts, results } = await find('orchard');
  expect(counts.meetings).toBe(2);
  expect(new Set(results.map(({ id }) => id))).toEqual(new Set([motion.id, written.id]));
  const [further] = (await find('gardener')).results;
  expect(further).toMatchObject({ itemType: 'motions', state: 'proposed', meeting: { title: 'November meeting' } });
  expect(further?.itemType === 'motions' && matches(further.excerpt?.text ?? [])).toEqual(['gardener']);
  expect((await find('built', { itemType: 'meetings' })).results).toMatchObject([
    { itemType: 'resolutions', state: 'circulating', number: null, place: '' },
  ]);
  await server.sql(`update motions set state = 'suggested', suggested_by = null where id = $1`, [motion.id]);
  expect((await find('gardener')).counts.meetings).toBe(0);
});
