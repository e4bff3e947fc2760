create table meeting_rooms (
  meeting_id uuid primary key,
  board_id uuid not null references boards,
  phase text not null default 'not-begun' check (phase in ('not-begun', 'in-session', 'recess', 'adjourned')),
  revision int not null default 0,
  -- Counts changes to motions and votes, except ballots.
  motions_revision int not null default 0,
  body_id uuid,
  -- Whether the meeting has its own chair and secretary instead of the body's.
  has_own_desk boolean not null default false,
  chair_id uuid,
  secretary_id uuid,
  agenda_item_id uuid,
  -- The body's seats and quorum rule, fixed at the call to order.
  quorum_rule jsonb,
  called_at timestamptz,
  since_at timestamptz,
  -- Each further change gets a later time, even if the clock is set back.
  changed_at timestamptz,
  unique (board_id, meeting_id),
  constraint meeting_rooms_called check ((phase = 'not-begun') = (called_at is null)),
  constraint meeting_rooms_rule_kept check (called_at is null or (body_id is not null and quorum_rule is not null)),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, body_id) references bodies (board_id, id),
  foreign key (board_id, chair_id) references members (board_id, id) on delete set null (chair_id),
  foreign key (board_id, secretary_id) references members (board_id, id) on delete set null (secretary_id),
  foreign key (board_id, agenda_item_id) references agenda_items (board_id, id) on delete set null (agenda_item_id)
);
create index meeting_rooms_body on meeting_rooms (board_id, body_id) where body_id is not null;
create index meeting_rooms_chair on meeting_rooms (board_id, chair_id) where chair_id is not null;
create index meeting_rooms_secretary on meeting_rooms (board_id, secretary_id) where secretary_id is not null;
create index meeting_rooms_item on meeting_rooms (board_id, agenda_item_id) where agenda_item_id is not null;
create index meeting_rooms_held on meeting_rooms (meeting_id) where phase in ('in-session', 'recess');

-- A member who leaves the board loses the chair or secretary role in meetings that are not adjourned.
create function end_room_offices() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.meeting_rooms set chair_id = null
  where board_id = new.board_id and chair_id = new.id and phase <> 'adjourned';
  update public.meeting_rooms set secretary_id = null
  where board_id = new.board_id and secretary_id = new.id and phase <> 'adjourned';
  return null;
end $$;
revoke all on function end_room_offices from public;
create trigger end_room_offices after update of status on members for each row
  when (new.status = 'inactive' and old.status <> 'inactive') execute function end_room_offices();

create table meeting_people (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  member_id uuid not null,
  is_voter boolean not null,
  primary key (board_id, meeting_id, member_id),
  foreign key (board_id, meeting_id) references meeting_rooms (board_id, meeting_id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index meeting_people_member on meeting_people (board_id, member_id);

create table meeting_phases (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  phase text not null check (phase in ('in-session', 'recess', 'adjourned')),
  at timestamptz not null,
  -- Unset if the server adjourned the meeting after its planned end.
  member_id uuid,
  primary key (board_id, meeting_id, at),
  foreign key (board_id, meeting_id) references meeting_rooms (board_id, meeting_id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete set null (member_id)
);
create index meeting_phases_member on meeting_phases (board_id, member_id) where member_id is not null;

-- A null `agenda_item_id` means that no item is current.
create table pointer_moves (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  agenda_item_id uuid,
  at timestamptz not null,
  primary key (board_id, meeting_id, at),
  foreign key (board_id, meeting_id) references meeting_rooms (board_id, meeting_id) on delete cascade,
  foreign key (board_id, agenda_item_id) references agenda_items (board_id, id) on delete set null (agenda_item_id)
);
create index pointer_moves_item on pointer_moves (board_id, agenda_item_id) where agenda_item_id is not null;

create table presences (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  member_id uuid not null,
  mode text not null check (mode in ('in-person', 'remote')),
  arrived_at timestamptz not null,
  left_at timestamptz,
  left_by_adjourning boolean not null default false,
  revision int not null default 1,
  unique (board_id, id),
  constraint presences_in_order check (left_at >= arrived_at),
  constraint presences_adjourned_left check (not left_by_adjourning or left_at is not null),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index presences_meeting on presences (board_id, meeting_id, arrived_at);
create index presences_member on presences (board_id, member_id);
create unique index presences_open on presences (board_id, meeting_id, member_id) where left_at is null;

-- A row is added after each arrival, departure and change of item.
create table quorum_changes (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  at timestamptz not null,
  agenda_item_id uuid,
  present int not null,
  needed int not null,
  in_office int not null,
  met boolean not null,
  primary key (board_id, meeting_id, at),
  foreign key (board_id, meeting_id) references meeting_rooms (board_id, meeting_id) on delete cascade,
  foreign key (board_id, agenda_item_id) references agenda_items (board_id, id) on delete set null (agenda_item_id)
);
create index quorum_changes_item on quorum_changes (board_id, agenda_item_id) where agenda_item_id is not null;
-- Counts changes that are hidden from a member because they concern withheld items.
create table room_unseen (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  member_id uuid not null,
  changes int not null,
  motions int not null,
  primary key (board_id, meeting_id, member_id),
  foreign key (board_id, meeting_id) references meeting_rooms (board_id, meeting_id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index room_unseen_member on room_unseen (board_id, member_id);

-- When a member's page was last connected to the live room.
create table room_connections (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  member_id uuid not null,
  seen_at timestamptz not null,
  primary key (board_id, meeting_id, member_id),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index room_connections_member on room_connections (board_id, member_id);

call schema_tools.keep_within_board(
  'meeting_rooms', 'meeting_people', 'meeting_phases', 'pointer_moves', 'presences', 'quorum_changes', 'room_unseen', 'room_connections'
);

create function gate.rooms_to_adjourn(ended_before timestamptz, most int)
returns table (board_id uuid, meeting_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.board_id, m.id from public.meetings m
  join public.boards b on b.id = m.board_id
  where m.ends_at <= ended_before and m.deleted_at is null and b.suspended_at is null and (
    m.id in (select r.meeting_id from public.meeting_rooms r where r.phase in ('in-session', 'recess'))
    or m.id in (select p.meeting_id from public.presences p where p.left_at is null)
  )
  order by m.ends_at, m.id limit most
$$;
call schema_tools.open_gate('rooms_to_adjourn');
create policy gate on meeting_rooms for select to dais_gate using (true);
grant select (meeting_id, phase) on meeting_rooms to dais_gate;
create policy gate on presences for select to dais_gate using (true);
grant select (meeting_id, left_at) on presences to dais_gate;

create policy gate on room_connections to dais_gate using (true) with check (true);
grant select, insert, update on room_connections to dais_gate;
create function gate.note_room_connections(board_ids uuid[], meeting_ids uuid[], member_ids uuid[])
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.room_connections (board_id, meeting_id, member_id, seen_at)
  select heard.board_id, heard.meeting_id, heard.member_id, clock_timestamp()
  from unnest(board_ids, meeting_ids, member_ids) heard (board_id, meeting_id, member_id)
  join public.meetings m on m.board_id = heard.board_id and m.id = heard.meeting_id
  join public.members who on who.board_id = heard.board_id and who.id = heard.member_id
  on conflict (board_id, meeting_id, member_id) do update set seen_at = excluded.seen_at
$$;
call schema_tools.open_gate('note_room_connections');
