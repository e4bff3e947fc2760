import type pg from 'pg';
import { perBoard } from './sizes.ts';

const { meetings, itemsPerMeeting } = perBoard;

export async function fillMeetings(client: pg.Client): Promise<void> {
  await client.query(
    `create temp table at_meeting as
     select b.n as board, b.id as board_id, k, uuidv7() as id, uuidv7() as audience_id, k % 5 < 3 as whole,
       case when k = 49 then 'finding-date' when k = 50 then 'draft' when k = 10 then 'cancelled' else 'published' end as state,
       date_trunc('hour', now()) + (case when k <= 45 then -8 * k else (k - 45) * 10 end) * interval '1 day' as starts_at
     from at_board b, generate_series(1, ${meetings}) k`,
  );
  await client.query(
    'insert into audiences (id, board_id, whole_board) select audience_id, board_id, whole from at_meeting',
  );
  await client.query(
    `insert into audience_groups (board_id, audience_id, group_id)
     select m.board_id, m.audience_id, g.id from at_meeting m join at_group g on g.board_id = m.board_id
     where not m.whole and (g.k = 1 + m.k % ${perBoard.groups} or (m.k % 5 = 4 and g.k = 1 + (m.k * 3 + 1) % ${perBoard.groups}))`,
  );
  await client.query(
    `insert into meetings (id, board_id, audience_id, title, type, state, finds_date, starts_at, ends_at, published_at, cancelled_at, location, join_url,
       description, created_at, created_by)
     select m.id, m.board_id, m.audience_id, (array['Board Meeting','Finance Committee','Strategy Day','Annual General Meeting','Audit Committee'])[1 + m.k % 5] || ' ' || m.k,
       'hybrid', m.state, m.state = 'finding-date', m.starts_at, m.starts_at + case when m.state = 'finding-date' then interval '50 hours' else interval '2 hours' end,
       case when m.state <> 'draft' then m.starts_at - interval '30 days' end, case when m.state = 'cancelled' then m.starts_at - interval '3 days' end,
       'Harbour Street Resource Centre, room ' || m.k, 'https://meet.bench.example/' || m.k,
       'Papers are attached to the items. Please read the finance report before the meeting and send questions to the secretary.',
       m.starts_at - interval '30 days', a.id
     from at_meeting m join at_member a on a.board_id = m.board_id and a.k = 1`,
  );
  await client.query(
    `create temp table at_invitee as
     select m.board_id, m.id as meeting_id, m.starts_at, p.id as member_id, p.k, m.k as meeting
     from at_meeting m join at_member p on p.board_id = m.board_id and not p.inactive
     where m.state <> 'draft' and (m.whole or exists (
       select from audience_groups ag join group_members gm on gm.board_id = ag.board_id and gm.group_id = ag.group_id
       where ag.board_id = m.board_id and ag.audience_id = m.audience_id and gm.member_id = p.id))`,
  );
  await client.query(
    `insert into invitees (board_id, meeting_id, member_id, acceptance, answered_at, attendance, last_visited_at)
     select board_id, meeting_id, member_id,
       case when meeting = 49 or (meeting + k) % 5 = 0 or (meeting > 45 and (meeting + k) % 2 = 0) then 'none'
         else (array['accepted-remote','accepted-in-person','accepted-in-person','declined'])[1 + (meeting + k) % 4] end,
       case when meeting <> 49 and (meeting + k) % 5 > 0 and (meeting <= 45 or (meeting + k) % 2 > 0) then starts_at - interval '12 days' end,
       case when meeting <= 45 then (meeting + k) % 6 > 0 end, case when (meeting + k) % 3 > 0 then starts_at - interval '6 days' end
     from at_invitee`,
  );
  await client.query(
    `insert into magic_links (board_id, meeting_id, member_id, uid_hash)
     select board_id, meeting_id, member_id, sha256((meeting_id::text || member_id)::bytea) from at_invitee`,
  );
  await client.query(
    `create temp table at_item as select m.board, m.board_id, m.id as meeting_id, m.k as meeting, m.starts_at, nth as k, uuidv7() as id
     from at_meeting m, generate_series(1, ${itemsPerMeeting}) nth`,
  );
  await client.query(
    `insert into agenda_items (id, board_id, meeting_id, position, title, description, presenter, minutes, depth)
     select id, board_id, meeting_id, k, (array['Welcome','Minutes of the last meeting','Finance report','Risk register','Buildings and estates','Any other business'])[k],
       case when k > 2 then 'The committee has looked at this in its last meeting and recommends that the board agrees.' else '' end,
       'Thomas McKenna', 5 * k, case when k = 4 then 1 else 0 end
     from at_item`,
  );
  await client.query(
    `insert into date_options (board_id, meeting_id, starts_at, ends_at)
     select board_id, id, starts_at + day * interval '24 hours', starts_at + day * interval '24 hours' + interval '2 hours'
     from at_meeting, generate_series(0, 2) day where state = 'finding-date'`,
  );
  await client.query(
    `insert into date_answers (board_id, meeting_id, option_id, member_id, answer)
     select i.board_id, i.meeting_id, o.id, i.member_id, (array['yes','if-need-be','no'])[1 + i.k % 3]
     from at_invitee i join date_options o on o.board_id = i.board_id and o.meeting_id = i.meeting_id where i.k % 3 > 0`,
  );
  await fillPolls(client);
}

async function fillPolls(client: pg.Client): Promise<void> {
  await client.query(
    `create temp table at_poll as select m.board_id, m.id as meeting_id, m.k, uuidv7() as id from at_meeting m where m.k in (1, 2, 46)`,
  );
  await client.query(
    `insert into polls (id, board_id, meeting_id, question, choice, is_anonymous, results, closed_at)
     select id, board_id, meeting_id, 'Shall the board agree the budget?', 'single', false, 'after-answering', case when k < 46 then now() end from at_poll`,
  );
  await client.query(
    `insert into poll_options (board_id, poll_id, position, text) select board_id, id, n, (array['Yes','No','Abstain'])[n] from at_poll, generate_series(1, 3) n`,
  );
  await client.query(
    `insert into poll_responses (board_id, poll_id, member_id) select p.board_id, p.id, m.id from at_poll p join at_member m on m.board_id = p.board_id and not m.inactive where m.k % 4 > 0`,
  );
  await client.query(
    `insert into poll_choices (board_id, poll_id, option_id, member_id)
     select r.board_id, r.poll_id, o.id, r.member_id from poll_responses r join at_member m on m.board_id = r.board_id and m.id = r.member_id
     join poll_options o on o.board_id = r.board_id and o.poll_id = r.poll_id and o.position = 1 + m.k % 3`,
  );
}
