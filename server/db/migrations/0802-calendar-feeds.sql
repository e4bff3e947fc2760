-- Renewing the address increases its generation, so that the old address stops working.
create table calendar_feeds (
  board_id uuid not null references boards,
  member_id uuid not null,
  generation int not null default 1,
  uid_hash bytea not null unique check (length(uid_hash) = 32),
  created_at timestamptz not null default now(),
  primary key (board_id, member_id),
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
call schema_tools.keep_within_board('calendar_feeds');
create policy gate on calendar_feeds for select to dais_gate using (true);
grant select on calendar_feeds to dais_gate;

create function gate.find_feed(wanted_hash bytea)
returns table (board_id uuid, user_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.board_id, m.user_id
  from public.calendar_feeds f
  join public.members m on m.board_id = f.board_id and m.id = f.member_id
  join public.users u on u.id = m.user_id
  join public.boards b on b.id = f.board_id
  where f.uid_hash = wanted_hash and m.status = 'active' and u.disabled_at is null and b.suspended_at is null
$$;

-- SQL cannot compute addresses from SECRET_KEY, so the server adds them at startup.
create function gate.members_without_feed(most int)
returns table (board_id uuid, member_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.board_id, m.id
  from public.members m
  where m.status = 'active' and not exists (select from public.calendar_feeds f where f.board_id = m.board_id and f.member_id = m.id)
  limit most
$$;

call schema_tools.open_gate('find_feed', 'members_without_feed');
