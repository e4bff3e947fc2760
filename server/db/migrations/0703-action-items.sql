create table action_items (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  -- Either `body_id` or `meeting_id` is set.
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
  -- For each field, the last change with its member, time and revision.
  changes jsonb not null default '{}',
  created_at timestamptz not null,
  created_by uuid,
  ended_at timestamptz,
  -- Reminders begin on this date. This and the next column are dates in the board's time zone.
  reminders_from date not null,
  reminded_on date,
  link_generation int not null default 1,
  -- Unset if an editor has revoked the owner's link.
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

-- Sort changes by id, because those of one transaction have the same time.
create table action_item_changes (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  action_item_id uuid not null,
  member_id uuid,
  at timestamptz not null,
  by_link boolean not null,
  field text not null check (field in ('title', 'notes', 'owner', 'due_on', 'state')),
  old text not null,
  new text not null,
  foreign key (board_id, action_item_id) references action_items (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete set null (member_id)
);
create index action_item_changes_item on action_item_changes (board_id, action_item_id, id);
create index action_item_changes_member on action_item_changes (board_id, member_id) where member_id is not null;

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

-- The link expires 30 days after the action item has ended.
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

-- Reminders are due on the configured days before the due date and then weekly, up to eight times.
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

-- From 08:00 in the board's time zone, returns tomorrow's meetings of boards with overdue action items.
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
