-- Homes: meetings with all that belongs to them, announcements, the library.

-- A meeting that finds its date has dates to choose from. Until one is picked,
-- its start and end are those of the whole choice: the first start and the last end. So every order by start, every window
-- and every index holds for it as for any other meeting.
create table meetings (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  audience_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  type text not null check (type in ('hybrid', 'in-person', 'remote')),
  state text not null default 'draft' check (state in ('draft', 'finding-date', 'published', 'cancelled')),
  finds_date boolean not null default false,
  -- Null, both of them: a draft without a date.
  starts_at timestamptz,
  ends_at timestamptz,
  location text not null default '' check (length(location) <= 300),
  join_url text not null default '' check (length(join_url) <= 2000),
  description text not null default '' check (length(description) <= 10000),
  sequence int not null default 0,
  -- Raised by every change of the meeting's items or their documents, so that an open page knows which response is the newer.
  agenda_revision int not null default 0,
  -- How many items its agenda has, sub-items left out, and how many documents it has with them: lists of meetings need not count for each.
  agenda_item_count int not null default 0,
  document_count int not null default 0,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  -- When everybody was asked last: at publishing, and anew by each rescheduling. Reminders before that are none of theirs.
  asked_at timestamptz,
  cancelled_at timestamptz,
  -- Null: read-only once the time for edits is over.
  reopened_at timestamptz,
  deleted_at timestamptz,
  words tsvector generated always as (
    setweight(search_vector(board_id, title), 'A') || search_vector(board_id, location) || search_vector(board_id, description)
  ) stored,
  unique (board_id, id),
  unique (board_id, audience_id),
  constraint meetings_end_not_before_start check (ends_at >= starts_at),
  constraint meetings_published_at check (state = 'draft' or published_at is not null),
  -- What asks for dates has some; what takes place has one.
  constraint meetings_finds_date check (case state when 'finding-date' then finds_date when 'published' then not finds_date else true end),
  -- Both ends are there or neither; whatever is published, asks for a date, or was called off, has them.
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
call house.keep_within_board('meetings');
create policy gate on meetings for select to dais_gate using (true);
grant select on meetings to dais_gate;

alter table documents add foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade;
alter table polls add foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade;

-- The board of an id in an address, among the boards where the user is active.
create function gate.board_of_meeting(wanted uuid, for_user uuid)
returns uuid language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.board_id from public.meetings t join public.members m on m.board_id = t.board_id
  where t.id = wanted and m.user_id = for_user and m.status = 'active'
$$;

-- Meetings whose time to be restored is over.
create function gate.meetings_to_purge(deleted_before timestamptz, most int)
returns table (board_id uuid, meeting_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.board_id, t.id from public.meetings t where t.deleted_at < deleted_before order by t.deleted_at limit most
$$;

call house.open_gate('board_of_meeting', 'meetings_to_purge');

create table agenda_items (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  -- Only the order counts. Positions are far apart, so that an item that moves is the only one written.
  position int not null,
  depth int not null default 0 check (depth between 0 and 2),
  title text not null check (length(title) between 1 and 200),
  purpose text check (purpose in ('information', 'discussion', 'decision')),
  description text not null default '' check (length(description) <= 10000),
  -- The name as it was chosen; it stays when the member is removed.
  presenter text not null default '' check (length(presenter) <= 200),
  presenter_id uuid,
  minutes int check (minutes between 0 and 1440),
  -- Of items that list by themselves what is open; and whose minutes an item is about.
  kind text check (kind in ('declarations', 'minutes', 'action-items', 'written-resolutions')),
  minutes_of uuid,
  -- The item that it was copied from, or that one's own original. It may be deleted; its copies still belong together.
  copied_from uuid,
  revision int not null default 1,
  -- {field: {revision, by, at}}: the newest change of each field that was changed at all.
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
call house.keep_within_board('agenda_items');
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
  -- Null: not recorded. Nobody's is in advance.
  attendance boolean,
  -- A visit lasts while its reader keeps looking. What was added since the one before is new, for the whole visit.
  last_visited_at timestamptz,
  previous_visited_at timestamptz,
  primary key (board_id, meeting_id, member_id),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
-- Here and wherever a member has something of one item, the index names the item too: to the planner one of board and member finds as few
-- rows, and is smaller.
create index invitees_of_member on invitees (board_id, member_id, meeting_id);
call house.keep_within_board('invitees');

-- When somebody was last here, written after the answer, in batches over all boards. A visit lasts a while; within it, what was new
-- at its begin stays new.
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
call house.open_gate('note_meeting_visits');

-- Who left the audience of a meeting before it was over: no invitee any more, not counted and not asked, yet their answer stays
-- on the record, and comes back with them. `link_generation` is that of the magic link which ended: the next is another one.
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
call house.keep_within_board('former_invitees');

-- The address itself is derived from the installation's key; only its SHA-256 is kept.
create table magic_links (
  board_id uuid not null references boards,
  member_id uuid not null,
  meeting_id uuid not null,
  generation int not null default 1,
  uid_hash bytea not null unique check (length(uid_hash) = 32),
  created_at timestamptz not null default now(),
  -- An editor has ended it; renewing opens another.
  revoked_at timestamptz,
  primary key (board_id, meeting_id, member_id),
  foreign key (board_id, meeting_id, member_id) references invitees (board_id, meeting_id, member_id) on delete cascade
);
call house.keep_within_board('magic_links');
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
call house.keep_within_board('date_options');

-- Asked when the transaction ends, since options and meeting are written one after the other.
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
  -- A draft may still lack the dates to choose from.
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

-- Stays when its member leaves the audience, and counts again when they come back.
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
call house.keep_within_board('date_answers');

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
call house.keep_within_board('meeting_guests');

-- What members were sent of a meeting. `snapshot` is the meeting as they know it since then; what differs from it has changed. Ids
-- are made under the meeting's lock, so their order shows whether a later message has overtaken one; clocks do not.
create table meeting_notices (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  kind text not null check (kind in ('published', 'rescheduled', 'cancelled', 'restored', 'changed')),
  snapshot jsonb not null,
  -- The lines of the message, in their order.
  changes jsonb not null default '[]',
  note text not null default '' check (length(note) <= 2000),
  created_at timestamptz not null default now(),
  unique (board_id, id),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade
);
create index meeting_notices_meeting on meeting_notices (board_id, meeting_id, id desc);
call house.keep_within_board('meeting_notices');

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
call house.keep_within_board('meeting_reminders');
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

call house.open_gate('due_reminders');

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
call house.keep_within_board('meeting_defaults');

-- Dated messages to an audience.
create table announcements (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  audience_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  -- The editor's document; its schema is the contract's. No markup is stored.
  body jsonb not null,
  -- The words of it, for excerpts and search.
  body_text text not null default '' check (length(body_text) <= 50000),
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'published')),
  -- When it is to be published, or was.
  publish_on timestamptz,
  -- Raised by every save: of two who write at once the second is refused.
  revision int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The last change of its words after it was published.
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
call house.keep_within_board('announcements');
create policy gate on announcements for select to dais_gate using (true);
grant select on announcements to dais_gate;

alter table documents add foreign key (board_id, announcement_id) references announcements (board_id, id) on delete cascade;
alter table polls add foreign key (board_id, announcement_id) references announcements (board_id, id) on delete cascade;

-- The board of an id in an address, among the boards where the user is active.
create function gate.board_of_announcement(wanted uuid, for_user uuid)
returns uuid language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.board_id from public.announcements t join public.members m on m.board_id = t.board_id
  where t.id = wanted and m.user_id = for_user and m.status = 'active'
$$;

-- Announcements whose time has come. A suspended board's wait.
create function gate.announcements_due(seen_at timestamptz, most int)
returns table (board_id uuid, announcement_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.board_id, a.id from public.announcements a
  join public.boards b on b.id = a.board_id and b.suspended_at is null
  where a.state = 'scheduled' and a.deleted_at is null and a.publish_on <= seen_at
  order by a.publish_on limit most
$$;

-- Announcements whose time to be restored is over.
create function gate.announcements_to_purge(deleted_before timestamptz, most int)
returns table (board_id uuid, announcement_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.board_id, a.id from public.announcements a where a.deleted_at < deleted_before order by a.deleted_at limit most
$$;

call house.open_gate('board_of_announcement', 'announcements_due', 'announcements_to_purge');

-- What a member has to do with an announcement: the message that they got, their magic link, when they opened it signed in.
create table announcement_readers (
  board_id uuid not null references boards,
  announcement_id uuid not null,
  member_id uuid not null,
  first_opened_at timestamptz,
  last_visited_at timestamptz,
  -- The end of the visit before.
  previous_visited_at timestamptz,
  -- Nobody gets mail about one announcement twice.
  mailed_at timestamptz,
  link_generation int not null default 1,
  -- Null: no link, or one that was revoked.
  uid_hash bytea unique check (length(uid_hash) = 32),
  link_revoked_at timestamptz,
  primary key (board_id, announcement_id, member_id),
  foreign key (board_id, announcement_id) references announcements (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index announcement_readers_of_member on announcement_readers (board_id, member_id, announcement_id);
call house.keep_within_board('announcement_readers');
create policy gate on announcement_readers for select to dais_gate using (true);
grant select on announcement_readers to dais_gate;

-- The library: sections that have an audience, and folders nested in them.
create table categories (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 300),
  position int not null,
  audience_id uuid not null,
  -- Shown to editors alone.
  hidden boolean not null default false,
  -- How many documents are in it directly, and how many of them are hidden, so that opening it need not read what it holds.
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
  -- Null for a folder that is in its category directly.
  parent_id uuid,
  -- The ids of the folders that lead to it, from the top one to its own: kept right by whatever moves folders, so that one
  -- row says what a folder is in.
  path uuid[] not null constraint folders_path_ends_in_own_id check (cardinality(path) between 1 and 8 and path[cardinality(path)] = id),
  name text not null check (length(name) between 1 and 100),
  position int not null,
  -- A top folder may narrow its category's audience; deeper ones have that of their top folder.
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

call house.keep_within_board('categories', 'folders');
create policy gate on categories for select to dais_gate using (true);
create policy gate on folders for select to dais_gate using (true);
grant select (board_id, id, deleted_at) on categories, folders to dais_gate;

alter table documents
  add foreign key (board_id, category_id) references categories (board_id, id) on delete cascade,
  add foreign key (board_id, folder_id) references folders (board_id, id) on delete cascade;

-- Adds up what a statement changed, under the rights of whoever ran it. Categories and folders are changed in the order of their
-- ids, so that two who change several never wait for each other.
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

-- The counts of a meeting are taken anew, so that it does not matter who counted before.
create function count_meetings(changed uuid[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if changed is null then
    return;
  end if;
  -- Locked first, so that what is counted then holds what others have written meanwhile.
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

-- The meetings of rows that a statement wrote. Documents of an item that is deleted go with it: the item's own trigger counts then.
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

-- Categories, folders and documents whose time to be restored is over; what holds others first.
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

call house.open_gate('documents_to_purge');

-- Enters a board for a read, in a transaction that may be read-only: finds the session (by its token, or its id), the board (its id, or
-- that of a meeting or a document on it) and the member, and sets them for the statement that follows. Raises whatever refuses the reader,
-- so that this statement does not run; the codes are those of server/db/entry.ts. `is_use_due`: the session's last use is to be written
-- after the answer.
create function gate.enter(session_hash bytea, known_session uuid, seen_at timestamptz, access text, board_from text, wanted uuid)
returns json language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  entered record;
  wanted_hash bytea := session_hash;
  wanted_board uuid;
begin
  -- In branches: what is not run is not planned either, and waits for no lock.
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

call house.open_gate('enter');
