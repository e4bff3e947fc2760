-- Every active member has a calendar feed, and no opened link makes one. The addresses hang on SECRET_KEY, which SQL does not know:
-- the server fills in, at its start, what this lists.
create function gate.members_without_feed(most int)
returns table (board_id uuid, member_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.board_id, m.id
  from public.members m
  where m.status = 'active' and not exists (select from public.calendar_feeds f where f.board_id = m.board_id and f.member_id = m.id)
  limit most
$$;
call house.open_gate('members_without_feed');
