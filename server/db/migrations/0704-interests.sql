-- A declared interest can be reworded or ended but never deleted.

create table interests (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  member_id uuid not null,
  revision int not null default 1,
  organisation text not null check (length(organisation) <= 200),
  nature text not null check (length(nature) <= 500),
  -- A year, or a year and a month.
  since text not null check (since ~ '^\d{4}(-\d{2})?$'),
  until text check (until ~ '^\d{4}(-\d{2})?$'),
  created_at timestamptz not null default now(),
  unique (board_id, id),
  foreign key (board_id, member_id) references members (board_id, id)
);
create index interests_member on interests (board_id, member_id);

create table interest_wordings (
  board_id uuid not null references boards,
  interest_id uuid not null,
  revision int not null,
  organisation text not null,
  nature text not null,
  since text not null,
  until text,
  written_by uuid not null,
  written_at timestamptz not null default now(),
  primary key (board_id, interest_id, revision),
  foreign key (board_id, interest_id) references interests (board_id, id),
  foreign key (board_id, written_by) references members (board_id, id)
);
create index interest_wordings_written_by on interest_wordings (board_id, written_by);

create table interest_confirmations (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  member_id uuid not null,
  confirmed_at timestamptz not null default now(),
  foreign key (board_id, member_id) references members (board_id, id)
);
create index interest_confirmations_member on interest_confirmations (board_id, member_id, confirmed_at);

create table interest_requests (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  member_id uuid not null,
  asked_at timestamptz not null default now(),
  foreign key (board_id, member_id) references members (board_id, id)
);
create index interest_requests_member on interest_requests (board_id, member_id, asked_at);

-- The last day, in the board's time zone, on which the server checked for due requests.
create table interest_rounds (
  board_id uuid primary key references boards,
  day text not null
);
call schema_tools.keep_within_board('interests', 'interest_wordings', 'interest_confirmations', 'interest_requests', 'interest_rounds');
create policy gate on interest_rounds for select to dais_gate using (true);
grant select on interest_rounds to dais_gate;

create function keep_interests() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise insufficient_privilege using message = 'permission denied: what was declared stays as it was';
end $$;
revoke all on function keep_interests from public;
create trigger keep_interests before delete on interests for each row execute function keep_interests();
create trigger keep_interests before update or delete on interest_wordings for each row execute function keep_interests();
create trigger keep_interests before update or delete on interest_confirmations for each row execute function keep_interests();

-- From 08:00 in the board's time zone, returns boards that were not checked today.
create function gate.interest_rounds_due(seen_at timestamptz, most int)
returns table (board_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.id from public.boards b
  where b.suspended_at is null
    and gate.local_time(seen_at, b.time_zone)::time >= '08:00'
    and not exists (
      select from public.interest_rounds r
      where r.board_id = b.id and r.day >= to_char(gate.local_time(seen_at, b.time_zone), 'YYYY-MM-DD')
    )
  limit most
$$;
call schema_tools.open_gate('interest_rounds_due');
