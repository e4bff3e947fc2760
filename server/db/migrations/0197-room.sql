-- The room: a meeting while it is held. Who runs it, where it is, who is there and whether there is a quorum.

create table meeting_rooms (
  meeting_id uuid primary key,
  board_id uuid not null references boards,
  phase text not null default 'not-begun' check (phase in ('not-begun', 'in-session', 'recess', 'adjourned')),
  revision int not null default 0,
  -- Null: it follows from the meeting's audience. Kept at the call to order.
  body_id uuid,
  -- Whether the two are the meeting's own; else they are the body's.
  has_own_desk boolean not null default false,
  chair_id uuid,
  secretary_id uuid,
  agenda_item_id uuid,
  -- How many are in office and what makes a quorum, as they were at the call to order.
  quorum_rule jsonb,
  called_at timestamptz,
  -- Of the phase.
  since_at timestamptz,
  -- Of the newest change: the next is not earlier, whichever server's clock says so.
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

-- Who is no longer on the board runs no meeting that is still to come or goes on, also after coming back.
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

-- Who was in office at the call to order.
create table meeting_voters (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  member_id uuid not null,
  primary key (board_id, meeting_id, member_id),
  foreign key (board_id, meeting_id) references meeting_rooms (board_id, meeting_id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index meeting_voters_member on meeting_voters (board_id, member_id);

create table meeting_phases (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  phase text not null check (phase in ('in-session', 'recess', 'adjourned')),
  at timestamptz not null,
  -- Null: the server, after the planned end.
  member_id uuid,
  -- Each act in a room has an instant of its own.
  primary key (board_id, meeting_id, at),
  foreign key (board_id, meeting_id) references meeting_rooms (board_id, meeting_id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete set null (member_id)
);
create index meeting_phases_member on meeting_phases (board_id, member_id) where member_id is not null;

-- Which item the meeting was at from when on; null: none.
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

-- From an arrival to a departure.
create table presences (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  member_id uuid not null,
  mode text not null check (mode in ('in-person', 'remote')),
  arrived_at timestamptz not null,
  left_at timestamptz,
  -- By adjourning: who takes that back is there again.
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
-- Nobody is there twice.
create unique index presences_open on presences (board_id, meeting_id, member_id) where left_at is null;

-- The quorum after each arrival, departure and move of the pointer, for the item that the meeting was at.
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
call house.keep_within_board(
  'meeting_rooms', 'meeting_voters', 'meeting_phases', 'pointer_moves', 'presences', 'quorum_changes'
);

-- Presence and attendance are one: who was marked in attendance was there from start to end.
alter table meetings no force row level security;
alter table invitees no force row level security;
alter table presences no force row level security;
insert into presences (board_id, meeting_id, member_id, mode, arrived_at, left_at)
select i.board_id, i.meeting_id, i.member_id,
  case when m.type = 'remote' or i.acceptance = 'accepted-remote' then 'remote' else 'in-person' end,
  m.starts_at, greatest(m.starts_at, m.ends_at)
from invitees i join meetings m on m.board_id = i.board_id and m.id = i.meeting_id
where i.attendance and m.starts_at is not null and m.ends_at is not null;
alter table meetings force row level security;
alter table invitees force row level security;
alter table presences force row level security;

-- Meetings in session long after their planned end, and presences that nobody ended.
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
call house.open_gate('rooms_to_adjourn');
create policy gate on meeting_rooms for select to dais_gate using (true);
grant select (meeting_id, phase) on meeting_rooms to dais_gate;
create policy gate on presences for select to dais_gate using (true);
grant select (meeting_id, left_at) on presences to dais_gate;
