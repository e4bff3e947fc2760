-- Deciding layer: how a board decides, and its bodies: the whole board and each of its groups.

create table deciding_settings (
  board_id uuid primary key references boards,
  -- This is null if no board admin has set who votes; no vote can open then.
  confirmed_at timestamptz,
  revision int not null default 0,
  remote_counts boolean not null default true,
  check_in text not null default 'self' check (check_in in ('self', 'secretary')),
  recused_counts text not null default 'absent' check (recused_counts in ('absent', 'present', 'out-of-office')),
  casting_vote boolean not null default false,
  majority text not null default '1/2' check (majority in ('1/2', '2/3', '3/4', 'all')),
  majority_of text not null default 'cast' check (majority_of in ('cast', 'present', 'in-office')),
  vote_way text not null default 'named' check (vote_way in ('named', 'secret', 'hands', 'unopposed')),
  secret_votes boolean not null default true,
  seconder boolean not null default false,
  suggestions boolean not null default true,
  ballots_shown_to text not null default 'body' check (ballots_shown_to in ('desk', 'body', 'audience')),
  minutes_names text not null default 'all' check (minutes_names in ('numbers', 'who-asked', 'all')),
  written_needs text not null default 'all' check (written_needs in ('all', 'majority', 'off')),
  written_objection boolean not null default true,
  written_hours int not null default 168 check (written_hours between 1 and 1440),
  written_confirmed boolean not null default false,
  minutes_approval text not null default 'next-meeting' check (minutes_approval in ('next-meeting', 'written', 'signatures')),
  minutes_signed_by text not null default 'chair' check (minutes_signed_by in ('nobody', 'chair', 'both')),
  comment_days int not null default 7 check (comment_days between 0 and 60),
  -- Suggested in the form of a new meeting.
  standing_items text[] not null default '{declarations,action-items,written-resolutions}'
    check (standing_items <@ '{declarations,action-items,written-resolutions}'),
  -- Days before the due day, longest first; 0 is the day itself.
  action_reminder_days int[] not null default '{7,0}'
    check (cardinality(action_reminder_days) <= 4 and 0 <= all (action_reminder_days) and 60 >= all (action_reminder_days)),
  withholding boolean not null default true,
  interests_months int not null default 12 check (interests_months between 0 and 36),
  -- Whether invited people vote, unless their invitation says otherwise.
  new_members_vote boolean not null default true,
  constraint deciding_settings_somebody_signs check (minutes_approval <> 'signatures' or minutes_signed_by <> 'nobody')
);

-- A body's id is that of its board or group. Its row outlives the group, because its decisions refer to it.
create table bodies (
  id uuid primary key,
  board_id uuid not null references boards,
  group_id uuid,
  -- The group's name; empty for the whole board.
  name text not null check (length(name) <= 100),
  -- This is null if it equals the number of voting members.
  seats int check (seats between 1 and 500),
  quorum text not null default 'more-than-half' check (quorum in ('none', 'more-than-half', 'fraction', 'number')),
  quorum_numerator int check (quorum_numerator between 1 and 500),
  quorum_denominator int check (quorum_denominator between 1 and 500),
  quorum_number int check (quorum_number between 1 and 500),
  quorum_at_least int not null default 2 check (quorum_at_least between 1 and 500),
  chair_id uuid,
  secretary_id uuid,
  unique (board_id, id),
  constraint bodies_quorum check (
    case quorum
      when 'fraction' then coalesce(quorum_numerator <= quorum_denominator, false) and quorum_number is null
      when 'number' then quorum_number is not null and num_nonnulls(quorum_numerator, quorum_denominator) = 0
      else num_nonnulls(quorum_numerator, quorum_denominator, quorum_number) = 0
    end
  ),
  foreign key (board_id, group_id) references groups (board_id, id) on delete set null (group_id),
  foreign key (board_id, chair_id) references members (board_id, id) on delete set null (chair_id),
  foreign key (board_id, secretary_id) references members (board_id, id) on delete set null (secretary_id)
);
create unique index bodies_group on bodies (board_id, group_id) where group_id is not null;
create index bodies_chair on bodies (board_id, chair_id) where chair_id is not null;
create index bodies_secretary on bodies (board_id, secretary_id) where secretary_id is not null;

-- Members of a body vote from the day they join, except those listed here, who may be pending.
create table non_voters (
  board_id uuid not null references boards,
  body_id uuid not null,
  member_id uuid not null,
  primary key (board_id, body_id, member_id),
  foreign key (board_id, body_id) references bodies (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index non_voters_member on non_voters (board_id, member_id);

-- A member without a vote in the whole board has none in a group that they join, unless an admin grants it.
create function follow_vote_of_board() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.non_voters (board_id, body_id, member_id)
  select n.board_id, new.group_id, n.member_id from public.non_voters n
  where n.board_id = new.board_id and n.body_id = new.board_id and n.member_id = new.member_id
  on conflict do nothing;
  return null;
end $$;
revoke all on function follow_vote_of_board from public;
create trigger follow_vote_of_board after insert on group_members for each row execute function follow_vote_of_board();
call schema_tools.keep_within_board('deciding_settings', 'bodies', 'non_voters');
-- The gate creates boards.
create policy gate on deciding_settings for insert to dais_gate with check (true);
create policy gate on bodies for insert to dais_gate with check (true);
grant insert on deciding_settings, bodies to dais_gate;

create function let_board_decide() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.deciding_settings (board_id) values (new.id);
  insert into public.bodies (id, board_id, name) values (new.id, new.id, '');
  return null;
end $$;
create function let_group_decide() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into public.bodies (id, board_id, group_id, name) values (new.id, new.board_id, new.id, new.name);
  else
    update public.bodies b set name = new.name where b.board_id = new.board_id and b.group_id = new.id;
  end if;
  return null;
end $$;
revoke all on function let_board_decide, let_group_decide from public;
create trigger let_board_decide after insert on boards for each row execute function let_board_decide();
create trigger let_group_decide after insert or update of name on groups for each row execute function let_group_decide();

-- Members who leave the board lose their offices as chair or secretary, also if they return.
create function end_offices() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.bodies set chair_id = null where board_id = new.board_id and chair_id = new.id;
  update public.bodies set secretary_id = null where board_id = new.board_id and secretary_id = new.id;
  return null;
end $$;
revoke all on function end_offices from public;
create trigger end_offices after update of status on members for each row
  when (new.status = 'inactive' and old.status <> 'inactive') execute function end_offices();

-- A meeting's live room: who runs it, its current item, who is present and whether there is a quorum.

create table meeting_rooms (
  meeting_id uuid primary key,
  board_id uuid not null references boards,
  phase text not null default 'not-begun' check (phase in ('not-begun', 'in-session', 'recess', 'adjourned')),
  revision int not null default 0,
  -- Counts changes of motions and votes, without ballots. A page with an older number refetches.
  motions_revision int not null default 0,
  -- This is null until the call to order, if it follows from the meeting's audience.
  body_id uuid,
  -- Whether chair and secretary are the meeting's own; otherwise they are the body's.
  has_own_desk boolean not null default false,
  chair_id uuid,
  secretary_id uuid,
  agenda_item_id uuid,
  -- The number of members in office and the quorum rule, fixed at the call to order.
  quorum_rule jsonb,
  called_at timestamptz,
  -- When the current phase began.
  since_at timestamptz,
  -- When the newest change was made. The next one is not earlier, regardless of the servers' clocks.
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

-- Members who leave the board no longer run meetings that are in session or still to come, also if they return.
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

-- People who belonged to the meeting at the call to order, and who of them was in office. People who join or are
-- invited later do not belong to it.
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
  -- This is null for the server, after the planned end.
  member_id uuid,
  -- Each act in a room has its own instant.
  primary key (board_id, meeting_id, at),
  foreign key (board_id, meeting_id) references meeting_rooms (board_id, meeting_id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete set null (member_id)
);
create index meeting_phases_member on meeting_phases (board_id, member_id) where member_id is not null;

-- The current item of the meeting from each instant on; null for none.
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
  -- The presence ended by adjourning; undoing that restores it.
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
-- Nobody is present twice.
create unique index presences_open on presences (board_id, meeting_id, member_id) where left_at is null;

-- The quorum for the current item after each arrival, departure and change of item.
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
-- How many changes of a room and its motions and votes a member was not shown, because they concern withheld items. The
-- member's own change counter omits them.
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

-- When a member's page was last connected to the room, so that the desk sees lost connections.
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
call schema_tools.open_gate('rooms_to_adjourn');
create policy gate on meeting_rooms for select to dais_gate using (true);
grant select (meeting_id, phase) on meeting_rooms to dais_gate;
create policy gate on presences for select to dais_gate using (true);
grant select (meeting_id, left_at) on presences to dais_gate;

-- Written for streams of all boards in one statement.
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

-- Action items: tasks with an owner and a due day, of a meeting or a body.

create table action_items (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  -- Exactly one is set; an item of a meeting is visible with it.
  body_id uuid,
  meeting_id uuid,
  agenda_item_id uuid,
  owner_id uuid not null,
  title text not null check (length(title) between 1 and 300),
  notes text not null default '' check (length(notes) <= 2000),
  state text not null default 'open' check (state in ('open', 'in-progress', 'done', 'dropped')),
  -- A day in the board's time zone.
  due_on date not null,
  revision int not null default 1,
  -- Per field: who changed it last, when, and in which revision.
  changes jsonb not null default '{}',
  created_at timestamptz not null,
  created_by uuid,
  -- When it was done or dropped.
  ended_at timestamptz,
  -- The day from which reminders count, and the day of the last reminder, in the board's time zone.
  reminders_from date not null,
  reminded_on date,
  -- The owner's link, derived like a meeting's. Null if an editor has ended it.
  link_generation int not null default 1,
  uid_hash bytea unique check (length(uid_hash) = 32),
  words tsvector generated always as (
    setweight(search_vector(board_id, title), 'A') || search_vector(board_id, notes)
  ) stored,
  unique (board_id, id),
  constraint action_items_of_one check (num_nonnulls(body_id, meeting_id) = 1),
  constraint action_items_agenda check (agenda_item_id is null or meeting_id is not null),
  constraint action_items_ended check ((ended_at is not null) = (state in ('done', 'dropped'))),
  foreign key (board_id, body_id) references bodies (board_id, id),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, agenda_item_id) references agenda_items (board_id, id) on delete set null (agenda_item_id),
  foreign key (board_id, owner_id) references members (board_id, id),
  foreign key (board_id, created_by) references members (board_id, id) on delete set null (created_by)
);
create index action_items_body on action_items (board_id, body_id) where body_id is not null;
create index action_items_meeting on action_items (board_id, meeting_id) where meeting_id is not null;
create index action_items_agenda_item on action_items (board_id, agenda_item_id) where agenda_item_id is not null;
create index action_items_owner on action_items (board_id, owner_id);
create index action_items_creator on action_items (board_id, created_by) where created_by is not null;
create index action_items_open on action_items (board_id, due_on) where state in ('open', 'in-progress');
create index action_items_ended_latest on action_items (board_id, ended_at) where ended_at is not null;
create index action_items_words on action_items using gin (words) with (fastupdate = off);

-- Old and new values of each change. The newest has the highest id, since uuidv7 increases within a transaction.
create table action_item_changes (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  action_item_id uuid not null,
  member_id uuid,
  at timestamptz not null,
  by_link boolean not null,
  field text not null check (field in ('title', 'notes', 'owner', 'due_on', 'state')),
  -- For an owner it is the name, which remains when the member is removed.
  old text not null,
  new text not null,
  foreign key (board_id, action_item_id) references action_items (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete set null (member_id)
);
create index action_item_changes_item on action_item_changes (board_id, action_item_id, id);
create index action_item_changes_member on action_item_changes (board_id, member_id) where member_id is not null;

-- Meetings before which the desk was informed of overdue items.
create table action_item_reports (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  day date not null,
  primary key (board_id, meeting_id, day),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade
);
call schema_tools.keep_within_board('action_items', 'action_item_changes', 'action_item_reports');

create policy gate on action_items for select to dais_gate using (true);
create policy gate_reads on deciding_settings for select to dais_gate using (true);
create policy gate on action_item_reports for select to dais_gate using (true);
grant select on action_items, deciding_settings, action_item_reports to dais_gate;

-- Returns the owner of a link while it works: like a magic link, until 30 days after the end of its subject.
create function gate.find_action_link(wanted_hash bytea, seen_at timestamptz)
returns table (board_id uuid, user_id uuid, action_item_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.board_id, m.user_id, i.id
  from public.action_items i
  join public.members m on m.board_id = i.board_id and m.id = i.owner_id
  join public.users u on u.id = m.user_id
  join public.boards b on b.id = i.board_id
  left join public.meetings t on t.board_id = i.board_id and t.id = i.meeting_id
  where i.uid_hash = wanted_hash and i.state <> 'dropped'
    and (i.ended_at is null or i.ended_at > seen_at - interval '30 days')
    and (i.meeting_id is null or (t.deleted_at is null and t.state <> 'draft'))
    and m.status = 'active' and u.disabled_at is null and b.suspended_at is null and b.magic_links <> 'off'
$$;

-- Owners who are due a reminder, from 08:00 in the board's zone: on the set days before the due day, then weekly, eight
-- times.
create function gate.action_reminders_due(seen_at timestamptz, most int)
returns table (board_id uuid, member_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct i.board_id, i.owner_id
  from public.boards b
  join public.deciding_settings s on s.board_id = b.id
  cross join lateral (select gate.local_time(seen_at, b.time_zone)::date as day) today
  join public.action_items i on i.board_id = b.id
  where i.state in ('open', 'in-progress') and b.suspended_at is null
    and gate.local_time(seen_at, b.time_zone)::time >= '08:00'
    and i.due_on <= today.day + 60
    and exists (
      select from (
        select i.due_on - d as day from unnest(s.action_reminder_days) d
        union all select i.due_on + 7 * n from generate_series(1, 8) n
      ) point
      where point.day <= today.day and point.day > i.reminders_from
        and (i.reminded_on is null or point.day > i.reminded_on)
    )
    and not exists (
      select from public.action_items other
      where other.board_id = i.board_id and other.owner_id = i.owner_id and other.reminded_on >= today.day
    )
  order by 1, 2 limit most
$$;

-- Published meetings of tomorrow, from 08:00 in the board's zone, with overdue items of which the desk was not
-- informed.
create function gate.action_reports_due(seen_at timestamptz, most int)
returns table (board_id uuid, meeting_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.board_id, t.id
  from public.meetings t
  join public.boards b on b.id = t.board_id
  cross join lateral (select gate.local_time(seen_at, b.time_zone)::date as day) today
  where t.state = 'published' and t.deleted_at is null and b.suspended_at is null
    and t.starts_at > seen_at and t.starts_at < seen_at + interval '3 days'
    and gate.local_time(t.starts_at, b.time_zone)::date = today.day + 1
    and gate.local_time(seen_at, b.time_zone)::time >= '08:00'
    and exists (
      select from public.action_items i
      where i.board_id = t.board_id and i.state in ('open', 'in-progress') and i.due_on < today.day
    )
    and not exists (
      select from public.action_item_reports r where r.board_id = t.board_id and r.meeting_id = t.id and r.day = today.day
    )
  order by 1, 2 limit most
$$;
call schema_tools.open_gate('find_action_link', 'action_reminders_due', 'action_reports_due');

-- The register of interests. A line is reworded or ended, never deleted, and each wording is stored.

create table interests (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  member_id uuid not null,
  -- The number of the last wording, which these columns repeat.
  revision int not null default 1,
  organisation text not null check (length(organisation) <= 200),
  nature text not null check (length(nature) <= 500),
  -- A year, or a year and a month.
  since text not null check (since ~ '^\d{4}(-\d{2})?$'),
  -- This is null while it lasts.
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

-- A member's confirmation that the declared interests are correct and complete.
create table interest_confirmations (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  member_id uuid not null,
  confirmed_at timestamptz not null default now(),
  foreign key (board_id, member_id) references members (board_id, id)
);
create index interest_confirmations_member on interest_confirmations (board_id, member_id, confirmed_at);

-- Members whom the board asked for a confirmation by mail, and when.
create table interest_requests (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  member_id uuid not null,
  asked_at timestamptz not null default now(),
  foreign key (board_id, member_id) references members (board_id, id)
);
create index interest_requests_member on interest_requests (board_id, member_id, asked_at);

-- The last day, in the board's zone, on which due requests were checked.
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

-- Boards where it is past 08:00 on a day without a check.
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

-- Motions, and the votes on them.

create table motions (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  agenda_item_id uuid not null,
  text text not null check (length(text) between 1 and 5000),
  mover_id uuid,
  seconder_id uuid,
  -- This is null if the desk proposed it.
  suggested_by uuid,
  state text not null check (
    state in ('suggested', 'proposed', 'declined', 'withdrawn', 'deferred', 'voting', 'carried', 'not-carried')
  ),
  -- The reason for declining, withdrawing or deferring it.
  reason text not null default '' check (length(reason) <= 500),
  revision int not null default 1,
  created_at timestamptz not null,
  -- The same motion on the agenda of the meeting that it was deferred to.
  deferred_to uuid,
  words tsvector generated always as (setweight(search_vector(board_id, text), 'A')) stored,
  unique (board_id, id),
  constraint motions_two check (mover_id <> seconder_id),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, agenda_item_id) references agenda_items (board_id, id) on delete cascade,
  foreign key (board_id, mover_id) references members (board_id, id),
  foreign key (board_id, seconder_id) references members (board_id, id),
  foreign key (board_id, suggested_by) references members (board_id, id),
  constraint motions_deferred_to
    foreign key (board_id, deferred_to) references motions (board_id, id) on delete set null (deferred_to)
);
create index motions_meeting on motions (board_id, meeting_id);
create index motions_item on motions (board_id, agenda_item_id);
create index motions_mover on motions (board_id, mover_id) where mover_id is not null;
create index motions_seconder on motions (board_id, seconder_id) where seconder_id is not null;
create index motions_suggested_by on motions (board_id, suggested_by) where suggested_by is not null;
create index motions_deferred_to on motions (board_id, deferred_to) where deferred_to is not null;
create index motions_words on motions using gin (words) with (fastupdate = off);

-- Every wording that a motion has had.
create table motion_wordings (
  board_id uuid not null references boards,
  motion_id uuid not null,
  revision int not null,
  text text not null check (length(text) between 1 and 5000),
  written_by uuid not null,
  at timestamptz not null,
  primary key (board_id, motion_id, revision),
  foreign key (board_id, motion_id) references motions (board_id, id) on delete cascade,
  foreign key (board_id, written_by) references members (board_id, id)
);
create index motion_wordings_writer on motion_wordings (board_id, written_by);

-- A vote on a motion, with the text, documents and settings at its opening. Voted motions are never deleted.
create table votes (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  motion_id uuid not null,
  body_id uuid not null,
  way text not null check (way in ('named', 'secret', 'hands', 'unopposed')),
  is_secret boolean not null generated always as (way = 'secret') stored,
  state text not null default 'open' check (state in ('open', 'tied', 'carried', 'not-carried', 'void')),
  text text not null,
  -- [{document_id, version_id, title}]: version null for a link.
  papers jsonb not null,
  majority text not null check (majority in ('1/2', '2/3', '3/4', 'all')),
  -- Recused members at closing, and how they counted.
  recused_counts text not null default 'absent' check (recused_counts in ('absent', 'present', 'out-of-office')),
  recused int check (recused >= 0),
  recused_present int check (recused_present <= recused),
  majority_of text not null check (majority_of in ('cast', 'present', 'in-office')),
  casting_vote boolean not null,
  ballots_shown_to text not null check (ballots_shown_to in ('desk', 'body', 'audience')),
  minutes_names text not null check (minutes_names in ('numbers', 'who-asked', 'all')),
  chair_id uuid,
  opened_at timestamptz not null,
  opened_by uuid not null,
  closed_at timestamptz,
  closed_by uuid,
  -- Set at closing.
  votes_for int check (votes_for >= 0),
  votes_against int check (votes_against >= 0),
  abstentions int check (abstentions >= 0),
  eligible int,
  present int,
  needed int,
  in_office int,
  -- Set at closing of a named vote: who had a ballot and cast none.
  silent_ids uuid[],
  -- Set at closing: who had a ballot and lost their access to the board or the meeting while the vote was open. They
  -- still count as eligible voters.
  inactive_ids uuid[] not null default '{}',
  -- For a vote that was entered afterwards: when the meeting was at its item, which decides who could vote. For a vote
  -- that was open when the server adjourned: until when voters were present.
  held_at timestamptz,
  -- The chair's casting vote on a tie.
  casting_choice text check (casting_choice in ('for', 'against')),
  cast_at timestamptz,
  unique (board_id, id),
  unique (board_id, id, is_secret),
  constraint votes_closed check ((state in ('open', 'void')) = (closed_at is null)),
  constraint votes_counted check (
    (closed_at is null) = (num_nulls(votes_for, votes_against, abstentions, eligible, present, needed, in_office) = 7)
    and num_nulls(votes_for, votes_against, abstentions, eligible, present, needed, in_office) in (0, 7)
  ),
  constraint votes_all_counted check (votes_for + votes_against + abstentions <= eligible),
  constraint votes_casting check ((casting_choice is null) = (cast_at is null) and (casting_choice is null or casting_vote)),
  constraint votes_held check (held_at is null or way in ('named', 'hands') or held_at >= opened_at),
  constraint votes_silent check (silent_ids is null or way = 'named' and closed_at is not null),
  foreign key (board_id, meeting_id) references meetings (board_id, id),
  foreign key (board_id, motion_id) references motions (board_id, id),
  foreign key (board_id, body_id) references bodies (board_id, id),
  foreign key (board_id, chair_id) references members (board_id, id),
  foreign key (board_id, opened_by) references members (board_id, id),
  foreign key (board_id, closed_by) references members (board_id, id)
);
-- If two votes are opened at once, one succeeds.
create unique index votes_open on votes (board_id, meeting_id) where state = 'open';
create index votes_meeting on votes (board_id, meeting_id, opened_at);
create index votes_motion on votes (board_id, motion_id);
create index votes_body on votes (board_id, body_id);
create index votes_chair on votes (board_id, chair_id) where chair_id is not null;
create index votes_opener on votes (board_id, opened_by);
create index votes_closer on votes (board_id, closed_by) where closed_by is not null;
create index votes_papers on votes using gin (papers jsonb_path_ops);

-- Stored separately, because the vote's row is final once closed.
create table vote_voids (
  board_id uuid not null references boards,
  vote_id uuid not null,
  -- Someone objected to an unopposed vote.
  by_objection boolean not null,
  reason text not null check (length(reason) <= 500),
  voided_by uuid not null,
  at timestamptz not null,
  primary key (board_id, vote_id),
  foreign key (board_id, vote_id) references votes (board_id, id),
  foreign key (board_id, voided_by) references members (board_id, id)
);
create index vote_voids_member on vote_voids (board_id, voided_by);

-- Stored separately, because the vote's row is final once closed. The last correction counts.
create table hand_corrections (
  board_id uuid not null references boards,
  vote_id uuid not null,
  at timestamptz not null,
  corrected_by uuid not null,
  votes_for int not null check (votes_for >= 0),
  votes_against int not null check (votes_against >= 0),
  abstentions int not null check (abstentions >= 0),
  primary key (board_id, vote_id, at),
  foreign key (board_id, vote_id) references votes (board_id, id),
  foreign key (board_id, corrected_by) references members (board_id, id)
);
create index hand_corrections_member on hand_corrections (board_id, corrected_by);

-- The last ballot of each voter in named votes. Secret votes have none.
create table ballots (
  board_id uuid not null references boards,
  vote_id uuid not null,
  is_secret boolean not null default false check (not is_secret),
  member_id uuid not null,
  choice text not null check (choice in ('for', 'against', 'abstain')),
  -- The voter's ballot is named in the minutes at their request.
  is_named boolean not null,
  -- SHA-256 of the ballot's key.
  key_hash bytea check (length(key_hash) = 32),
  -- Keys of the replaced ballots, newest first: a late retry of an earlier ballot must not count again.
  earlier_key_hashes bytea[] not null default '{}' check (cardinality(earlier_key_hashes) <= 100),
  -- The desk entered it on the voter's spoken word.
  entered_by uuid,
  at timestamptz not null,
  primary key (board_id, vote_id, member_id),
  foreign key (board_id, vote_id, is_secret) references votes (board_id, id, is_secret),
  foreign key (board_id, member_id) references members (board_id, id),
  foreign key (board_id, entered_by) references members (board_id, id)
);
create index ballots_member on ballots (board_id, member_id);
create index ballots_enterer on ballots (board_id, entered_by) where entered_by is not null;

-- The people who took part in a secret vote, without time, order or choice.
create table vote_participations (
  board_id uuid not null references boards,
  vote_id uuid not null,
  is_secret boolean not null default true check (is_secret),
  member_id uuid not null,
  key_hash bytea not null check (length(key_hash) = 32),
  primary key (board_id, vote_id, member_id),
  foreign key (board_id, vote_id, is_secret) references votes (board_id, id, is_secret),
  foreign key (board_id, member_id) references members (board_id, id)
);
create index vote_participations_member on vote_participations (board_id, member_id);

-- The three counts of a secret vote. Each ballot writes all of them.
create table vote_tallies (
  board_id uuid not null references boards,
  vote_id uuid not null,
  is_secret boolean not null default true check (is_secret),
  choice text not null check (choice in ('for', 'against', 'abstain')),
  votes int not null default 0 check (votes >= 0),
  primary key (board_id, vote_id, choice),
  foreign key (board_id, vote_id, is_secret) references votes (board_id, id, is_secret)
);

-- Numbers of carried resolutions per body and year, without gaps. A voided one keeps its number.
create table resolution_numbers (
  board_id uuid not null references boards,
  body_id uuid not null,
  year int not null,
  sequence int not null check (sequence >= 1),
  -- The number as it is written, regardless of later names of its body.
  number text not null,
  -- Exactly one is set.
  vote_id uuid,
  written_id uuid,
  primary key (board_id, body_id, year, sequence),
  unique (board_id, vote_id),
  constraint resolution_numbers_written unique (board_id, written_id),
  constraint resolution_numbers_one check (num_nonnulls(vote_id, written_id) = 1),
  foreign key (board_id, body_id) references bodies (board_id, id),
  foreign key (board_id, vote_id) references votes (board_id, id)
);

call schema_tools.keep_within_board(
  'motions', 'motion_wordings', 'votes', 'vote_voids', 'hand_corrections', 'ballots', 'vote_participations', 'vote_tallies',
  'resolution_numbers'
);
-- The job after closing a secret vote removes dead rows of the counts, which contain the transaction id of the row that
-- names the participant.
grant maintain on vote_participations, vote_tallies to dais_serving;
create policy gate on motions for select to dais_gate using (true);
grant select on motions to dais_gate;

-- A closed vote is final, with its ballots and number. Only the chair's decision of a tie can still change it.
create function keep_closed_vote() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'open' and not (
    old.state = 'tied' and new.state in ('carried', 'not-carried') and new.casting_choice is not null
    and to_jsonb(new) - '{state,casting_choice,cast_at}'::text[] = to_jsonb(old) - '{state,casting_choice,cast_at}'::text[]
  ) then
    raise exception 'This vote is closed.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function keep_cast_ballots() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  kept record;
begin
  if tg_op = 'INSERT' then kept := new; else kept := old; end if;
  perform from public.votes v where v.board_id = kept.board_id and v.id = kept.vote_id and v.state = 'open';
  if not found then
    raise exception 'This vote is closed.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function keep_for_ever() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'This row of % is final.', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
revoke all on function keep_closed_vote, keep_cast_ballots, keep_for_ever from public;
create trigger keep_closed_vote after update on votes for each row execute function keep_closed_vote();
create trigger keep_votes after delete on votes for each row execute function keep_for_ever();
create trigger keep_voids after update or delete on vote_voids for each row execute function keep_for_ever();
create trigger keep_hand_corrections after update or delete on hand_corrections for each row execute function keep_for_ever();
create trigger keep_numbers after update or delete on resolution_numbers for each row execute function keep_for_ever();
create trigger keep_cast_ballots after insert or update or delete on ballots for each row execute function keep_cast_ballots();
create trigger keep_participations after insert or update or delete on vote_participations
  for each row execute function keep_cast_ballots();
create trigger keep_tallies after update or delete on vote_tallies for each row execute function keep_cast_ballots();

-- Documents of a vote are not deleted, and get no new file while the vote is open.
create function keep_voted_papers() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  board uuid;
  paper uuid;
begin
  if tg_table_name = 'document_versions' then
    board := new.board_id;
    paper := new.document_id;
  else
    board := old.board_id;
    paper := old.id;
  end if;
  perform from public.votes v
  where v.board_id = board and v.papers @> jsonb_build_array(jsonb_build_object('document_id', paper))
    and (tg_table_name = 'documents' or v.state = 'open');
  if found then
    raise exception 'This paper was put to the vote.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
revoke all on function keep_voted_papers from public;
create trigger keep_voted_paper after delete on documents for each row execute function keep_voted_papers();
create trigger keep_voted_paper_there after update of deleted_at on documents for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function keep_voted_papers();
create trigger keep_version_of_voted_paper after insert on document_versions for each row execute function keep_voted_papers();

-- A member's declarations on an agenda item: an interest, with which they may recuse themselves from deciding.
create table declarations (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  agenda_item_id uuid not null,
  member_id uuid not null,
  nature text not null,
  declared_at timestamptz not null,
  -- The member has no vote on the item from this time.
  recused_at timestamptz,
  -- The desk lets the member vote again.
  lifted_at timestamptz,
  lifted_by uuid,
  -- The desk withholds the item, with a reason; the member sees nothing of it. A declaration is not required.
  withheld_at timestamptz,
  withheld_by uuid,
  reason text not null default '' check (length(reason) <= 500),
  constraint declarations_nature check (length(nature) <= 500 and (nature <> '' or withheld_at is not null)),
  constraint declarations_withheld check (
    (withheld_at is null) = (withheld_by is null) and (withheld_at is null or (recused_at <= withheld_at and reason <> ''))
  ),
  constraint declarations_in_order check (recused_at >= declared_at and lifted_at >= declared_at),
  constraint declarations_lifted check ((lifted_at is null) = (lifted_by is null)),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, agenda_item_id) references agenda_items (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id),
  foreign key (board_id, lifted_by) references members (board_id, id),
  foreign key (board_id, withheld_by) references members (board_id, id)
);
create unique index declarations_standing on declarations (board_id, agenda_item_id, member_id) where lifted_at is null;
create index declarations_meeting on declarations (board_id, meeting_id);
create index declarations_item on declarations (board_id, agenda_item_id);
create index declarations_member on declarations (board_id, member_id);
create index declarations_lifter on declarations (board_id, lifted_by) where lifted_by is not null;
create index declarations_withholder on declarations (board_id, withheld_by) where withheld_by is not null;
call schema_tools.keep_within_board('declarations');

-- Items withheld from a member, whatever their role: an agenda item, its sub-items, and everything that is or was in
-- them. There is one row per thing, since things moved out of the item remain withheld. Ids have no foreign keys,
-- because the log outlives its subjects and remains withheld with them.
create table withheld (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  member_id uuid not null,
  subject_id uuid not null,
  -- The item that the desk withheld. Lifting ends all of its rows.
  agenda_item_id uuid not null,
  withheld_by uuid not null,
  reason text not null check (length(reason) between 1 and 500),
  withheld_at timestamptz not null,
  -- Rows are not deleted, because past quorums are recomputed from them.
  lifted_at timestamptz,
  constraint withheld_in_order check (lifted_at >= withheld_at),
  constraint withheld_never_by_oneself check (withheld_by <> member_id),
  foreign key (board_id, member_id) references members (board_id, id),
  foreign key (board_id, withheld_by) references members (board_id, id)
);
create unique index withheld_standing on withheld (board_id, member_id, subject_id, agenda_item_id) where lifted_at is null;
create index withheld_subject on withheld (board_id, subject_id);
create index withheld_item on withheld (board_id, agenda_item_id);
create index withheld_by on withheld (board_id, withheld_by);
create index withheld_member on withheld (board_id, member_id);
call schema_tools.keep_within_board('withheld');
create policy gate on withheld for select to dais_gate using (true);
grant select (board_id, member_id, subject_id, lifted_at) on withheld to dais_gate;

-- Withholds a thing from everyone from whom its item is withheld, no earlier than the given instant.
create function withhold_with_item(of_board uuid, subject uuid, item uuid, since timestamptz default '-infinity') returns void
language sql set search_path = pg_catalog, public, pg_temp as $$
  insert into withheld (board_id, member_id, subject_id, agenda_item_id, withheld_by, reason, withheld_at)
  select w.board_id, w.member_id, subject, w.agenda_item_id, w.withheld_by, w.reason, greatest(w.withheld_at, since)
  from withheld w where w.board_id = of_board and w.subject_id = item and w.lifted_at is null
  on conflict do nothing
$$;

-- For tables whose rows belong to agenda items by `agenda_item_id`. The item's row is locked, so that a concurrent
-- addition and withholding see each other: the second waits and then reads again.
create function withhold_in_item() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from agenda_items i where i.board_id = new.board_id and i.id = new.agenda_item_id for key share;
  perform withhold_with_item(new.board_id, new.id, new.agenda_item_id);
  return null;
end $$;

-- Returns the following items until one that is no deeper than the item.
create function sub_items_of(of_board uuid, item uuid) returns table (id uuid)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select sub.id
  from agenda_items above
  join agenda_items sub on sub.board_id = above.board_id and sub.meeting_id = above.meeting_id and sub.position > above.position
  where above.board_id = of_board and above.id = item and sub.depth > above.depth and not exists (
    select from agenda_items next
    where next.board_id = above.board_id and next.meeting_id = above.meeting_id
      and next.position > above.position and next.position < sub.position and next.depth <= above.depth
  )
$$;
create function withhold_sub_items(of_board uuid, item uuid, since timestamptz default '-infinity') returns void
language sql set search_path = pg_catalog, public, pg_temp as $$
  select withhold_with_item(of_board, sub.id, item, since) from sub_items_of(of_board, item) sub
$$;

-- Withholds the items of a meeting that were moved under a withheld item, from the given instant.
create function withhold_moved_under(of_board uuid, meeting uuid, since timestamptz) returns void
language sql set search_path = pg_catalog, public, pg_temp as $$
  select withhold_sub_items(of_board, item.id, since)
  from agenda_items item
  where item.board_id = of_board and item.meeting_id = meeting and exists (
    select from withheld w where w.board_id = item.board_id and w.subject_id = item.id and w.lifted_at is null
  )
$$;

-- Runs when the agenda is in order again, for all moved rows together. A new item has no past.
create function withhold_moved_items() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  done text := coalesce(current_setting('dais.withheld_meetings', true), '');
begin
  if position(new.meeting_id::text in done) > 0 then
    return null;
  end if;
  perform set_config('dais.withheld_meetings', concat_ws(' ', done, new.meeting_id), true);
  perform withhold_moved_under(
    new.board_id, new.meeting_id, case when tg_op = 'INSERT' then new.created_at else clock_timestamp() end
  );
  return null;
end $$;

-- The original of an item and its other copies, except in adjourned meetings that the member was present in, since they
-- have already seen those copies.
create function copies_of(of_board uuid, item uuid, member uuid) returns table (id uuid, meeting_id uuid)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select other.id, other.meeting_id
  from agenda_items own
  join agenda_items other on other.board_id = own.board_id and other.id <> own.id
    and (other.id = own.copied_from or other.copied_from in (own.id, own.copied_from))
  where own.board_id = of_board and own.id = item and not exists (
    select from meeting_rooms r
    join presences p on p.board_id = r.board_id and p.meeting_id = r.meeting_id and p.member_id = copies_of.member
    where r.board_id = other.board_id and r.meeting_id = other.meeting_id and r.phase = 'adjourned'
  )
$$;

-- A new copy is withheld from everyone from whom its original or another copy is withheld.
create function withhold_copy() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from agenda_items i where i.board_id = new.board_id and new.copied_from in (i.id, i.copied_from) order by i.id for key share;
  perform withhold_with_item(new.board_id, new.id, i.id) from agenda_items i
  where i.board_id = new.board_id and new.copied_from in (i.id, i.copied_from);
  return null;
end $$;

-- Withholding an item includes everything in it and its copies.
create function withhold_what_is_in() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from agenda_items i where i.board_id = new.board_id and i.id = new.subject_id for update;
  perform withhold_sub_items(new.board_id, new.subject_id);
  perform withhold_with_item(new.board_id, d.id, new.subject_id) from documents d
  where d.board_id = new.board_id and d.agenda_item_id = new.subject_id;
  perform withhold_with_item(new.board_id, m.id, new.subject_id) from motions m
  where m.board_id = new.board_id and m.agenda_item_id = new.subject_id;
  insert into withheld (board_id, member_id, subject_id, agenda_item_id, withheld_by, reason, withheld_at)
  select new.board_id, new.member_id, copy.id, new.agenda_item_id, new.withheld_by, new.reason, new.withheld_at
  from copies_of(new.board_id, new.subject_id, new.member_id) copy
  on conflict do nothing;
  perform withhold_with_item(new.board_id, a.id, new.subject_id) from action_items a
  where a.board_id = new.board_id and a.agenda_item_id = new.subject_id;
  return null;
end $$;
revoke all on function
  withhold_with_item, withhold_in_item, sub_items_of, withhold_sub_items, withhold_moved_under, withhold_moved_items, withhold_what_is_in,
  copies_of, withhold_copy
  from public;
grant execute on function withhold_with_item, withhold_sub_items, withhold_moved_under, sub_items_of, copies_of to dais_serving;

create trigger withhold_what_is_in after insert on withheld for each row execute function withhold_what_is_in();
create trigger withhold_copy after insert on agenda_items
  for each row when (new.copied_from is not null) execute function withhold_copy();
create constraint trigger withhold_moved_items after insert or update of position, depth on agenda_items
  deferrable initially deferred for each row execute function withhold_moved_items();
create trigger withhold_in_item after insert or update of agenda_item_id on documents
  for each row when (new.agenda_item_id is not null) execute function withhold_in_item();
create trigger withhold_in_item after insert or update of agenda_item_id on motions
  for each row execute function withhold_in_item();
create trigger withhold_in_item after insert or update of agenda_item_id on action_items
  for each row when (new.agenda_item_id is not null) execute function withhold_in_item();

-- A person who is removed and returns has another member. Items that were withheld from their account at the removal
-- remain withheld, as do those that they recused themselves from in meetings that have not begun. Runs at the end of
-- the transaction, because agenda items are locked last.
create function keep_withheld_from_account() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  before uuid := (
    select m.id from members m
    where m.board_id = new.board_id and m.user_id = new.user_id and m.id <> new.id and m.removed_at is not null
    order by m.removed_at desc, m.id desc limit 1
  );
begin
  if before is null then
    return null;
  end if;
  insert into withheld (board_id, member_id, subject_id, agenda_item_id, withheld_by, reason, withheld_at)
  select w.board_id, new.id, w.subject_id, w.agenda_item_id, w.withheld_by, w.reason, w.withheld_at
  from withheld w where w.board_id = new.board_id and w.member_id = before and w.lifted_at is null
  order by w.subject_id
  on conflict do nothing;
  -- The former member's rows have ended; past quorums are computed from both.
  update withheld w set lifted_at = greatest(now(), w.withheld_at)
  where w.board_id = new.board_id and w.member_id = before and w.lifted_at is null;
  update declarations d set member_id = new.id
  where d.board_id = new.board_id and d.member_id = before and d.lifted_at is null and not exists (
    select from meeting_rooms r where r.board_id = d.board_id and r.meeting_id = d.meeting_id and r.phase <> 'not-begun'
  ) and not exists (
    select from meeting_minutes m where m.board_id = d.board_id and m.meeting_id = d.meeting_id and m.state = 'approved'
  ) and not exists (
    select from declarations own
    where own.board_id = d.board_id and own.agenda_item_id = d.agenda_item_id and own.member_id = new.id and own.lifted_at is null
  );
  return null;
end $$;
revoke all on function keep_withheld_from_account from public;
create constraint trigger keep_withheld_from_account after insert or update of user_id on members
  deferrable initially deferred for each row when (new.user_id is not null and new.removed_at is null)
  execute function keep_withheld_from_account();

-- Written resolutions: texts that a body decides on without a meeting.

create table written_resolutions (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  body_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  text text not null check (length(text) between 1 and 5000),
  state text not null default 'draft'
    check (state in ('draft', 'circulating', 'passed', 'not-passed', 'withdrawn', 'to-meeting')),
  revision int not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  -- How often it was circulated; ballots of earlier rounds do not count.
  round int not null default 0 check (round >= 0),
  circulated_by uuid,
  circulated_at timestamptz,
  -- The deadline, which is paused from `stopped_at` while the board is suspended.
  ends_at timestamptz,
  stopped_at timestamptz,
  -- When the desk last reminded those who had not answered.
  reminded_at timestamptz,
  -- Fixed when it was circulated.
  needs text check (needs in ('all', 'majority')),
  may_object boolean,
  ballots_shown_to text check (ballots_shown_to in ('desk', 'body', 'audience')),
  -- {rule, at_least, seats, recused_counts}
  quorum_rule jsonb,
  -- Whether voters confirm with their password.
  confirms_ballots boolean not null default false,
  -- The documents of the vote in order: {document_id, title, version_id}.
  papers jsonb not null default '[]',
  decided_at timestamptz,
  -- The member who withdrew it or requested a meeting; null for the server.
  ended_by uuid,
  reason text not null default '' check (length(reason) <= 500),
  votes_for int check (votes_for >= 0),
  votes_against int check (votes_against >= 0),
  abstentions int check (abstentions >= 0),
  -- Voters who were no longer active in the body when it ended.
  left_ids uuid[] not null default '{}',
  words tsvector generated always as (
    setweight(search_vector(board_id, title), 'A') || search_vector(board_id, text)
  ) stored,
  unique (board_id, id),
  constraint written_circulated check (
    num_nulls(circulated_by, circulated_at, ends_at, needs, may_object, ballots_shown_to, quorum_rule) = case when round = 0 then 7 else 0 end
  ),
  constraint written_draft check (
    case when state = 'draft' then round = 0 when state = 'withdrawn' then true else round > 0 end
  ),
  constraint written_stopped check (stopped_at is null or state = 'circulating'),
  constraint written_decided check ((state in ('draft', 'circulating')) = (decided_at is null)),
  constraint written_ended check (ended_by is null or state in ('withdrawn', 'to-meeting')),
  constraint written_counted check (
    num_nulls(votes_for, votes_against, abstentions) = case when state in ('passed', 'not-passed') then 0 else 3 end
  ),
  foreign key (board_id, body_id) references bodies (board_id, id),
  foreign key (board_id, created_by) references members (board_id, id),
  foreign key (board_id, circulated_by) references members (board_id, id),
  foreign key (board_id, ended_by) references members (board_id, id)
);
create index written_resolutions_body on written_resolutions (board_id, body_id);
create index written_resolutions_creator on written_resolutions (board_id, created_by);
create index written_resolutions_circulator on written_resolutions (board_id, circulated_by) where circulated_by is not null;
create index written_resolutions_ender on written_resolutions (board_id, ended_by) where ended_by is not null;
create index written_resolutions_due on written_resolutions (ends_at) where state = 'circulating';
create index written_resolutions_words on written_resolutions using gin (words) with (fastupdate = off);
alter table documents add foreign key (board_id, written_resolution_id) references written_resolutions (board_id, id);

-- The voters of each round. For a draft (round 0) only the recused ones.
create table written_voters (
  board_id uuid not null references boards,
  resolution_id uuid not null,
  round int not null,
  member_id uuid not null,
  is_recused boolean not null,
  primary key (board_id, resolution_id, round, member_id),
  unique (board_id, resolution_id, round, member_id, is_recused),
  foreign key (board_id, resolution_id) references written_resolutions (board_id, id),
  foreign key (board_id, member_id) references members (board_id, id)
);
create index written_voters_member on written_voters (board_id, member_id);

-- The last ballot of each voter and round.
create table written_ballots (
  board_id uuid not null references boards,
  resolution_id uuid not null,
  round int not null check (round > 0),
  member_id uuid not null,
  is_recused boolean not null default false check (not is_recused),
  choice text not null check (choice in ('for', 'against', 'abstain')),
  reason text not null default '' check (length(reason) <= 500),
  at timestamptz not null,
  primary key (board_id, resolution_id, round, member_id),
  foreign key (board_id, resolution_id, round, member_id, is_recused)
    references written_voters (board_id, resolution_id, round, member_id, is_recused)
);
create index written_ballots_member on written_ballots (board_id, member_id);

-- Made once, when it has passed.
create table written_files (
  board_id uuid not null references boards,
  resolution_id uuid not null,
  bytes bytea not null,
  made_at timestamptz not null,
  primary key (board_id, resolution_id),
  foreign key (board_id, resolution_id) references written_resolutions (board_id, id)
);

call schema_tools.keep_within_board('written_resolutions', 'written_voters', 'written_ballots', 'written_files');
alter table resolution_numbers
  add constraint resolution_numbers_of_written foreign key (board_id, written_id) references written_resolutions (board_id, id);

-- The text is fixed once circulated, and everything is fixed once decided.
create function keep_written_resolution() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state not in ('draft', 'circulating') then
    raise exception 'This resolution is decided.' using errcode = 'integrity_constraint_violation';
  end if;
  if old.state = 'circulating'
    and (old.title, old.text, old.body_id, old.papers) is distinct from (new.title, new.text, new.body_id, new.papers) then
    raise exception 'This resolution circulates.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
-- Documents are fixed once circulated; those deleted before may be purged. Adding or restoring a document is refused
-- like a change.
create function keep_papers_of_resolution() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  papers public.documents[];
begin
  if tg_table_name = 'document_versions' then
    papers := array(select d from public.documents d where d.board_id = new.board_id and d.id = new.document_id);
  elsif tg_op = 'INSERT' then
    papers := array[new];
  elsif tg_op = 'DELETE' then
    papers := array[old];
  else
    papers := array[old, new];
  end if;
  if exists (
    select from unnest(papers) paper
    join public.written_resolutions w on w.board_id = paper.board_id and w.id = paper.written_resolution_id
    where paper.deleted_at is null and w.round > 0
  ) then
    raise exception 'This paper was put to the vote.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
-- Ballots belong to the circulating round; voters are written at its start.
create function keep_written_rows() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  kept record;
begin
  if tg_op = 'INSERT' then kept := new; else kept := old; end if;
  perform from public.written_resolutions w
    where w.board_id = kept.board_id and w.id = kept.resolution_id and w.round = kept.round
      and (w.state = 'circulating' and (tg_table_name = 'written_ballots' or tg_op = 'INSERT')
        or w.state = 'draft' and tg_table_name = 'written_voters');
  if not found then
    raise exception 'This resolution is not open for it.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
-- Deadlines are paused while a board is suspended. One that had already passed remains passed.
create function stop_written_deadlines() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.suspended_at is not null then
    update public.written_resolutions w set stopped_at = clock_timestamp()
      where w.board_id = new.id and w.state = 'circulating' and w.stopped_at is null;
  else
    update public.written_resolutions w set
        ends_at = case when w.ends_at > w.stopped_at then w.ends_at + (clock_timestamp() - w.stopped_at) else w.ends_at end,
        stopped_at = null
      where w.board_id = new.id and w.state = 'circulating' and w.stopped_at is not null;
  end if;
  return null;
end $$;
revoke all on function keep_written_resolution, keep_papers_of_resolution, keep_written_rows, stop_written_deadlines from public;
create trigger keep_written_resolution after update on written_resolutions for each row execute function keep_written_resolution();
create trigger keep_written_resolutions after delete on written_resolutions for each row execute function keep_for_ever();
create trigger keep_written_voters after insert or update or delete on written_voters
  for each row execute function keep_written_rows();
create trigger keep_written_ballots after insert or update or delete on written_ballots
  for each row execute function keep_written_rows();
create trigger keep_written_files after update or delete on written_files for each row execute function keep_for_ever();
create trigger keep_added_paper after insert on documents for each row
  when (new.written_resolution_id is not null) execute function keep_papers_of_resolution();
create trigger keep_changed_paper after update of title, position, deleted_at, hidden, written_resolution_id on documents for each row
  when (old.written_resolution_id is not null or new.written_resolution_id is not null) execute function keep_papers_of_resolution();
create trigger keep_removed_paper after delete on documents for each row
  when (old.written_resolution_id is not null) execute function keep_papers_of_resolution();
create trigger keep_version_of_paper after insert on document_versions for each row execute function keep_papers_of_resolution();
create trigger stop_written_deadlines after update of suspended_at on boards for each row
  when ((old.suspended_at is null) <> (new.suspended_at is null)) execute function stop_written_deadlines();

-- Resolutions on all boards whose deadline has passed.
create policy gate on written_resolutions for select to dais_gate using (true);
grant select on written_resolutions to dais_gate;
create function gate.written_resolutions_due(most int)
returns table (board_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select w.board_id, w.id
  from public.written_resolutions w join public.boards b on b.id = w.board_id
  where w.state = 'circulating' and w.stopped_at is null and b.suspended_at is null and w.ends_at <= clock_timestamp()
  order by w.ends_at
  limit most
$$;
call schema_tools.open_gate('written_resolutions_due');

-- Minutes of meetings, derived from the record. Only what is written, circulated and approved is stored.

create table meeting_minutes (
  meeting_id uuid primary key,
  board_id uuid not null references boards,
  state text not null default 'draft' check (state in ('draft', 'circulated', 'approved')),
  -- How often they were circulated.
  version int not null default 0 check (version >= 0),
  begun_at timestamptz not null,
  begun_by uuid,
  -- The last day for comments; null if there are no comments.
  comments_until date,
  -- The version for which reminders to comment were sent.
  reminded_version int not null default 0,
  approved_at timestamptz,
  -- The vote or resolution that approved them; only one is set.
  approved_vote_id uuid,
  approved_written_id uuid,
  unique (board_id, meeting_id),
  constraint meeting_minutes_circulated check ((state = 'draft') = (version = 0)),
  constraint meeting_minutes_approved check (
    (state = 'approved') = (approved_at is not null)
    and num_nonnulls(approved_vote_id, approved_written_id) = (state = 'approved')::int
  ),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, begun_by) references members (board_id, id),
  foreign key (board_id, approved_vote_id) references votes (board_id, id),
  foreign key (board_id, approved_written_id) references written_resolutions (board_id, id)
);
create index meeting_minutes_beginner on meeting_minutes (board_id, begun_by) where begun_by is not null;
create unique index meeting_minutes_vote on meeting_minutes (board_id, approved_vote_id) where approved_vote_id is not null;
create unique index meeting_minutes_written on meeting_minutes (board_id, approved_written_id) where approved_written_id is not null;
create index meeting_minutes_commented on meeting_minutes (comments_until) where state = 'circulated';

-- One row per agenda item with notes, by its id; for all items once circulated. It outlives its item.
create table minutes_sections (
  id uuid primary key,
  board_id uuid not null references boards,
  meeting_id uuid not null,
  -- Number and title as of the last writing or circulation.
  number text not null check (length(number) <= 20),
  depth int not null check (depth between 0 and 2),
  position int not null,
  title text not null check (length(title) <= 300),
  kind text check (kind in ('declarations', 'minutes', 'action-items', 'written-resolutions')),
  notes jsonb not null,
  -- The text of the notes for search; once circulated, that of the last circulation.
  text text not null default '' check (length(text) <= 20000),
  revision int not null default 0 check (revision >= 0),
  changed_at timestamptz,
  changed_by uuid,
  words tsvector generated always as (
    setweight(search_vector(board_id, title), 'A') || search_vector(board_id, text)
  ) stored,
  unique (board_id, id),
  constraint minutes_sections_changed check (num_nulls(changed_at, changed_by) = case when revision = 0 then 2 else 0 end),
  foreign key (board_id, meeting_id) references meeting_minutes (board_id, meeting_id) on delete cascade,
  foreign key (board_id, changed_by) references members (board_id, id)
);
create index minutes_sections_meeting on minutes_sections (board_id, meeting_id, position);
create index minutes_sections_writer on minutes_sections (board_id, changed_by) where changed_by is not null;
create index minutes_sections_words on minutes_sections using gin (words) with (fastupdate = off);

-- Earlier wordings of a section. Saves of one writer within a few minutes count as one.
create table minutes_wordings (
  board_id uuid not null references boards,
  section_id uuid not null,
  revision int not null check (revision > 0),
  notes jsonb not null,
  written_by uuid not null,
  -- The time of the first save and of the last.
  begun_at timestamptz not null,
  at timestamptz not null,
  primary key (board_id, section_id, revision),
  foreign key (board_id, section_id) references minutes_sections (board_id, id) on delete cascade,
  foreign key (board_id, written_by) references members (board_id, id)
);
create index minutes_wordings_writer on minutes_wordings (board_id, written_by);

-- The members who are writing; valid for a few seconds.
create table minutes_writers (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  member_id uuid not null,
  section_id uuid not null,
  at timestamptz not null,
  primary key (board_id, meeting_id, member_id),
  foreign key (board_id, meeting_id) references meeting_minutes (board_id, meeting_id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index minutes_writers_member on minutes_writers (board_id, member_id);

-- Everything that was circulated or put to the vote, as it was then. The last version is the approved one.
create table minutes_versions (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  version int not null check (version > 0),
  at timestamptz not null,
  circulated_by uuid not null,
  -- 0 if it was put to the vote without being circulated first.
  recipients int not null,
  -- [{section_id, number, title}]: differences to the previous version; section_id is null for the head.
  changes jsonb not null,
  document jsonb not null,
  primary key (board_id, meeting_id, version),
  foreign key (board_id, meeting_id) references meeting_minutes (board_id, meeting_id) on delete cascade,
  foreign key (board_id, circulated_by) references members (board_id, id)
);
create index minutes_versions_member on minutes_versions (board_id, circulated_by);

create table minutes_comments (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  section_id uuid not null,
  author_id uuid not null,
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'taken-over', 'declined')),
  settled_at timestamptz,
  settled_by uuid,
  reason text not null default '' check (length(reason) <= 500),
  unique (board_id, id),
  constraint minutes_comments_settled check (num_nulls(settled_at, settled_by) = case when state = 'open' then 2 else 0 end),
  foreign key (board_id, meeting_id) references meeting_minutes (board_id, meeting_id) on delete cascade,
  foreign key (board_id, section_id) references minutes_sections (board_id, id) on delete cascade,
  foreign key (board_id, author_id) references members (board_id, id),
  foreign key (board_id, settled_by) references members (board_id, id)
);
create index minutes_comments_meeting on minutes_comments (board_id, meeting_id);
create index minutes_comments_section on minutes_comments (board_id, section_id);
create index minutes_comments_author on minutes_comments (board_id, author_id);
create index minutes_comments_settler on minutes_comments (board_id, settled_by) where settled_by is not null;

-- The decision that approves the minutes: a motion on an item of the body's next meeting, or a written resolution.
create table minutes_decisions (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  motion_id uuid,
  written_id uuid,
  unique (board_id, motion_id),
  unique (board_id, written_id),
  constraint minutes_decisions_one check (num_nonnulls(motion_id, written_id) = 1),
  foreign key (board_id, meeting_id) references meeting_minutes (board_id, meeting_id) on delete cascade,
  foreign key (board_id, motion_id) references motions (board_id, id) on delete cascade,
  foreign key (board_id, written_id) references written_resolutions (board_id, id)
);
create index minutes_decisions_meeting on minutes_decisions (board_id, meeting_id);

-- Additions to approved minutes.
create table minutes_addenda (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  number int not null check (number >= 1),
  text text not null check (length(text) between 1 and 5000),
  added_by uuid not null,
  at timestamptz not null,
  unique (board_id, meeting_id, number),
  foreign key (board_id, meeting_id) references meeting_minutes (board_id, meeting_id),
  foreign key (board_id, added_by) references members (board_id, id)
);
create index minutes_addenda_member on minutes_addenda (board_id, added_by);

-- Files of each circulated version and of the approved minutes; made once.
create table minutes_files (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  version int not null check (version > 0),
  is_approved boolean not null,
  bytes bytea not null,
  made_at timestamptz not null,
  primary key (board_id, meeting_id, version, is_approved),
  foreign key (board_id, meeting_id) references meeting_minutes (board_id, meeting_id)
);

call schema_tools.keep_within_board(
  'meeting_minutes', 'minutes_sections', 'minutes_wordings', 'minutes_writers', 'minutes_versions', 'minutes_comments',
  'minutes_decisions', 'minutes_addenda', 'minutes_files'
);

-- Approved minutes are final, and so are the facts of their meeting that they report.
create function keep_approved_minutes() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state = 'approved' or (tg_op = 'UPDATE' and new.version < old.version) then
    raise exception 'These minutes are approved.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function keep_approved_meeting() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  kept record;
  meeting uuid;
begin
  if tg_op = 'INSERT' then kept := new; else kept := old; end if;
  if tg_table_name in ('ballots', 'vote_participations', 'vote_tallies', 'vote_voids') then
    select v.meeting_id into meeting from public.votes v where v.board_id = kept.board_id and v.id = kept.vote_id;
  elsif tg_table_name = 'minutes_wordings' then
    select s.meeting_id into meeting from public.minutes_sections s where s.board_id = kept.board_id and s.id = kept.section_id;
  else
    meeting := kept.meeting_id;
  end if;
  perform from public.meeting_minutes m where m.board_id = kept.board_id and m.meeting_id = meeting and m.state = 'approved';
  if found then
    raise exception 'The minutes of this meeting are approved.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
-- Attendance and presence are final; replies and visits are not part of the minutes.
create function keep_approved_attendance() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.meeting_minutes m
    where m.board_id = old.board_id and m.meeting_id = old.meeting_id and m.state = 'approved';
  if found then
    raise exception 'The minutes of this meeting are approved.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
revoke all on function keep_approved_minutes, keep_approved_meeting, keep_approved_attendance from public;

create trigger keep_approved_minutes after update or delete on meeting_minutes for each row execute function keep_approved_minutes();
create trigger keep_approved_sections after insert or update or delete on minutes_sections
  for each row execute function keep_approved_meeting();
create trigger keep_approved_wordings after insert or update or delete on minutes_wordings
  for each row execute function keep_approved_meeting();
create trigger keep_approved_comments after insert or update or delete on minutes_comments
  for each row execute function keep_approved_meeting();
create trigger keep_approved_presences after insert or update or delete on presences
  for each row execute function keep_approved_meeting();
create trigger keep_approved_declarations after insert or update or delete on declarations
  for each row execute function keep_approved_meeting();
create trigger keep_approved_votes after insert or update or delete on votes
  for each row execute function keep_approved_meeting();
create trigger keep_approved_voids after insert on vote_voids for each row execute function keep_approved_meeting();
create trigger keep_approved_ballots after insert or update or delete on ballots
  for each row execute function keep_approved_meeting();
create trigger keep_approved_participations after insert or update or delete on vote_participations
  for each row execute function keep_approved_meeting();
create trigger keep_approved_tallies after update or delete on vote_tallies
  for each row execute function keep_approved_meeting();
create trigger keep_approved_attendance after update of attendance on invitees for each row
  when (old.attendance is distinct from new.attendance) execute function keep_approved_attendance();
create trigger keep_minutes_versions after update or delete on minutes_versions for each row execute function keep_for_ever();
create trigger keep_minutes_addenda after update or delete on minutes_addenda for each row execute function keep_for_ever();
create trigger keep_minutes_files after update or delete on minutes_files for each row execute function keep_for_ever();

-- Minutes whose comment period ends tomorrow, from 08:00 in the board's zone, without a reminder for their version.
create policy gate on meeting_minutes for select to dais_gate using (true);
create policy gate on minutes_sections for select to dais_gate using (true);
grant select on meeting_minutes, minutes_sections to dais_gate;
create function gate.minutes_comments_due(seen_at timestamptz, most int)
returns table (board_id uuid, meeting_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.board_id, m.meeting_id
  from public.meeting_minutes m
  join public.boards b on b.id = m.board_id
  join public.meetings t on t.board_id = m.board_id and t.id = m.meeting_id
  where m.state = 'circulated' and m.reminded_version < m.version
    and t.deleted_at is null and b.suspended_at is null
    and m.comments_until = gate.local_time(seen_at, b.time_zone)::date + 1
    and gate.local_time(seen_at, b.time_zone)::time >= '08:00'
  order by 1, 2 limit most
$$;
call schema_tools.open_gate('minutes_comments_due');
