-- Until a date is agreed, starts_at and ends_at are the first start and last end of the proposed dates.
create table meetings (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  audience_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  type text not null check (type in ('hybrid', 'in-person', 'remote')),
  state text not null default 'draft' check (state in ('draft', 'finding-date', 'published', 'cancelled')),
  finds_date boolean not null default false,
  -- Unset for a draft without a date.
  starts_at timestamptz,
  ends_at timestamptz,
  location text not null default '' check (length(location) <= 300),
  join_url text not null default '' check (length(join_url) <= 2000),
  description text not null default '' check (length(description) <= 10000),
  sequence int not null default 0,
  -- Increases with every change to items or documents, so that a page can ignore an older response that arrives late.
  agenda_revision int not null default 0,
  -- Counts are stored, so that lists of meetings need not compute them.
  agenda_item_count int not null default 0,
  document_count int not null default 0,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  -- Set when the meeting is published or restored or gets a new date. Reminders due before then are skipped.
  asked_at timestamptz,
  cancelled_at timestamptz,
  reopened_at timestamptz,
  -- The meeting's start time when the brief was sent. If that time changes, another brief is sent.
  briefed_start_at timestamptz,
  deleted_at timestamptz,
  shown_to uuid[] not null default '{}',
  words tsvector generated always as (
    setweight(search_vector(board_id, title), 'A') || search_vector(board_id, location) || search_vector(board_id, description)
  ) stored,
  unique (board_id, id),
  unique (board_id, audience_id),
  constraint meetings_end_not_before_start check (ends_at >= starts_at),
  constraint meetings_shown_draft check (shown_to = '{}' or state = 'draft' and deleted_at is null),
  constraint meetings_published_at check (state = 'draft' or published_at is not null),
  constraint meetings_finds_date check (case state when 'finding-date' then finds_date when 'published' then not finds_date else true end),
  constraint meetings_times check (
    case when starts_at is null or ends_at is null
      then starts_at is null and ends_at is null and state = 'draft'
      else true
    end
  ),
  foreign key (board_id, audience_id) references audiences (board_id, id),
  foreign key (board_id, created_by) references members (board_id, id)
);
create index meetings_board_start on meetings (board_id, starts_at desc) where deleted_at is null;
create index meetings_finding_date on meetings (board_id, starts_at) where state = 'finding-date' and deleted_at is null;
create index meetings_upcoming on meetings (starts_at) where state = 'published' and deleted_at is null;
create index meetings_deleted on meetings (deleted_at) where deleted_at is not null;
create index meetings_words on meetings using gin (words) with (fastupdate = off);
create index meetings_shown on meetings (board_id) where shown_to <> '{}';
call schema_tools.keep_within_board('meetings');
create policy gate on meetings for select to dais_gate using (true);
grant select on meetings to dais_gate;

alter table documents add foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade;
alter table polls add foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade;

create function gate.board_of_meeting(wanted uuid, for_user uuid)
returns uuid language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.board_id from public.meetings t join public.members m on m.board_id = t.board_id
  where t.id = wanted and m.user_id = for_user and m.status = 'active'
$$;

create function gate.meetings_to_purge(deleted_before timestamptz, most int)
returns table (board_id uuid, meeting_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.board_id, t.id from public.meetings t where t.deleted_at < deleted_before order by t.deleted_at limit most
$$;

call schema_tools.open_gate('board_of_meeting', 'meetings_to_purge');
