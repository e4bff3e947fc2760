create table invitees (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  member_id uuid not null,
  acceptance text not null default 'none'
    check (acceptance in ('none', 'accepted', 'accepted-remote', 'accepted-in-person', 'declined')),
  answered_at timestamptz,
  -- This is null if attendance is not recorded, which is the default.
  attendance boolean,
  -- Everything added since the previous visit counts as new during the whole visit.
  last_visited_at timestamptz,
  previous_visited_at timestamptz,
  primary key (board_id, meeting_id, member_id),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
-- Includes the item, because the planner would prefer a smaller index on board and member. Other tables do the same.
create index invitees_of_member on invitees (board_id, member_id, meeting_id);
-- Without these, PostgreSQL assumes independence, expects few rows, and reads all of a member's rows per meeting.
create statistics invitees_of_one_board (dependencies) on board_id, member_id, meeting_id from invitees;
call schema_tools.keep_within_board('invitees');

-- The last visit is written after the response, in batches over all boards.
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

-- Replies of people who left stay on record and are restored if they return. Their next link has another generation.
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

-- The link is derived from the installation's key. Only its SHA-256 is stored.
create table magic_links (
  board_id uuid not null references boards,
  member_id uuid not null,
  meeting_id uuid not null,
  generation int not null default 1,
  uid_hash bytea not null unique check (length(uid_hash) = 32),
  created_at timestamptz not null default now(),
  -- Set when an editor revokes the link. Renewing it creates another link.
  revoked_at timestamptz,
  primary key (board_id, meeting_id, member_id),
  foreign key (board_id, meeting_id, member_id) references invitees (board_id, meeting_id, member_id) on delete cascade
);
call schema_tools.keep_within_board('magic_links');
create policy gate on magic_links for select to dais_gate using (true);
grant select on magic_links to dais_gate;
