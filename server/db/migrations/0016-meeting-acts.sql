-- What becomes of a meeting after it was written: moved, called off, reopened, attended, told of again.

alter table meetings
  -- When everybody was asked last: at publishing, and anew by each rescheduling. Reminders before that are none of theirs.
  add column asked_at timestamptz,
  add column cancelled_at timestamptz,
  -- Null: read-only once the time for edits is over.
  add column reopened_at timestamptz;
alter table meetings no force row level security;
update meetings set asked_at = published_at, cancelled_at = case when state = 'cancelled' then updated_at end;
alter table meetings force row level security;
create index meetings_deleted on meetings (deleted_at) where deleted_at is not null;
create index meetings_coming on meetings (starts_at) where state = 'published' and deleted_at is null;

-- Null: not marked. Nobody is marked in advance.
alter table invitees alter column attendance drop not null, alter column attendance drop default;
alter table invitees no force row level security;
update invitees set attendance = null where not attendance;
alter table invitees force row level security;

create table meeting_guests (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  role text not null default '' check (length(role) <= 200),
  created_at timestamptz not null default now(),
  unique (board_id, id),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade
);
create index meeting_guests_meeting on meeting_guests (board_id, meeting_id);

-- What members were told last. `told` is the meeting as they know it since then; what differs from it has changed.
create table meeting_notices (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  kind text not null check (kind in ('published', 'rescheduled', 'changed')),
  told jsonb not null,
  -- The lines of the message, in their order.
  changes jsonb not null default '[]',
  note text not null default '' check (length(note) <= 2000),
  created_at timestamptz not null default now(),
  unique (board_id, id),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade
);
create index meeting_notices_meeting on meeting_notices (board_id, meeting_id, created_at desc, id desc);

-- A time before the start is reminded of once, however many servers look; a meeting that moves is another start.
create table meeting_reminders (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  starts_at timestamptz not null,
  -- Null: an editor asked for it.
  minutes_before int,
  sent_at timestamptz not null default now(),
  mails int not null default 0,
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade
);
create unique index meeting_reminders_once on meeting_reminders (board_id, meeting_id, starts_at, minutes_before)
  where minutes_before is not null;
create index meeting_reminders_meeting on meeting_reminders (board_id, meeting_id, sent_at desc);

-- What a new meeting begins with.
create table meeting_defaults (
  board_id uuid primary key references boards,
  type text not null check (type in ('hybrid', 'in-person', 'remote')),
  length_minutes int not null check (length_minutes between 0 and 10080),
  location text not null default '' check (length(location) <= 300),
  join_url text not null default '' check (length(join_url) <= 2000),
  -- Items in reading order: title, presenter, minutes, description.
  agenda_items jsonb not null default '[]',
  updated_at timestamptz not null default now()
);

alter table boards add column reminder_minutes int[] not null default '{10080,1440}'
  check (cardinality(reminder_minutes) <= 10);

call house.keep_within_board('meeting_guests', 'meeting_notices', 'meeting_reminders', 'meeting_defaults');

create policy gate on meeting_reminders for select to dais_gate using (true);
grant select on meeting_reminders to dais_gate;

-- Meetings with a reminder time that has come and was not used yet. A time before everybody was asked counts for nothing.
create function gate.due_reminders(seen_at timestamptz, most int)
returns table (board_id uuid, meeting_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct t.board_id, t.id
  from public.meetings t
  join public.boards b on b.id = t.board_id and b.suspended_at is null
  cross join lateral unnest(b.reminder_minutes) as wanted (minutes)
  where t.state = 'published' and t.deleted_at is null and t.starts_at > seen_at
    and t.starts_at - make_interval(mins => wanted.minutes) <= seen_at
    and t.starts_at - make_interval(mins => wanted.minutes) > t.asked_at
    and not exists (
      select from public.meeting_reminders r
      where r.board_id = t.board_id and r.meeting_id = t.id and r.starts_at = t.starts_at and r.minutes_before = wanted.minutes
    )
  limit most
$$;

-- Meetings whose time to be restored is over.
create function gate.meetings_to_purge(deleted_before timestamptz, most int)
returns table (board_id uuid, meeting_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.board_id, t.id from public.meetings t where t.deleted_at < deleted_before order by t.deleted_at limit most
$$;

call house.open_gate('due_reminders', 'meetings_to_purge');
