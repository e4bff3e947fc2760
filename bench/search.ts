// Prints what a search costs on one board that holds 10,000 documents with text, in an installation of 100,000: as an admin, who
// sees all, and as a member, for whom each audience is asked. `npm run bench:search`; needs a build (`npm run build`). Asserts nothing.
import { type Installation, openInstallation, type Signed } from '#tests/support/installation.ts';
import { startRunningServer } from '#tests/support/running-server.ts';

const boards = 181;
/** Of every board but the first, which has so many times more. */
const documentsOfBoard = 500;
const documentsOfFirst = 10_000;
const pagesOfFirst = 3;
const wordsOfPage = 100;
const runs = 60;

/** What is typed, and what it stands for. */
const searches = {
  'floor: nothing typed, so nothing run': ' ',
  'one word, on 1 page of 300': 'word40x',
  'a word of every fourth page': 'common3x',
  'a word of every title': 'minutes',
  'two words': 'word40x common3x',
  'four words': 'common1x common2x common3x minutes',
  'the first two letters': 'co',
  'a phrase of two words on every page': '"common1x common2x"',
  'a phrase of three words on every page': '"of every page"',
  'a phrase of four words on every page': '"common2x of every page"',
  'with a slip': 'anchoragge',
  nothing: 'qqqqqqqq',
};

const server = await startRunningServer();
try {
  const installation = await openInstallation(server);
  const member = await installation.join('Rosa', 'Example');
  const begun = performance.now();
  const boardId = await fill(installation);
  console.log(`filled in ${Math.round((performance.now() - begun) / 1000)} s`);
  console.table(
    await installation.sql(
      `select (select count(*)::int from documents) as documents, (select count(*)::int from document_texts) as pages,
      (select count(*)::int from documents where board_id = $1) as "documents of the first board",
      (select count(*)::int from document_texts where board_id = $1) as "its pages",
      (select count(*)::int from vocabulary where board_id = $1) as "its words",
      pg_size_pretty(pg_total_relation_size('document_texts')) as "texts with index",
      pg_size_pretty(pg_total_relation_size('document_words')) as "words with index"`,
      [boardId],
    ),
  );
  for (const [name, who] of [
    ['admin', installation.admin],
    ['member', member],
  ] as const)
    await measure(name, who);
  await printPlans(installation, boardId);
} finally {
  await server.stop();
}

async function measure(name: string, { client }: Signed): Promise<void> {
  const table: Record<string, object> = {};
  for (const [what, searchString] of Object.entries(searches)) {
    const times: number[] = [];
    let counts = {};
    for (let run = 0; run < runs; run += 1) {
      const begun = performance.now();
      const { json } = await client.call('POST', '/search', { itemType: 'everything', searchString });
      times.push(performance.now() - begun);
      counts = json.data.counts;
    }
    table[what] = { ...spread(times), ...counts };
  }
  console.log(`\n${name}`);
  console.table(table);
}

/** Answers the id of the large board. */
async function fill({ sql }: Installation): Promise<string> {
  const written = ['documents', 'document_versions', 'document_texts'];
  for (const table of written) await sql(`alter table ${table} disable trigger user`);
  const [first] = await sql('select id from boards');
  const id = String(first?.id);
  await sql(
    `with made as (
       insert into boards (shortname, title, time_zone) select 'bench-' || n, 'Bench ' || n, 'UTC' from generate_series(1, $1::int) n returning id
     ) select count(*) from made`,
    [boards - 1],
  );
  // Three committees; of the meetings, every second is for all, the others for one of them.
  await sql(`insert into groups (board_id, name) select $1, 'Committee ' || n from generate_series(1, 3) n`, [id]);
  await sql(
    `insert into group_members (board_id, group_id, member_id) select g.board_id, g.id, m.id from groups g
     join members m on m.board_id = g.board_id and not m.is_board_admin where g.name = 'Committee 1'`,
  );
  await sql(
    `with audience as (
       insert into audiences (id, board_id, whole_board) select uuidv7(), b.id, n % 2 = 0
       from boards b, generate_series(1, case when b.id = $1 then 200 else 10 end) n returning id, board_id, whole_board
     ), named as (
       insert into audience_groups (board_id, audience_id, group_id)
       select a.board_id, a.id, (select g.id from groups g where g.board_id = a.board_id order by md5(a.id::text || g.id::text) limit 1)
       from audience a where not a.whole_board and a.board_id = $1
     )
     insert into meetings (board_id, audience_id, title, type, state, starts_at, ends_at, published_at, description)
     select board_id, id, 'Board Meeting of ' || left(id::text, 8), 'hybrid', 'published', now() - random() * interval '900 days', now(), now(), 'Papers follow. common1x'
     from audience`,
    [id],
  );
  await sql('update meetings set ends_at = starts_at + interval $$2 hours$$');
  await sql(
    `insert into documents (board_id, meeting_id, title, extension, mime_type, created_at)
     select m.board_id, m.id, 'Minutes ' || n || ' of word' || (n % 300) || 'x', 'pdf', 'application/pdf', now() - n * interval '1 hour'
     from (select *, row_number() over (partition by board_id order by id) - 1 as nth, count(*) over (partition by board_id) as count from meetings) m
     cross join lateral generate_series(1, (case when m.board_id = $1 then $2::int else $3::int end) / m.count::int) n`,
    [id, documentsOfFirst, documentsOfBoard],
  );
  await sql(
    `insert into document_versions (board_id, document_id, number, filename, storage_key, byte_size, sha256, page_count)
     select board_id, id, 1, 'a.pdf', 'bench/' || id, 1000, sha256('a'), 3 from documents`,
  );
  // Indexed at the end, as a restored backup is.
  await sql('drop index document_texts_words, document_words_whole');
  await sql(
    `insert into document_texts (board_id, version_id, page, text)
     select v.board_id, v.id, page, 'common1x common2x. ' || case when (hashtext(v.id::text) + page) % 4 = 0 then 'common3x ' else '' end ||
       case when (hashtext(v.id::text) + page) % 1000 = 0 then 'The anchorage. ' else '' end ||
       'Of every page. ' || (select string_agg('word' || (abs(hashtext(v.id::text || page || n)) % case when n < 20 then 300 else 20000 end) || 'x', ' ') from generate_series(1, $3::int) n)
     from document_versions v, generate_series(1, case when v.board_id = $1 then $2::int else 1 end) page`,
    [id, pagesOfFirst, wordsOfPage],
  );
  await sql('create index document_texts_words on document_texts using gin (words) with (fastupdate = off)');
  await sql('select index_documents(array(select id from documents))');
  await sql(
    'create index document_words_whole on document_words using gin (words) with (fastupdate = off) where is_whole',
  );
  await sql(
    `insert into vocabulary (board_id, word) select distinct t.board_id, substr(w, 7) from document_texts t, unnest(tsvector_to_array(t.words)) w where t.board_id = $1`,
    [id],
  );
  for (const table of written) await sql(`alter table ${table} enable trigger user`);
  await sql('analyze');
  return id;
}

async function printPlans({ sql }: Installation, boardId: string): Promise<void> {
  for (const type of ['documents', 'meetings']) {
    const [source] = await sql(`select prosrc from pg_proc where proname = $1`, [`search_${type}`]);
    const body = String(source?.prosrc).replaceAll(
      'wanted',
      `array[to_tsquery('simple', search_board('${boardId}') || 'common3x'), to_tsquery('simple', search_board('${boardId}') || 'word40x')]`,
    );
    const rows = await sql(
      `explain (analyze, buffers) ${body.replaceAll('public.current_board_id()', `'${boardId}'::uuid`)}`,
    );
    console.log(`\ngate.search_${type}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`);
  }
}

function spread(times: readonly number[]) {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number): number => Math.round((sorted[Math.floor((sorted.length - 1) * part)] ?? 0) * 10) / 10;
  return { 'median ms': at(0.5), 'p95 ms': at(0.95) };
}
