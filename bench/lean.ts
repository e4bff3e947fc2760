// Each statement returns the data of one call as JSON, without checking sessions, rights or row-level security.

const version = `left join lateral (
  select v.id, v.filename, v.byte_size, v.page_count, v.preview_state, v.created_at from document_versions v
  where v.board_id = d.board_id and v.document_id = d.id order by v.number desc limit 1
) v on true`;
const paper = `json_build_object('id', d.id, 'title', d.title, 'extension', d.extension, 'mime_type', d.mime_type, 'is_link', d.is_link,
  'link_url', d.link_url, 'item', d.agenda_item_id, 'created_at', d.created_at, 'printing_disabled', d.printing_disabled, 'version_id', v.id,
  'filename', v.filename, 'byte_size', v.byte_size, 'page_count', v.page_count, 'preview', v.preview_state, 'uploaded_at', v.created_at)`;

/** $1 is the meeting, $2 the member. */
export const leanMeeting = `select json_build_object(
  'meeting', to_json(t), 'audience', (
    select json_build_object('whole_board', a.whole_board, 'groups', (
      select json_agg(g.name) from audience_groups ag join groups g on g.board_id = ag.board_id and g.id = ag.group_id
      where ag.board_id = a.board_id and ag.audience_id = a.id
    )) from audiences a where a.board_id = t.board_id and a.id = t.audience_id
  ),
  'own', (select to_json(i) from invitees i where i.board_id = t.board_id and i.meeting_id = t.id and i.member_id = $2::uuid),
  'items', (select json_agg(to_json(x) order by x.position) from agenda_items x where x.board_id = t.board_id and x.meeting_id = t.id),
  'documents', (
    select json_agg(${paper} order by d.position, d.created_at, d.id) from documents d ${version}
    where d.board_id = t.board_id and d.deleted_at is null and (d.meeting_id = t.id or d.agenda_item_id = any(array(
      select x.id from agenda_items x where x.board_id = t.board_id and x.meeting_id = t.id
    )))
  ),
  'invitees', (
    select json_agg(json_build_object('id', m.id, 'slug', m.slug, 'first_name', u.first_name, 'last_name', u.last_name, 'img_url', u.img_url,
      'status', m.status, 'acceptance', i.acceptance, 'attendance', i.attendance, 'answered_at', i.answered_at) order by m.id)
    from invitees i join members m on m.board_id = i.board_id and m.id = i.member_id left join users u on u.id = m.user_id
    where i.board_id = t.board_id and i.meeting_id = t.id
  ),
  'guests', (select json_agg(to_json(g)) from meeting_guests g where g.board_id = t.board_id and g.meeting_id = t.id),
  'polls', exists (select from polls p where p.board_id = t.board_id and p.meeting_id = t.id),
  'previous_id', (
    select o.id from meetings o where o.board_id = t.board_id and o.deleted_at is null and o.state <> 'draft'
      and (o.starts_at, o.id) < (t.starts_at, t.id) order by o.starts_at desc, o.id desc limit 1
  ),
  'next_id', (
    select o.id from meetings o where o.board_id = t.board_id and o.deleted_at is null and o.state <> 'draft'
      and (o.starts_at, o.id) > (t.starts_at, t.id) order by o.starts_at, o.id limit 1
  )
)::text as body from meetings t where t.id = $1::uuid`;

/** $1 is the member. */
export const leanStart = `select json_build_object(
  'user', json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'email', u.email, 'img_url', u.img_url,
    'theme', u.theme, 'is_site_admin', u.is_site_admin),
  'boards', (
    select json_agg(json_build_object('id', b.id, 'title', b.title, 'shortname', b.shortname, 'logo_url', b.logo_url,
      'primary_color', b.primary_color, 'time_zone', b.time_zone, 'people_hidden', b.people_hidden, 'suspended_at', b.suspended_at,
      'slug', o.slug, 'is_board_admin', o.is_board_admin) order by lower(b.title), b.id)
    from members o join boards b on b.id = o.board_id where o.user_id = m.user_id and o.status = 'active'
  ),
  'groups', (
    select json_agg(json_build_object('id', g.id, 'name', g.name, 'is_group_admin', gm.is_group_admin) order by lower(g.name), g.id)
    from group_members gm join groups g on g.board_id = gm.board_id and g.id = gm.group_id
    where gm.board_id = m.board_id and gm.member_id = m.id
  ),
  'office', (
    select v.value from profile_fields f join profile_values v on v.board_id = f.board_id and v.field_id = f.id and v.member_id = m.id
    where f.board_id = m.board_id and f.retired_at is null and f.filled_by = 'admin' order by f.position, f.id limit 1
  ),
  'recent', (
    select json_agg(json_build_object('id', d.id, 'title', d.title, 'extension', d.extension, 'mime_type', d.mime_type,
      'is_link', d.is_link, 'meeting_id', d.meeting_id, 'announcement_id', d.announcement_id, 'folder_id', d.folder_id)
      order by r.opened_at desc)
    from (
      select * from recent_documents r where r.board_id = m.board_id and r.member_id = m.id order by r.opened_at desc limit 10
    ) r join documents d on d.board_id = r.board_id and d.id = r.document_id where d.deleted_at is null
  )
)::text as body from members m join users u on u.id = m.user_id where m.id = $1::uuid`;

/** $1 is the board. */
export const leanPeople = `select json_build_object(
  'people', (
    select json_agg(json_build_object('id', m.id, 'slug', m.slug, 'status', m.status, 'is_board_admin', m.is_board_admin, 'email', u.email,
      'first_name', u.first_name, 'last_name', u.last_name, 'img_url', u.img_url))
    from members m left join users u on u.id = m.user_id where m.board_id = b.id and m.removed_at is null and m.status <> 'inactive'
  ),
  'groups', (
    select json_agg(json_build_object('member_id', gm.member_id, 'id', g.id, 'name', g.name, 'is_group_admin', gm.is_group_admin) order by lower(g.name), g.id)
    from group_members gm join groups g on g.board_id = gm.board_id and g.id = gm.group_id where gm.board_id = b.id
  ),
  'offices', (
    select json_agg(json_build_object('member_id', v.member_id, 'value', v.value)) from profile_values v where v.board_id = b.id and v.field_id = (
      select f.id from profile_fields f where f.board_id = b.id and f.retired_at is null and f.filled_by = 'admin' order by f.position, f.id limit 1
    )
  )
)::text as body from boards b where b.id = $1::uuid`;

/** $1 is the announcement, $2 the member. */
export const leanAnnouncement = `select json_build_object(
  'announcement', to_json(n), 'author', json_build_object('first_name', u.first_name, 'last_name', u.last_name, 'img_url', u.img_url, 'slug', m.slug),
  'whole_board', a.whole_board,
  'groups', (
    select json_agg(g.name) from audience_groups ag join groups g on g.board_id = ag.board_id and g.id = ag.group_id
    where ag.board_id = a.board_id and ag.audience_id = a.id
  ),
  'documents', (
    select json_agg(${paper} order by d.position, d.created_at, d.id) from documents d ${version}
    where d.board_id = n.board_id and d.announcement_id = n.id and d.deleted_at is null
  ),
  'polls', (select json_agg(to_json(p) order by p.created_at, p.id) from polls p where p.board_id = n.board_id and p.announcement_id = n.id),
  'visits', (
    select to_json(r) from announcement_readers r where r.board_id = n.board_id and r.announcement_id = n.id and r.member_id = $2::uuid
  )
)::text as body from announcements n join audiences a on a.board_id = n.board_id and a.id = n.audience_id
  left join members m on m.board_id = n.board_id and m.id = n.created_by left join users u on u.id = m.user_id where n.id = $1::uuid`;

/** $1 is the board, $2 the meeting, $3 the member, and $4 the reply. */
export const leanAnswer = `with answered as (
  update invitees set acceptance = $4, answered_at = now()
  where board_id = $1::uuid and meeting_id = $2::uuid and member_id = $3::uuid returning board_id
), logged as (
  insert into audit_entries (board_id, member_id, action, subject_kind, subject_id, detail)
  select board_id, $3::uuid, 'meeting.answered', 'meeting', $2::uuid, jsonb_build_object('acceptance', $4::text) from answered
)
select json_build_object('status', 'success', 'data', $4::text)::text as body,
  pg_notify('dais_live', json_build_object('board', board_id, 'audience', 'everyone', 'event', json_build_object('noun', 'meeting', 'id', $2::uuid))::text)
from answered`;

/** $1 is the member whose calendar is read. */
export const leanFeed = `select json_agg(json_build_object('id', t.id, 'title', t.title, 'state', t.state, 'starts_at', t.starts_at,
  'ends_at', t.ends_at, 'location', t.location, 'join_url', t.join_url, 'description', t.description, 'sequence', t.sequence,
  'created_at', t.created_at, 'updated_at', t.updated_at) order by t.starts_at desc, t.id)::text as body
  from members m join invitees i on i.board_id = m.board_id and i.member_id = m.id
  join meetings t on t.board_id = i.board_id and t.id = i.meeting_id
  where m.id = $1::uuid and t.deleted_at is null and t.state in ('published', 'cancelled') and not t.finds_date`;

const leanSummary = `json_build_object('id', t.id, 'title', t.title, 'type', t.type, 'state', t.state, 'starts_at', t.starts_at, 'ends_at', t.ends_at,
  'location', t.location, 'finds_date', t.finds_date, 'created_at', t.created_at, 'published_at', t.published_at, 'reopened_at', t.reopened_at,
  'acceptance', i.acceptance, 'attendance', i.attendance, 'answered_at', i.answered_at, 'whole_board', a.whole_board,
  'groups', (select json_agg(g.name) from audience_groups ag join groups g on g.board_id = ag.board_id and g.id = ag.group_id where ag.board_id = a.board_id and ag.audience_id = a.id),
  'items', (select count(*) from agenda_items x where x.board_id = t.board_id and x.meeting_id = t.id and x.depth = 0),
  'documents', (select count(*) from documents d where d.board_id = t.board_id and d.deleted_at is null and d.meeting_id = t.id)
    + (select count(*) from agenda_items x join documents d on d.board_id = x.board_id and d.agenda_item_id = x.id and d.deleted_at is null
       where x.board_id = t.board_id and x.meeting_id = t.id))`;
const meetings = `meetings t join audiences a on a.board_id = t.board_id and a.id = t.audience_id
  left join invitees i on i.board_id = t.board_id and i.meeting_id = t.id and i.member_id = $2::uuid
  where t.board_id = $1::uuid and t.deleted_at is null`;
const paperHead = `d.id, d.title, d.extension, d.mime_type, d.is_link, d.created_at`;

/** $1 is the board, $2 the member. */
export const leanDashboard = `select json_build_object(
  'timeline', (
    select json_agg(x.found order by x.starts_at desc) from (
      select ${leanSummary} as found, t.starts_at from ${meetings} and t.state <> 'draft' and not t.finds_date order by t.starts_at desc, t.id desc limit 50
    ) x
  ),
  'waiting', (
    select json_agg(x.found order by x.starts_at) from (
      select ${leanSummary} as found, t.starts_at from ${meetings} and t.state = 'published' and t.starts_at > now() and i.acceptance = 'none'
      order by t.starts_at, t.id limit 20
    ) x
  ),
  'waiting_dates', (
    select json_agg(x.id) from (select t.id from ${meetings} and t.state = 'finding-date' and i.member_id is not null order by t.starts_at limit 20) x
  ),
  'polls', (
    select json_agg(json_build_object('id', p.id, 'question', p.question, 'closes_at', p.closes_at, 'meeting_id', p.meeting_id, 'announcement_id', p.announcement_id))
    from polls p where p.board_id = $1::uuid and p.deleted_at is null and p.closed_at is null and (p.closes_at is null or p.closes_at > now())
      and not exists (select from poll_responses r where r.board_id = p.board_id and r.poll_id = p.id and r.member_id = $2::uuid)
  ),
  'announcements', (
    select json_agg(to_json(x)) from (
      select n.id, n.title, n.state, n.publish_on, n.created_at, left(n.body_text, 1000) as opening, u.first_name, u.last_name, u.img_url, m.slug, a.whole_board,
        (select count(*) from documents d where d.board_id = n.board_id and d.announcement_id = n.id and d.deleted_at is null) as documents,
        exists (select from announcement_readers r where r.board_id = n.board_id and r.announcement_id = n.id and r.member_id = $2::uuid) as opened
      from announcements n join audiences a on a.board_id = n.board_id and a.id = n.audience_id
      left join members m on m.board_id = n.board_id and m.id = n.created_by left join users u on u.id = m.user_id
      where n.board_id = $1::uuid and n.deleted_at is null and n.state = 'published' order by n.publish_on desc, n.id desc limit 50
    ) x
  ),
  'documents', (
    select json_agg(to_json(x)) from (
      select ${paperHead}, coalesce(t.title, n.title, c.name) as home, coalesce(t.id, n.id, c.id) as home_id, d.folder_id, i.last_visited_at
      from documents d left join agenda_items y on y.board_id = d.board_id and y.id = d.agenda_item_id
      left join meetings t on t.board_id = d.board_id and t.id = coalesce(d.meeting_id, y.meeting_id)
      left join invitees i on i.board_id = t.board_id and i.meeting_id = t.id and i.member_id = $2::uuid
      left join announcements n on n.board_id = d.board_id and n.id = d.announcement_id
      left join folders f on f.board_id = d.board_id and f.id = d.folder_id
      left join categories c on c.board_id = d.board_id and c.id = coalesce(d.category_id, f.category_id)
      where d.board_id = $1::uuid and d.deleted_at is null and not d.hidden order by d.created_at desc, d.id desc limit 10
    ) x
  ),
  'people', (
    select json_agg(json_build_object('id', m.id, 'slug', m.slug, 'first_name', u.first_name, 'last_name', u.last_name, 'img_url', u.img_url, 'status', m.status))
    from members m left join users u on u.id = m.user_id where m.board_id = $1::uuid and m.removed_at is null and m.status <> 'inactive'
  )
)::text as body`;

/** $1 is the category, $2 the folder. */
export const leanFolder = `with inside as materialized (
  select f.id, f.name, f.parent_id, f.path, f.position, f.hidden, f.document_count from folders f
  where f.board_id = (select c.board_id from categories c where c.id = $1::uuid) and f.category_id = $1::uuid and f.deleted_at is null
)
select json_build_object(
  'category', json_build_object('id', c.id, 'name', c.name, 'description', c.description, 'hidden', c.hidden,
    'documents', c.document_count + (select sum(i.document_count) from inside i)),
  'folders', (
    select json_agg(json_build_object('id', f.id, 'name', f.name, 'parent_id', f.parent_id, 'hidden', f.hidden,
      'documents', (select sum(i.document_count) from inside i where f.id = any(i.path)),
      'folders', (select count(*) from inside i where i.parent_id = f.id)) order by f.position, f.id)
    from inside f where f.parent_id = $2::uuid or f.id = any((select i.path from inside i where i.id = $2::uuid)::uuid[])
  ),
  'documents', (
    select json_agg(${paper} order by d.position, d.id) from (
      select * from documents d where d.board_id = c.board_id and d.folder_id = $2::uuid and d.deleted_at is null order by d.position, d.id limit 101
    ) d ${version}
  )
)::text as body from categories c where c.id = $1::uuid`;

/** $1 is the document, $2 the member. */
export const leanDocument = `select json_build_object(
  'document', ${paper}, 'home', json_build_object('meeting', coalesce(d.meeting_id, y.meeting_id), 'category', d.category_id, 'folder', d.folder_id),
  'annotations', (
    select json_build_object('xfdf', o.xfdf, 'revision', o.revision) from annotations o
    where o.board_id = d.board_id and o.version_id = v.id and o.member_id = $2::uuid
  )
)::text as body from documents d ${version}
left join agenda_items y on y.board_id = d.board_id and y.id = d.agenda_item_id
where d.id = $1::uuid and d.deleted_at is null`;
