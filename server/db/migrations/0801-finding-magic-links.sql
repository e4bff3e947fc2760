-- Returns no row for a revoked or expired link. A link expires 30 days after the meeting or publication.
create function gate.find_magic_link(wanted_hash bytea, seen_at timestamptz)
returns table (board_id uuid, member_id uuid, user_id uuid, meeting_id uuid, announcement_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select found.board_id, found.member_id, m.user_id, found.meeting_id, found.announcement_id
  from (
    select l.board_id, l.member_id, l.meeting_id, null::uuid as announcement_id
    from public.magic_links l
    join public.meetings t on t.board_id = l.board_id and t.id = l.meeting_id
    where l.uid_hash = wanted_hash and l.revoked_at is null
      and t.deleted_at is null and t.state <> 'draft' and t.ends_at > seen_at - interval '30 days'
    union all
    select r.board_id, r.member_id, null, r.announcement_id
    from public.announcement_readers r
    join public.announcements a on a.board_id = r.board_id and a.id = r.announcement_id
    where r.uid_hash = wanted_hash
      and a.deleted_at is null and a.state = 'published' and a.publish_on > seen_at - interval '30 days'
  ) found
  join public.members m on m.board_id = found.board_id and m.id = found.member_id
  join public.users u on u.id = m.user_id
  join public.boards b on b.id = found.board_id
  where m.status = 'active' and u.disabled_at is null and b.suspended_at is null and b.magic_links <> 'off'
$$;

call schema_tools.open_gate('find_magic_link');
