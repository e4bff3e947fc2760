// Prints what the reports of a large board cost: 500 members, 200 meetings to which all are invited, 100,000 openings of 2,000
// documents, 50,000 sign-ins; the answers, the files, and the plans of the queries that read most.
// `npm run bench:reports`. Asserts nothing.
import { type Installation, openInstallation } from '#tests/support/installation.ts';
import { startRunningServer } from '#tests/support/running-server.ts';

const peopleCount = 500;
const meetingCount = 200;
const documentCount = 2_000;
const openingCount = 100_000;
const signInCount = 50_000;
const runs = 5;

const isOpening = `action in ('document.opened', 'document.downloaded')`;
/** What server/features/reports asks. */
const plans = {
  invitations: `select meeting_id, member_id, acceptance, answered_at, attendance from invitees
    where board_id = $1 and meeting_id = any (array(
      select id from meetings where board_id = $1 and deleted_at is null and state = 'published' and starts_at <= now()
      order by starts_at desc, id desc limit 501)) limit 500000`,
  openings: `select subject_id, count(*), max(at) from audit_entries where board_id = $1 and ${isOpening}
    and at >= now() - interval '1 year' group by subject_id`,
  readers: `select subject_id, member_id, count(*), min(at), max(at) from audit_entries where board_id = $1 and ${isOpening}
    and subject_id = any (array(select id from documents where board_id = $1 order by id limit 50)) group by subject_id, member_id`,
  file: `select subject_id, member_id, at from audit_entries where board_id = $1 and ${isOpening} order by at desc, id desc limit 200000`,
  'sign-ins': `select member_id, count(*), max(at) from sign_ins where board_id = $1 and at >= now() - interval '1 year'
    group by member_id`,
};

const server = await startRunningServer();
try {
  const installation = await openInstallation(server);
  await fill(installation);
  const [{ id: boardId }] = (await installation.sql(`select id from boards where shortname = 'harbour'`)) as [
    { readonly id: string },
  ];
  const { client } = installation.admin;
  const year = `from=${new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10)}`;
  const addresses = [
    ...['attendance', 'answers', 'documents', 'people', 'sign-ins'].flatMap((report) => [
      `/ajax/reports/${report}?${year}`,
      `/ajax/reports/${report}`,
    ]),
    ...['attendance', 'answers', 'documents', 'sign-ins'].map(
      (report) => `/ajax/reports/csv/${report}?board=${boardId}`,
    ),
  ];
  const table: Record<string, object> = {};
  for (const address of addresses) {
    const times: number[] = [];
    let bytes = 0;
    for (let run = 0; run < runs; run += 1) {
      const begun = performance.now();
      const answer = await client.raw('GET', address, { headers: { 'x-board': boardId } });
      bytes = (await answer.arrayBuffer()).byteLength;
      times.push(performance.now() - begun);
    }
    times.sort((one, other) => one - other);
    table[address.replace(boardId, '…')] = {
      ...{ 'median ms': Math.round(times[Math.floor(runs / 2)] ?? 0), 'worst ms': Math.round(times.at(-1) ?? 0) },
      kilobytes: Math.round(bytes / 1024),
    };
  }
  console.table(table);
  for (const [what, query] of Object.entries(plans)) {
    const rows = await installation.sql(`explain (analyze, buffers) ${query}`, [boardId]);
    console.log(`\n${what}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`);
  }
} finally {
  await server.stop();
}

async function fill({ sql }: Installation): Promise<void> {
  const board = `(select id from boards where shortname = 'harbour')`;
  await sql(
    `with people as (
       insert into users (email, first_name, last_name, password_hash)
       select 'person' || n || '@harbour.example', 'First' || n, 'Last' || n, 'no password' from generate_series(2, $1::int) n
       returning id
     )
     insert into members (board_id, user_id, status, slug, created_at)
     select ${board}, id, 'active', 'person-' || right(id::text, 12), now() - interval '4 years' from people`,
    [peopleCount],
  );
  await sql(
    `with made as (
       insert into audiences (board_id, whole_board) select ${board}, true from generate_series(0, $1::int) returning id
     ), audience as (select id, row_number() over () as n from made limit $1::int)
     insert into meetings (board_id, audience_id, title, type, state, starts_at, ends_at, published_at, asked_at)
     select ${board}, id, 'Meeting ' || n, 'hybrid', 'published', at, at + interval '2 hours', at, at
     from audience, lateral (select now() - n * interval '6 days' as at) held`,
    [meetingCount],
  );
  await sql(
    `insert into invitees (board_id, meeting_id, member_id, acceptance, answered_at, attendance)
     select m.board_id, meeting.id, m.id, (array['accepted-remote', 'accepted-in-person', 'declined'])[1 + floor(random() * 3)::int],
       meeting.starts_at - random() * interval '20 days', random() < 0.8
     from members m join meetings meeting on meeting.board_id = m.board_id`,
  );
  await sql(
    `with category as (
       insert into categories (board_id, name, position, audience_id)
       select ${board}, 'Papers', 1024, id from audiences
       where board_id = ${board} and id not in (select audience_id from meetings) limit 1 returning id
     )
     insert into documents (board_id, category_id, title, extension, mime_type, created_at)
     select ${board}, category.id, 'Paper ' || n, 'pdf', 'application/pdf', now() - random() * interval '3 years'
     from category, generate_series(1, $1::int) n`,
    [documentCount],
  );
  await sql(
    `with people as (select array_agg(id) as ids from members), papers as (select array_agg(id) as ids from documents)
     insert into audit_entries (board_id, member_id, action, subject_kind, subject_id, at)
     select ${board}, people.ids[1 + floor(random() * ${peopleCount})::int], 'document.opened', 'document',
       papers.ids[1 + floor(random() * ${documentCount})::int], now() - random() * interval '3 years'
     from people, papers, generate_series(1, $1::int)`,
    [openingCount],
  );
  // As much again of what else a log holds.
  await sql(
    `insert into audit_entries (board_id, member_id, action, subject_kind, subject_id, at)
     select board_id, member_id, 'meeting.updated', 'meeting', subject_id, at from audit_entries`,
  );
  await sql(
    `with people as (select array_agg(id) as ids from members)
     insert into sign_ins (board_id, session_id, member_id, at)
     select ${board}, gen_random_uuid(), people.ids[1 + floor(random() * ${peopleCount})::int], now() - random() * interval '3 years'
     from people, generate_series(1, $1::int)`,
    [signInCount],
  );
  await sql('vacuum analyze');
}
