create table invitees (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  member_id uuid not null,
  acceptance text not null default 'none'
    check (acceptance in ('none', 'accepted', 'accepted-remote', 'accepted-in-person', 'declined')),
  answered_at timestamptz,
  -- Unset if attendance is not recorded.
  attendance boolean,
  -- During a visit, everything added since `previous_visited_at` is marked as new.
  last_visited_at timestamptz,
  previous_visited_at timestamptz,
  primary key (board_id, meeting_id, member_id),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
-- Includes meeting_id, because the planner would otherwise prefer a smaller index that reads more rows.
create index invitees_of_member on invitees (board_id, member_id, meeting_id);
-- Without these statistics, PostgreSQL underestimates the number of matching rows.
create statistics invitees_of_one_board (dependencies) on board_id, member_id, meeting_id from invitees;
call schema_tools.keep_within_board('invitees');

create policy gate on invitees to dais_gate using (true) with check (true);
grant select (board_id, meeting_id, member_id, last_visited_at, previous_visited_at), update (last_visited_at, previous_visited_at) on invitees to dais_gate;
create function gate.note_meeting_visits(boards uuid[], meetings uuid[], members uuid[], at timestamptz[], visit interval, pause interval)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.invitees i
  set last_visited_at = noted.at,
      previous_visited_at = case when noted.at < i.last_visited_at + visit then i.previous_visited_at else i.last_visited_at end
  from unnest(boards, meetings, members, at) noted (board_id, meeting_id, member_id, at)
  where i.board_id = noted.board_id and i.meeting_id = noted.meeting_id and i.member_id = noted.member_id
    and (i.last_visited_at is null or noted.at >= i.last_visited_at + pause)
$$;
call schema_tools.open_gate('note_meeting_visits');

-- Keeps the replies of former invitees in case they return.
create table former_invitees (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  member_id uuid not null,
  acceptance text not null
    check (acceptance in ('none', 'accepted', 'accepted-remote', 'accepted-in-person', 'declined')),
  answered_at timestamptz,
  last_visited_at timestamptz,
  previous_visited_at timestamptz,
  link_generation int not null,
  left_at timestamptz not null default now(),
  primary key (board_id, meeting_id, member_id),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index former_invitees_member on former_invitees (board_id, member_id);
call schema_tools.keep_within_board('former_invitees');

-- The link is derived from the installation's key, so only its SHA-256 is stored.
create table magic_links (
  board_id uuid not null references boards,
  member_id uuid not null,
  meeting_id uuid not null,
  generation int not null default 1,
  uid_hash bytea not null unique check (length(uid_hash) = 32),
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (board_id, meeting_id, member_id),
  foreign key (board_id, meeting_id, member_id) references invitees (board_id, meeting_id, member_id) on delete cascade
);
call schema_tools.keep_within_board('magic_links');
create policy gate on magic_links for select to dais_gate using (true);
grant select on magic_links to dais_gate;
