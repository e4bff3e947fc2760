import type pg from 'pg';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import { files, largeBoard, perBoard, readPaperEvery, wordsPerPage } from './sizes.ts';
import { pageText } from './words.ts';

const differentPages = 6_000;

export async function fillPapers(client: pg.Client): Promise<void> {
  await fillPlaces(client);
  await client.query(
    `create temp table at_paper as
     select board, board_id, uuidv7() as id, null::uuid as meeting_id, i.id as agenda_item_id, null::uuid as category_id, null::uuid as folder_id,
       'Paper for item ' || i.k || ' of meeting ' || meeting as title, i.starts_at - interval '9 days' as created_at, n as position
     from at_item i, lateral generate_series(1, case when board = 1 then ${largeBoard.papersOnItems / perBoard.papersOnItems} else 1 end) n
     union all
     select board, board_id, uuidv7(), id, null, null, null, 'Agenda pack ' || k, starts_at - interval '8 days', 1 from at_meeting where k <= ${perBoard.papersOnMeetings}
     union all
     select board, board_id, uuidv7(), null, null, case when inside then null else category_id end, case when inside then folder_id end,
       (array['Minutes','Policy','Report','Budget','Contract','Insurance schedule'])[1 + n % 6] || ' ' || n || ' of ' || 2000 + n % 26, now() - n * interval '30 hours', n * 1024
     from (
       select b.n as board, b.id as board_id, nth as n, p.category_id, p.folder_id, p.k = 1 or nth % 12 > 0 as inside
       from at_board b cross join lateral generate_series(1, case when b.n = 1 then ${largeBoard.papersInLibrary} else ${perBoard.papersInLibrary} end) nth
       join at_place p on p.board_id = b.id and p.k = case when nth <= case when b.n = 1 then ${largeBoard.papersInOneFolder} else ${perBoard.papersInOneFolder} end then 1 else 1 + nth % 36 end
     ) placed`,
  );
  await client.query(
    `insert into documents (id, board_id, meeting_id, agenda_item_id, category_id, folder_id, title, extension, mime_type, position, created_at)
     select id, board_id, meeting_id, agenda_item_id, category_id, folder_id, title, 'pdf', 'application/pdf', position, created_at from at_paper`,
  );
  await client.query(
    `insert into document_versions (id, board_id, document_id, number, filename, storage_key, byte_size, sha256, page_count, text_read_at, text_complete_at, created_at)
     select v.id, p.board_id, p.id, v.number, 'paper.pdf', 'boards/' || p.board_id || '/documents/' || v.id, 250000, sha256(v.id::text::bytea), 3,
       p.created_at, p.created_at, p.created_at
     from at_paper p, lateral (select uuidv7() as id, n as number from generate_series(1, case when hashtext(p.id::text) % 10 = 0 then 2 else 1 end) n) v`,
  );
  await client.query(
    `update categories c set document_count = t.n from (select category_id, count(*)::int as n from at_paper group by 1) t where t.category_id = c.id`,
  );
  await client.query(
    `update folders f set document_count = t.n from (select folder_id, count(*)::int as n from at_paper group by 1) t where t.folder_id = f.id`,
  );
  await client.query(
    `update meetings m set agenda_item_count = i.n, document_count = coalesce(p.n, 0)
     from (select meeting_id, count(*) filter (where depth = 0)::int as n from agenda_items group by 1) i left join (
       select coalesce(p.meeting_id, i.meeting_id) as meeting_id, count(*)::int as n from at_paper p left join agenda_items i on i.id = p.agenda_item_id group by 1
     ) p on p.meeting_id = i.meeting_id
     where i.meeting_id = m.id`,
  );
  await fillTexts(client);
}

async function fillPlaces(client: pg.Client): Promise<void> {
  const { categories, foldersPerCategory: folders } = perBoard;
  await client.query(
    `create temp table at_category as select b.n as board, b.id as board_id, k, uuidv7() as id, uuidv7() as audience_id from at_board b, generate_series(1, ${categories}) k`,
  );
  await client.query(
    'insert into audiences (id, board_id, whole_board) select audience_id, board_id, k < 3 from at_category',
  );
  await client.query(
    `insert into audience_groups (board_id, audience_id, group_id) select c.board_id, c.audience_id, g.id from at_category c join at_group g on g.board_id = c.board_id where c.k = 3 and g.k <= 2`,
  );
  await client.query(
    `insert into categories (id, board_id, name, description, position, audience_id)
     select id, board_id, (array['Governance','Policies','Finance archive'])[k], 'What the board keeps at hand', k * 1024, audience_id from at_category`,
  );
  await client.query(
    `create temp table at_place as
     select c.board_id, c.id as category_id, (c.k - 1) * ${folders} + n as k, n, uuidv7() as folder_id from at_category c, generate_series(1, ${folders}) n`,
  );
  await client.query(
    `insert into folders (id, board_id, category_id, parent_id, path, name, position)
     select f.folder_id, f.board_id, f.category_id, top.folder_id, array_remove(array[top.folder_id, f.folder_id], null), 'Folder ' || f.n, f.n * 1024
     from at_place f left join at_place top on top.category_id = f.category_id and f.n > 8 and top.n = f.n - 8`,
  );
}

async function fillTexts(client: pg.Client): Promise<void> {
  const random = seededNumbers(1);
  const pages = Array.from({ length: differentPages }, () => pageText(random, wordsPerPage));
  await client.query(
    'create temp table at_page as select n, text from unnest($1::text[]) with ordinality page (text, n)',
    [pages],
  );
  await client.query('create index on at_page (n)');
  await client.query('analyze at_page');
  await client.query(
    `insert into document_texts (board_id, version_id, page, text)
     select v.board_id, v.id, nth, page.text
     from document_versions v join at_board b on b.id = v.board_id
     cross join lateral generate_series(1, case when b.n = 1 then ${largeBoard.pagesPerPaper} else 1 end) nth
     join at_page page on page.n = 1 + (hashtext(v.id::text) & 2147483647) % ${differentPages - 3} + nth
     where v.number = 1 and (b.n = 1 or (hashtext(v.document_id::text) & 2147483647) % ${readPaperEvery} = 0)`,
  );
  await client.query(
    `insert into vocabulary (board_id, word) select distinct t.board_id, substr(w.lexeme, 7)
     from document_texts t, unnest(tsvector_to_array(t.words)) w (lexeme)`,
  );
  await client.query('select index_documents(array(select id from documents))');
}

export async function markFiles(
  client: pg.Client,
): Promise<readonly { readonly key: string; readonly bytes: number }[]> {
  const { rows } = await client.query<{ key: string; bytes: number }>(
    `with chosen as (
       select p.id, row_number() over (order by p.board, p.id) as nth
       from (select distinct on (p.board) p.board, p.id from at_paper p join at_category c on c.id = p.category_id and c.k = 2
         where p.board between 2 and $1::int + $3::int + 1 order by p.board, p.id) p
     )
     update document_versions v set byte_size = case when c.nth <= $1 then $2::bigint else $4 end
     from chosen c where v.document_id = c.id returning v.storage_key as key, v.byte_size::int as bytes`,
    [files.downloads, files.downloadBytes, files.large, files.largeBytes],
  );
  return rows;
}
