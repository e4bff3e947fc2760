-- Dated messages to an audience (docs/decisions/080-announcements.md).
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
  -- Raised by every save: of two who write at once the second is told.
  revision int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The last change of its words after it was published.
  edited_at timestamptz,
  deleted_at timestamptz,
  unique (board_id, id),
  unique (board_id, audience_id),
  check ((state = 'draft') = (publish_on is null)),
  foreign key (board_id, audience_id) references audiences (board_id, id),
  foreign key (board_id, created_by) references members (board_id, id)
);
create index announcements_newest on announcements (board_id, publish_on desc, id desc) where state = 'published' and deleted_at is null;
create index announcements_due on announcements (publish_on) where state = 'scheduled' and deleted_at is null;
create index announcements_deleted on announcements (deleted_at) where deleted_at is not null;
create index announcements_author on announcements (board_id, created_by);

-- What a member has to do with an announcement: the message that they got, their magic link, when they opened it signed in.
create table announcement_readers (
  board_id uuid not null references boards,
  announcement_id uuid not null,
  member_id uuid not null,
  first_opened_at timestamptz,
  last_visited_at timestamptz,
  -- The end of the visit before.
  previous_visited_at timestamptz,
  -- Nobody is told of one announcement twice.
  mailed_at timestamptz,
  link_generation int not null default 1,
  -- Null: no link, or one that was revoked.
  uid_hash bytea unique check (length(uid_hash) = 32),
  link_revoked_at timestamptz,
  primary key (board_id, announcement_id, member_id),
  foreign key (board_id, announcement_id) references announcements (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index announcement_readers_member on announcement_readers (board_id, member_id);

alter table documents add column announcement_id uuid;
alter table documents drop constraint documents_one_place,
  add constraint documents_one_place check (num_nonnulls(meeting_id, agenda_item_id, category_id, folder_id, announcement_id) = 1),
  add foreign key (board_id, announcement_id) references announcements (board_id, id) on delete cascade;
create index documents_announcement on documents (board_id, announcement_id, position) where announcement_id is not null;

-- A link that an editor has ended; renewing opens another.
alter table magic_links add column revoked_at timestamptz;

call house.keep_within_board('announcements', 'announcement_readers');

create policy gate on announcements for select to dais_gate using (true);
create policy gate on announcement_readers for select to dais_gate using (true);
grant select on announcements, announcement_readers to dais_gate;

-- The board of an id in an address, among the boards where the user is active.
create function gate.board_of_announcement(wanted uuid, for_user uuid)
returns uuid language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.board_id from public.announcements t join public.members m on m.board_id = t.board_id
  where t.id = wanted and m.user_id = for_user and m.status = 'active'
$$;

-- Whose magic address it is, while it opens anything, and to what: a meeting, or an announcement.
drop function gate.find_magic_link(bytea, timestamptz);
create function gate.find_magic_link(wanted_hash bytea, seen_at timestamptz)
returns table (board_id uuid, member_id uuid, user_id uuid, meeting_id uuid, announcement_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select found.board_id, found.member_id, m.user_id, found.meeting_id, found.announcement_id
  from (
    select l.board_id, l.member_id, l.meeting_id, null::uuid as announcement_id
    from public.magic_links l
    join public.meetings t on t.board_id = l.board_id and t.id = l.meeting_id
    where l.uid_hash = wanted_hash and l.revoked_at is null
      and t.deleted_at is null and t.state <> 'draft' and t.ends_at > seen_at - interval '30 days'
    union all
    select r.board_id, r.member_id, null, r.announcement_id
    from public.announcement_readers r
    join public.announcements a on a.board_id = r.board_id and a.id = r.announcement_id
    where r.uid_hash = wanted_hash
      and a.deleted_at is null and a.state = 'published' and a.publish_on > seen_at - interval '30 days'
  ) found
  join public.members m on m.board_id = found.board_id and m.id = found.member_id
  join public.users u on u.id = m.user_id
  join public.boards b on b.id = found.board_id
  where m.status = 'active' and u.disabled_at is null and b.suspended_at is null and b.magic_links <> 'off'
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

call house.open_gate('board_of_announcement', 'find_magic_link', 'announcements_due', 'announcements_to_purge');
