-- `snapshot` contains the meeting as announced, so that later differences can be listed.
create table meeting_notices (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  kind text not null check (kind in ('published', 'rescheduled', 'cancelled', 'restored', 'changed', 'shown')),
  snapshot jsonb not null,
  changes jsonb not null default '[]',
  note text not null default '' check (length(note) <= 2000),
  created_at timestamptz not null default now(),
  unique (board_id, id),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade
);
create index meeting_notices_meeting on meeting_notices (board_id, meeting_id, id desc);
call schema_tools.keep_within_board('meeting_notices');

-- One row per meeting, start and reminder time, so that several servers send a reminder only once.
create table meeting_reminders (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  starts_at timestamptz not null,
  -- Unset if an editor requested the reminder.
  minutes_before int,
  sent_at timestamptz not null default now(),
  mails int not null default 0,
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade
);
create unique index meeting_reminders_once on meeting_reminders (board_id, meeting_id, starts_at, minutes_before)
  where minutes_before is not null;
create index meeting_reminders_meeting on meeting_reminders (board_id, meeting_id, sent_at desc);
call schema_tools.keep_within_board('meeting_reminders');
create policy gate on meeting_reminders for select to dais_gate using (true);
grant select on meeting_reminders to dais_gate;

-- Skips reminder times before the meeting was published or rescheduled.
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

-- Skips meetings that were published or rescheduled after the due time.
create function gate.due_briefs(seen_at timestamptz, most int)
returns table (board_id uuid, meeting_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.board_id, t.id
  from public.meetings t
  join public.boards b on b.id = t.board_id and b.suspended_at is null
  where t.state = 'published' and t.deleted_at is null and t.starts_at > seen_at
    and t.starts_at - make_interval(hours => 24 * b.brief_days) <= seen_at
    and t.starts_at - make_interval(hours => 24 * b.brief_days) > t.asked_at
    and t.briefed_start_at is distinct from t.starts_at
  limit most
$$;

call schema_tools.open_gate('due_reminders', 'due_briefs');
