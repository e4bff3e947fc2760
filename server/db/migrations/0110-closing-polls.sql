-- Anonymous polls are written to be closed by a job, so that no read writes. A named one is closed by its time alone.
create index polls_due on polls (closes_at) where is_anonymous and closed_at is null;
create function gate.polls_to_close(seen_at timestamptz, most int)
returns table (board_id uuid, poll_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.board_id, p.id from public.polls p
  where p.is_anonymous and p.closed_at is null and p.closes_at <= seen_at order by p.closes_at limit most
$$;
call house.open_gate('polls_to_close');
