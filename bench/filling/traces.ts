import type pg from 'pg';
import { perBoard } from './sizes.ts';

export async function fillTraces(client: pg.Client): Promise<void> {
  await fillAnnouncements(client);
  await client.query(
    `create temp table at_opening as
     select m.board_id, m.id as member_id, p.id as document_id, n, now() - (n * 31 + m.k) * interval '1 hour' as at
     from at_member m join (select board_id, id, row_number() over (partition by board_id order by id) as nth, count(*) over (partition by board_id) as count from at_paper) p
       on p.board_id = m.board_id
     join lateral generate_series(1, 10) n on p.nth = 1 + (m.k * 37 + n * 13) % p.count
     where not m.inactive`,
  );
  await client.query(
    `insert into recent_documents (board_id, member_id, document_id, opened_at) select board_id, member_id, document_id, max(at) from at_opening group by 1, 2, 3`,
  );
  await client.query(
    `insert into annotations (board_id, version_id, member_id, xfdf)
     select distinct on (v.id, o.member_id) o.board_id, v.id, o.member_id, '<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots></annots></xfdf>' || repeat(' ', 3000)
     from at_opening o join document_versions v on v.board_id = o.board_id and v.document_id = o.document_id where o.n <= 2`,
  );
  await client.query(
    `insert into audit_entries (board_id, member_id, action, subject_kind, subject_id, detail, at)
     select o.board_id, o.member_id, (array['document.opened','document.downloaded','meeting.updated'])[1 + turn % 3],
       case when turn % 3 = 2 then 'meeting' else 'document' end, o.document_id, '{}', o.at - turn * interval '17 hours'
     from at_opening o, generate_series(1, ${Math.round(perBoard.logLines / (10 * (perBoard.members - 1)))}) turn`,
  );
  await client.query(
    `insert into sign_ins (board_id, session_id, member_id, at)
     select board_id, gen_random_uuid(), id, now() - (n * 29 + k) * interval '7 hours' from at_member, generate_series(1, 5) n where not inactive`,
  );
  await client.query(
    `insert into mail_messages (board_id, user_id, member_id, kind, subject_id, queued_at, sent_at)
     select board_id, user_id, id, 'meeting-invitation', null, now() - (n * 5 + k) * interval '6 hours', now() - (n * 5 + k) * interval '6 hours'
     from at_member, generate_series(1, ${Math.round(perBoard.mails / (perBoard.members - 1))}) n where not inactive`,
  );
}

async function fillAnnouncements(client: pg.Client): Promise<void> {
  await client.query(
    `create temp table at_announcement as select b.n as board, b.id as board_id, k, uuidv7() as id, uuidv7() as audience_id from at_board b, generate_series(1, ${perBoard.announcements}) k`,
  );
  await client.query(
    'insert into audiences (id, board_id, whole_board) select audience_id, board_id, k % 4 > 0 from at_announcement',
  );
  await client.query(
    `insert into audience_groups (board_id, audience_id, group_id) select a.board_id, a.audience_id, g.id
     from at_announcement a join at_group g on g.board_id = a.board_id and g.k = 1 + a.k % ${perBoard.groups} where a.k % 4 = 0`,
  );
  await client.query(
    `insert into announcements (id, board_id, audience_id, title, body, body_text, state, publish_on)
     select id, board_id, audience_id, 'Notice ' || k || ' to the board', jsonb_build_object('type', 'doc', 'content', jsonb_build_array(
         jsonb_build_object('type', 'paragraph', 'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', words))))), words,
       case when k = 20 then 'draft' else 'published' end, case when k < 20 then now() - k * interval '13 days' end
     from at_announcement, (values ('Dear members, the papers for the next meeting are out. Please read them before Friday and tell the secretary whether you come.')) body (words)`,
  );
  await client.query(
    `insert into announcement_readers (board_id, announcement_id, member_id, first_opened_at, last_visited_at, mailed_at, uid_hash)
     select a.board_id, a.id, m.id, case when (a.k + m.k) % 3 > 0 then now() - a.k * interval '12 days' end,
       case when (a.k + m.k) % 3 > 0 then now() - a.k * interval '12 days' end, now() - a.k * interval '13 days', sha256((a.id::text || m.id)::bytea)
     from at_announcement a join at_member m on m.board_id = a.board_id and not m.inactive
     where a.k < 20 and (a.k % 4 > 0 or exists (
       select from audience_groups ag join group_members gm on gm.board_id = ag.board_id and gm.group_id = ag.group_id
       where ag.board_id = a.board_id and ag.audience_id = a.audience_id and gm.member_id = m.id))`,
  );
  await client.query(
    `insert into documents (board_id, announcement_id, title, extension, mime_type, is_link, link_url)
     select board_id, id, 'Enclosure ' || k, 'link', 'generic', true, 'https://bench.example/' || k from at_announcement where k <= ${perBoard.papersOnAnnouncements}`,
  );
}
