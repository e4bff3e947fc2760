-- Homes layer: meetings with their items, announcements, the library.

-- A meeting that is finding its date has options to choose from. Until one is picked, its start and end are the first
-- start and the last end of the options, so that every order and index works as for other meetings.
create table meetings (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  audience_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  type text not null check (type in ('hybrid', 'in-person', 'remote')),
  state text not null default 'draft' check (state in ('draft', 'finding-date', 'published', 'cancelled')),
  finds_date boolean not null default false,
  -- Both are null for a draft without a date.
  starts_at timestamptz,
  ends_at timestamptz,
  location text not null default '' check (length(location) <= 300),
  join_url text not null default '' check (length(join_url) <= 2000),
  description text not null default '' check (length(description) <= 10000),
  sequence int not null default 0,
  -- Increased by every change of the meeting's items or their documents, so that an open page can tell which response
  -- is newer.
  agenda_revision int not null default 0,
  -- Counts of agenda items (without sub-items) and documents, so that lists of meetings need not count.
  agenda_item_count int not null default 0,
  document_count int not null default 0,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  -- When all invitees were last asked for a reply: at publishing and at each rescheduling. Earlier reminders no longer
  -- count.
  asked_at timestamptz,
  cancelled_at timestamptz,
  -- This is null if the meeting becomes read-only when the time for edits has passed.
  reopened_at timestamptz,
  deleted_at timestamptz,
  words tsvector generated always as (
    setweight(search_vector(board_id, title), 'A') || search_vector(board_id, location) || search_vector(board_id, description)
  ) stored,
  unique (board_id, id),
  unique (board_id, audience_id),
  constraint meetings_end_not_before_start check (ends_at >= starts_at),
  constraint meetings_published_at check (state = 'draft' or published_at is not null),
  -- A meeting that is finding its date has options; a published one has a date.
  constraint meetings_finds_date check (case state when 'finding-date' then finds_date when 'published' then not finds_date else true end),
  -- Start and end are both set or both null. Published, date-finding and cancelled meetings have them.
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
call schema_tools.keep_within_board('meetings');
create policy gate on meetings for select to dais_gate using (true);
grant select on meetings to dais_gate;

alter table documents add foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade;
alter table polls add foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade;

-- Returns the board of an id in a URL, among the boards where the user is active.
create function gate.board_of_meeting(wanted uuid, for_user uuid)
returns uuid language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.board_id from public.meetings t join public.members m on m.board_id = t.board_id
  where t.id = wanted and m.user_id = for_user and m.status = 'active'
$$;

-- Deleted meetings that can no longer be restored.
create function gate.meetings_to_purge(deleted_before timestamptz, most int)
returns table (board_id uuid, meeting_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.board_id, t.id from public.meetings t where t.deleted_at < deleted_before order by t.deleted_at limit most
$$;

call schema_tools.open_gate('board_of_meeting', 'meetings_to_purge');

create table agenda_items (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  -- Only the order matters. Positions are far apart, so that moving an item writes only that item.
  position int not null,
  depth int not null default 0 check (depth between 0 and 2),
  title text not null check (length(title) between 1 and 200),
  purpose text check (purpose in ('information', 'discussion', 'decision')),
  description text not null default '' check (length(description) <= 10000),
  -- The name as it was chosen; it remains when the member is removed.
  presenter text not null default '' check (length(presenter) <= 200),
  presenter_id uuid,
  minutes int check (minutes between 0 and 1440),
  -- The kind of an automatic list of open items, or of an item about earlier minutes.
  kind text check (kind in ('declarations', 'minutes', 'action-items', 'written-resolutions')),
  minutes_of uuid,
  -- The item that this was copied from, or that item's own original. The original may be deleted; its copies still
  -- belong together.
  copied_from uuid,
  revision int not null default 1,
  -- {field: {revision, by, at}}: the newest change of each field that was ever changed.
  changes jsonb not null default '{}',
  created_at timestamptz not null default now(),
  words tsvector generated always as (
    search_vector(board_id, title) || search_vector(board_id, presenter) || search_vector(board_id, description)
  ) stored,
  unique (board_id, id),
  unique (board_id, meeting_id, position) deferrable initially deferred,
  constraint agenda_items_minutes check (minutes_of is null or coalesce(kind = 'minutes', false)),
  constraint agenda_items_minutes_of
    foreign key (board_id, minutes_of) references meetings (board_id, id) on delete set null (minutes_of),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, presenter_id) references members (board_id, id) on delete set null (presenter_id)
);
create index agenda_items_presenter on agenda_items (board_id, presenter_id) where presenter_id is not null;
create index agenda_items_copied_from on agenda_items (board_id, copied_from) where copied_from is not null;
create index agenda_items_minutes_of on agenda_items (board_id, minutes_of) where minutes_of is not null;
create index agenda_items_words on agenda_items using gin (words) with (fastupdate = off);
call schema_tools.keep_within_board('agenda_items');
create policy gate on agenda_items for select to dais_gate using (true);
grant select (id, board_id, meeting_id, words) on agenda_items to dais_gate;

alter table documents add foreign key (board_id, agenda_item_id) references agenda_items (board_id, id) on delete cascade;

create table invitees (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  member_id uuid not null,
  acceptance text not null default 'none'
    check (acceptance in ('none', 'accepted', 'accepted-remote', 'accepted-in-person', 'declined')),
  answered_at timestamptz,
  -- This is null if not recorded, which is the default.
  attendance boolean,
  -- A visit lasts as long as its reader keeps looking. Everything added since the previous visit is new during the
  -- whole visit.
  last_visited_at timestamptz,
  previous_visited_at timestamptz,
  primary key (board_id, meeting_id, member_id),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
-- Here, and wherever a member has rows for one item, the index includes the item. The planner estimates as few rows for
-- an index on board and member, and prefers it because it is smaller.
create index invitees_of_member on invitees (board_id, member_id, meeting_id);
call schema_tools.keep_within_board('invitees');

-- The last visit, written after the response in batches over all boards. During a visit, what was new at its start
-- remains new.
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

-- People who left a meeting's audience before it was over. They are not invitees, but their answer stays on record and
-- is restored if they return. `link_generation` belongs to the ended magic link; the next one is different.
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

-- The link is derived from the installation's key; only its SHA-256 is stored.
create table magic_links (
  board_id uuid not null references boards,
  member_id uuid not null,
  meeting_id uuid not null,
  generation int not null default 1,
  uid_hash bytea not null unique check (length(uid_hash) = 32),
  created_at timestamptz not null default now(),
  -- Set when an editor ends the link; renewing creates another.
  revoked_at timestamptz,
  primary key (board_id, meeting_id, member_id),
  foreign key (board_id, meeting_id, member_id) references invitees (board_id, meeting_id, member_id) on delete cascade
);
call schema_tools.keep_within_board('magic_links');
create policy gate on magic_links for select to dais_gate using (true);
grant select on magic_links to dais_gate;

create table date_options (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (board_id, id),
  unique (board_id, meeting_id, id),
  unique (board_id, meeting_id, starts_at, ends_at),
  constraint date_options_end_not_before_start check (ends_at >= starts_at),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade
);
call schema_tools.keep_within_board('date_options');

-- Checked at the end of the transaction, since options and meeting are written one after the other.
create function check_date_options() returns trigger language plpgsql as $$
declare
  of_board uuid;
  of_meeting uuid;
  held record;
  offered record;
begin
  if tg_table_name = 'meetings' then
    of_board := new.board_id;
    of_meeting := new.id;
  elsif tg_op = 'DELETE' then
    of_board := old.board_id;
    of_meeting := old.meeting_id;
  else
    of_board := new.board_id;
    of_meeting := new.meeting_id;
  end if;
  select m.starts_at, m.ends_at into held from meetings m where m.board_id = of_board and m.id = of_meeting and m.finds_date;
  if not found then
    return null;
  end if;
  select count(*) as number, min(o.starts_at) as first, max(o.ends_at) as last into offered
    from date_options o where o.board_id = of_board and o.meeting_id = of_meeting;
  -- A draft may still lack dates to choose from.
  if offered.number = 0 and held.starts_at is null then
    return null;
  end if;
  if held.starts_at is null or offered.number not between 2 and 20 or offered.first <> held.starts_at or offered.last <> held.ends_at then
    raise exception 'a meeting that finds its date spans its 2 to 20 options' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger meetings_span_options after insert or update of finds_date, starts_at, ends_at on meetings
  deferrable initially deferred for each row when (new.finds_date) execute function check_date_options();
create constraint trigger date_options_are_spanned after insert or update or delete on date_options
  deferrable initially deferred for each row execute function check_date_options();

-- Remains when its member leaves the audience, and counts again on return.
create table date_answers (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  option_id uuid not null,
  member_id uuid not null,
  answer text not null check (answer in ('yes', 'if-need-be', 'no')),
  primary key (board_id, option_id, member_id),
  foreign key (board_id, meeting_id, option_id) references date_options (board_id, meeting_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index date_answers_member on date_answers (board_id, meeting_id, member_id);
call schema_tools.keep_within_board('date_answers');

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
call schema_tools.keep_within_board('meeting_guests');

-- Messages sent to members about a meeting. `snapshot` is the meeting as it was announced; later differences are
-- changes. Ids are assigned under the meeting's lock, so unlike clocks their order shows whether a later message
-- replaces one.
create table meeting_notices (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  kind text not null check (kind in ('published', 'rescheduled', 'cancelled', 'restored', 'changed')),
  snapshot jsonb not null,
  -- The lines of the message, in order.
  changes jsonb not null default '[]',
  note text not null default '' check (length(note) <= 2000),
  created_at timestamptz not null default now(),
  unique (board_id, id),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade
);
create index meeting_notices_meeting on meeting_notices (board_id, meeting_id, id desc);
call schema_tools.keep_within_board('meeting_notices');

-- A reminder for one time before one start is sent once, regardless of the number of servers. A rescheduled meeting has
-- a new start.
create table meeting_reminders (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  starts_at timestamptz not null,
  -- This is null if an editor requested it.
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

-- Meetings with a due reminder that was not sent yet. Times before the invitees were last asked do not count.
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

call schema_tools.open_gate('due_reminders');

-- Default values of a new meeting.
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
call schema_tools.keep_within_board('meeting_defaults');

-- Dated messages to an audience.
create table announcements (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  audience_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  -- The editor's document; the contract defines its schema. No markup is stored.
  body jsonb not null,
  -- The text of the body, for excerpts and search.
  body_text text not null default '' check (length(body_text) <= 50000),
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'published')),
  -- The planned or actual time of publication.
  publish_on timestamptz,
  -- Increased by every save. If two people save at once, the second is refused.
  revision int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The last change of the text after publication.
  edited_at timestamptz,
  deleted_at timestamptz,
  words tsvector generated always as (
    setweight(search_vector(board_id, title), 'A') || search_vector(board_id, body_text)
  ) stored,
  unique (board_id, id),
  unique (board_id, audience_id),
  constraint announcements_publish_on check ((state = 'draft') = (publish_on is null)),
  foreign key (board_id, audience_id) references audiences (board_id, id),
  foreign key (board_id, created_by) references members (board_id, id)
);
create index announcements_newest on announcements (board_id, publish_on desc, id desc) where state = 'published' and deleted_at is null;
create index announcements_due on announcements (publish_on) where state = 'scheduled' and deleted_at is null;
create index announcements_deleted on announcements (deleted_at) where deleted_at is not null;
create index announcements_author on announcements (board_id, created_by);
create index announcements_words on announcements using gin (words) with (fastupdate = off);
call schema_tools.keep_within_board('announcements');
create policy gate on announcements for select to dais_gate using (true);
grant select on announcements to dais_gate;

alter table documents add foreign key (board_id, announcement_id) references announcements (board_id, id) on delete cascade;
alter table polls add foreign key (board_id, announcement_id) references announcements (board_id, id) on delete cascade;

-- Returns the board of an id in a URL, among the boards where the user is active.
create function gate.board_of_announcement(wanted uuid, for_user uuid)
returns uuid language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.board_id from public.announcements t join public.members m on m.board_id = t.board_id
  where t.id = wanted and m.user_id = for_user and m.status = 'active'
$$;

-- Announcements that are due. Those of suspended boards wait.
create function gate.announcements_due(seen_at timestamptz, most int)
returns table (board_id uuid, announcement_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.board_id, a.id from public.announcements a
  join public.boards b on b.id = a.board_id and b.suspended_at is null
  where a.state = 'scheduled' and a.deleted_at is null and a.publish_on <= seen_at
  order by a.publish_on limit most
$$;

-- Deleted announcements that can no longer be restored.
create function gate.announcements_to_purge(deleted_before timestamptz, most int)
returns table (board_id uuid, announcement_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.board_id, a.id from public.announcements a where a.deleted_at < deleted_before order by a.deleted_at limit most
$$;

call schema_tools.open_gate('board_of_announcement', 'announcements_due', 'announcements_to_purge');

-- A member's state for an announcement: mail sent, magic link, and when they opened it signed in.
create table announcement_readers (
  board_id uuid not null references boards,
  announcement_id uuid not null,
  member_id uuid not null,
  first_opened_at timestamptz,
  last_visited_at timestamptz,
  -- The end of the previous visit.
  previous_visited_at timestamptz,
  -- Nobody gets mail about one announcement twice.
  mailed_at timestamptz,
  link_generation int not null default 1,
  -- This is null if there is no link or it was revoked.
  uid_hash bytea unique check (length(uid_hash) = 32),
  link_revoked_at timestamptz,
  primary key (board_id, announcement_id, member_id),
  foreign key (board_id, announcement_id) references announcements (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index announcement_readers_of_member on announcement_readers (board_id, member_id, announcement_id);
call schema_tools.keep_within_board('announcement_readers');
create policy gate on announcement_readers for select to dais_gate using (true);
grant select on announcement_readers to dais_gate;

-- The library: sections with an audience, and nested folders.
create table categories (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 300),
  position int not null,
  audience_id uuid not null,
  -- Only editors see it.
  hidden boolean not null default false,
  -- Counts of direct documents and of hidden ones, so that opening need not read them.
  document_count int not null default 0,
  hidden_count int not null default 0,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  unique (board_id, id),
  unique (board_id, audience_id),
  constraint categories_hidden_count check (hidden_count between 0 and document_count),
  foreign key (board_id, audience_id) references audiences (board_id, id),
  foreign key (board_id, created_by) references members (board_id, id),
  foreign key (board_id, deleted_by) references members (board_id, id)
);
create index categories_board on categories (board_id, position) where deleted_at is null;
create index categories_deleted on categories (deleted_at) where deleted_at is not null;

create table folders (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  category_id uuid not null,
  -- This is null for a folder directly in its category.
  parent_id uuid,
  -- The ids of the folders from the top one to this one. Every move updates it, so that one row suffices to know a
  -- folder's parents.
  path uuid[] not null constraint folders_path_ends_in_own_id check (cardinality(path) between 1 and 8 and path[cardinality(path)] = id),
  name text not null check (length(name) between 1 and 100),
  position int not null,
  -- A top folder may narrow its category's audience; deeper folders have that of their top folder.
  audience_id uuid,
  hidden boolean not null default false,
  document_count int not null default 0,
  hidden_count int not null default 0,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  unique (board_id, id),
  unique (board_id, audience_id),
  constraint folders_audience_of_top check (audience_id is null or parent_id is null),
  constraint folders_path_of_top check ((parent_id is null) = (cardinality(path) = 1)),
  constraint folders_hidden_count check (hidden_count between 0 and document_count),
  foreign key (board_id, category_id) references categories (board_id, id) on delete cascade,
  foreign key (board_id, parent_id) references folders (board_id, id) on delete cascade,
  foreign key (board_id, audience_id) references audiences (board_id, id),
  foreign key (board_id, created_by) references members (board_id, id),
  foreign key (board_id, deleted_by) references members (board_id, id)
);
create index folders_order on folders (board_id, category_id, parent_id, position) where deleted_at is null;
create index folders_parent on folders (board_id, parent_id);
create index folders_path on folders using gin (path);
create index folders_deleted on folders (deleted_at) where deleted_at is not null;

call schema_tools.keep_within_board('categories', 'folders');
create policy gate on categories for select to dais_gate using (true);
create policy gate on folders for select to dais_gate using (true);
grant select (board_id, id, deleted_at) on categories, folders to dais_gate;

alter table documents
  add foreign key (board_id, category_id) references categories (board_id, id) on delete cascade,
  add foreign key (board_id, folder_id) references folders (board_id, id) on delete cascade;

-- Applies a statement's changes to the counts with the caller's rights. Categories and folders are updated in the order
-- of their ids, to avoid deadlocks.
create type counted_document as (category_id uuid, folder_id uuid, hidden boolean);

create function add_to_counts(removed counted_document[], added counted_document[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  holder record;
begin
  for holder in
    select each.category_id, each.folder_id, sum(each.sign)::int as documents,
      coalesce(sum(each.sign) filter (where each.hidden), 0)::int as hidden
    from (
      select -1 as sign, r.category_id, r.folder_id, r.hidden from unnest(removed) r
      union all
      select 1, a.category_id, a.folder_id, a.hidden from unnest(added) a
    ) each
    group by each.category_id, each.folder_id
    order by coalesce(each.category_id, each.folder_id)
  loop
    if holder.documents = 0 and holder.hidden = 0 then continue; end if;
    update categories set document_count = document_count + holder.documents, hidden_count = hidden_count + holder.hidden
    where id = holder.category_id;
    update folders set document_count = document_count + holder.documents, hidden_count = hidden_count + holder.hidden
    where id = holder.folder_id;
  end loop;
end
$$;

create function count_added_documents() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_to_counts('{}', array(
    select row(category_id, folder_id, hidden)::counted_document from added
    where deleted_at is null and num_nonnulls(category_id, folder_id) = 1
  ));
  return null;
end
$$;

create function count_changed_documents() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_to_counts(array(
    select row(category_id, folder_id, hidden)::counted_document from before
    where deleted_at is null and num_nonnulls(category_id, folder_id) = 1
  ), array(
    select row(category_id, folder_id, hidden)::counted_document from after
    where deleted_at is null and num_nonnulls(category_id, folder_id) = 1
  ));
  return null;
end
$$;

create function count_removed_documents() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_to_counts(array(
    select row(category_id, folder_id, hidden)::counted_document from removed
    where deleted_at is null and num_nonnulls(category_id, folder_id) = 1
  ), '{}');
  return null;
end
$$;

create trigger count_added after insert on documents referencing new table as added
  for each statement execute function count_added_documents();
create trigger count_changed after update on documents referencing old table as before new table as after
  for each statement execute function count_changed_documents();
create trigger count_removed after delete on documents referencing old table as removed
  for each statement execute function count_removed_documents();

-- Counts a meeting anew, regardless of earlier counts.
create function count_meetings(changed uuid[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if changed is null then
    return;
  end if;
  -- Locked first, so that the count includes what concurrent transactions wrote.
  perform from meetings t where t.id = any(changed) order by t.id for no key update;
  update meetings t
  set agenda_item_count = counted.items, document_count = counted.documents
  from (
    select m.id,
      (select count(*) from agenda_items i where i.board_id = m.board_id and i.meeting_id = m.id and i.depth = 0) as items,
      (select count(*) from documents d where d.board_id = m.board_id and d.meeting_id = m.id and d.deleted_at is null) + (
        select count(*) from agenda_items i join documents d on d.board_id = i.board_id and d.agenda_item_id = i.id
        where i.board_id = m.board_id and i.meeting_id = m.id and d.deleted_at is null
      ) as documents
    from meetings m where m.id = any(changed)
  ) counted
  where t.id = counted.id and (t.agenda_item_count, t.document_count) is distinct from (counted.items::int, counted.documents::int);
end $$;

-- Counts the meetings of the written rows. When an item is deleted with its documents, the item's own trigger counts.
create function count_written_items() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform count_meetings((select array_agg(distinct w.meeting_id) from written w));
  return null;
end $$;
create function count_written_papers() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform count_meetings((
    select array_agg(distinct coalesce(w.meeting_id, i.meeting_id))
    from written w left join agenda_items i on i.id = w.agenda_item_id
    where w.deleted_at is null and coalesce(w.meeting_id, i.meeting_id) is not null
  ));
  return null;
end $$;
create function count_changed_item() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform count_meetings(array[old.meeting_id, new.meeting_id]);
  return null;
end $$;
create function count_changed_paper() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform count_meetings((
    select array_agg(distinct holder.meeting_id) from (
      values (old.meeting_id), (new.meeting_id)
      union all select i.meeting_id from agenda_items i where i.id in (old.agenda_item_id, new.agenda_item_id)
    ) holder (meeting_id)
    where holder.meeting_id is not null
  ));
  return null;
end $$;
revoke all on function count_written_items, count_written_papers, count_changed_item, count_changed_paper from public;

create trigger count_added_items after insert on agenda_items referencing new table as written
  for each statement execute function count_written_items();
create trigger count_removed_items after delete on agenda_items referencing old table as written
  for each statement execute function count_written_items();
create trigger count_changed_item after update of depth on agenda_items
  for each row when (old.depth <> new.depth) execute function count_changed_item();
create trigger count_added_papers after insert on documents referencing new table as written
  for each statement execute function count_written_papers();
create trigger count_removed_papers after delete on documents referencing old table as written
  for each statement execute function count_written_papers();
create trigger count_changed_paper after update of meeting_id, agenda_item_id, deleted_at on documents
  for each row when (
    (old.meeting_id, old.agenda_item_id, old.deleted_at is null) is distinct from (new.meeting_id, new.agenda_item_id, new.deleted_at is null)
  ) execute function count_changed_paper();

-- Deleted categories, folders and documents that can no longer be restored, containers first.
create function gate.documents_to_purge(deleted_before timestamptz, most int)
returns table (board_id uuid, kind text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select deleted.board_id, deleted.kind, deleted.id
  from (
    select t.board_id, 'category' as kind, t.id, t.deleted_at, 1 as rank
    from public.categories t where t.deleted_at < deleted_before
    union all
    select t.board_id, 'folder', t.id, t.deleted_at, 2
    from public.folders t where t.deleted_at < deleted_before
    union all
    select t.board_id, 'document', t.id, t.deleted_at, 3
    from public.documents t where t.deleted_at < deleted_before
  ) deleted
  order by deleted.rank, deleted.deleted_at
  limit most
$$;

call schema_tools.open_gate('documents_to_purge');

-- Enters a board for a read, in a transaction that may be read-only. It finds the session (by token or id), the board
-- (by id, or that of a meeting or document on it) and the member, and sets them for the following statements. It raises
-- an error if the reader is refused, so that these do not run; server/db/entry.ts lists the codes. `is_use_due`: the
-- session's last use must be written after the response.
create function gate.enter(session_hash bytea, known_session uuid, seen_at timestamptz, access text, board_from text, wanted uuid)
returns json language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  entered record;
  wanted_hash bytea := session_hash;
  wanted_board uuid;
begin
  -- Uses branches because statements that do not run are not planned and wait for no lock.
  if wanted_hash is null then
    select k.token_hash into wanted_hash from public.sessions k where k.id = known_session;
  end if;
  if board_from = 'board' then
    wanted_board := wanted;
  elsif board_from = 'meeting' then
    select t.board_id into wanted_board from public.meetings t where t.id = wanted;
  elsif board_from = 'document' then
    select d.board_id into wanted_board from public.documents d where d.id = wanted;
  end if;
  select s.id as session_id, s.last_seen_at < seen_at - interval '5 minutes' as is_use_due, u.id as user_id,
         b.id as board_id, b.title, b.shortname, b.primary_color, b.logo_url, b.time_zone, b.people_hidden, b.magic_links, b.two_factor_required,
         b.provider_id as board_provider, b.provider_required, s.provider_id as session_provider, s.strength,
         b.suspended_at, m.id as member_id, m.slug, m.is_board_admin, coalesce(belonging.groups, '[]') as groups,
         coalesce(belonging.ids, '{}') as group_ids, coalesce(belonging.administered, '{}') as administered_group_ids
    into entered
    from public.sessions s join public.users u on u.id = s.user_id
    left join public.members m on m.user_id = u.id and m.status = 'active'
      and m.board_id = case when board_from = 'board' and wanted_board is null then s.board_id else wanted_board end
    left join public.boards b on b.id = m.board_id
    left join lateral (
      select json_agg(json_build_object('id', g.group_id, 'is_group_admin', g.is_group_admin) order by g.group_id) as groups,
             array_agg(g.group_id order by g.group_id) as ids,
             array_agg(g.group_id order by g.group_id) filter (where g.is_group_admin) as administered
      from public.group_members g where g.board_id = m.board_id and g.member_id = m.id
    ) belonging on true
    where s.token_hash = wanted_hash and s.expires_at > seen_at and u.disabled_at is null;
  if not found then
    raise exception 'session-expired' using errcode = 'DA419';
  end if;
  if entered.board_id is null or entered.suspended_at is not null then
    raise exception 'not-found' using errcode = 'DA404', detail = entered.user_id::text;
  end if;
  if not public.is_opened_by(
    entered.provider_required, entered.board_provider, entered.is_board_admin, entered.session_provider, entered.strength
  ) then
    raise exception 'provider-missing' using errcode = 'DAPRO', detail = entered.user_id::text;
  end if;
  if entered.two_factor_required and not public.has_second_factor(entered.user_id)
    and not gate.came_by_two_factors(entered.session_provider, entered.strength) then
    raise exception 'two-factor-missing' using errcode = 'DA2FA', detail = entered.user_id::text;
  end if;
  if access = 'board-admin' and not entered.is_board_admin then
    raise exception 'forbidden' using errcode = 'DA403', detail = entered.user_id::text;
  end if;
  perform set_config('dais.board_id', entered.board_id::text, true), set_config('dais.user_id', entered.user_id::text, true),
    set_config('dais.member_id', entered.member_id::text, true), set_config('dais.rights', case
      when entered.is_board_admin then 'board-admin'
      when entered.administered_group_ids <> '{}' then 'group-admin'
      else 'member'
    end, true),
    set_config('dais.group_ids', entered.group_ids::text, true),
    set_config('dais.administered_group_ids', entered.administered_group_ids::text, true);
  return json_build_object(
    'session_id', entered.session_id, 'user_id', entered.user_id, 'is_use_due', entered.is_use_due,
    'board_id', entered.board_id, 'title', entered.title, 'shortname', entered.shortname, 'primary_color', entered.primary_color,
    'logo_url', entered.logo_url, 'time_zone', entered.time_zone, 'people_hidden', entered.people_hidden, 'magic_links', entered.magic_links,
    'member_id', entered.member_id, 'slug', entered.slug, 'is_board_admin', entered.is_board_admin, 'groups', entered.groups
  );
end $$;

call schema_tools.open_gate('enter');
