// The lean floor: what a screen shows, fetched by one hand-written statement over plain ids, without session, rights or row-level
// security. It returns one JSON text.

const version = `left join lateral (
  select v.id, v.filename, v.byte_size, v.page_count, v.preview_state, v.created_at from document_versions v
  where v.board_id = d.board_id and v.document_id = d.id order by v.number desc limit 1
) v on true`;
const paper = `json_build_object('id', d.id, 'title', d.title, 'extension', d.extension, 'mime_type', d.mime_type, 'is_link', d.is_link,
  'link_url', d.link_url, 'item', d.agenda_item_id, 'created_at', d.created_at, 'printing_disabled', d.printing_disabled, 'version_id', v.id,
  'filename', v.filename, 'byte_size', v.byte_size, 'page_count', v.page_count, 'preview', v.preview_state, 'uploaded_at', v.created_at)`;

/** $1: the meeting; $2: the member. */
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

/** $1: the category; $2: the folder. */
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
