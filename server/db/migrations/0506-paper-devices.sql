create table paper_devices (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  member_id uuid not null,
  -- SHA-256 of the device's token. The token only allows the device to ask what it must delete.
  token_hash bytea not null unique check (length(token_hash) = 32),
  user_agent text not null check (length(user_agent) <= 300),
  registered_at timestamptz not null,
  -- When the device last reached the server, with a session or with the token.
  contact_at timestamptz not null,
  synced_at timestamptz not null,
  papers int not null default 0 check (papers >= 0),
  byte_size bigint not null default 0 check (byte_size >= 0),
  -- Set when removal is requested. The row is deleted when the device next contacts the server.
  removal_asked_at timestamptz,
  unique (board_id, id),
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index paper_devices_member on paper_devices (board_id, member_id);
call schema_tools.keep_within_board('paper_devices');
create policy gate on paper_devices to dais_gate using (true) with check (true);
grant select, update (removal_asked_at) on paper_devices to dais_gate;

create function gate.find_paper_device(wanted_hash bytea)
returns table (id uuid, board_id uuid, user_id uuid, is_removed boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.id, d.board_id, u.id, d.removal_asked_at is not null
  from public.paper_devices d
  join public.members m on m.board_id = d.board_id and m.id = d.member_id and m.status = 'active'
  join public.users u on u.id = m.user_id and u.disabled_at is null
  where d.token_hash = wanted_hash
$$;

create function gate.paper_devices_of_user(for_user uuid)
returns table (
  id uuid, board_title text, user_agent text, contact_at timestamptz, papers int, byte_size bigint,
  removal_asked_at timestamptz
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.id, b.title, d.user_agent, d.contact_at, d.papers, d.byte_size, d.removal_asked_at
  from public.paper_devices d
  join public.members m on m.board_id = d.board_id and m.id = d.member_id
  join public.boards b on b.id = d.board_id
  where m.user_id = for_user
  order by d.contact_at desc, d.id limit 100
$$;

create function gate.ask_removal_of_papers(for_user uuid, wanted uuid, asked_at timestamptz)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.paper_devices d set removal_asked_at = coalesce(d.removal_asked_at, asked_at)
    from public.members m
    where d.id = wanted and m.board_id = d.board_id and m.id = d.member_id and m.user_id = for_user;
  return found;
end $$;

call schema_tools.open_gate('find_paper_device', 'paper_devices_of_user', 'ask_removal_of_papers');
