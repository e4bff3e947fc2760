create table announcements (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  audience_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  -- Rich text as a JSON tree. contract/announcements.ts defines its schema.
  body jsonb not null,
  -- Plain text for excerpts and search.
  body_text text not null default '' check (length(body_text) <= 50000),
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'published')),
  publish_on timestamptz,
  -- Increases with every save, so that the second of two concurrent saves gets a conflict error.
  revision int not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
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

create function gate.board_of_announcement(wanted uuid, for_user uuid)
returns uuid language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.board_id from public.announcements t join public.members m on m.board_id = t.board_id
  where t.id = wanted and m.user_id = for_user and m.status = 'active'
$$;

-- Skips suspended boards, whose announcements are published after the boards are reactivated.
create function gate.announcements_due(seen_at timestamptz, most int)
returns table (board_id uuid, announcement_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.board_id, a.id from public.announcements a
  join public.boards b on b.id = a.board_id and b.suspended_at is null
  where a.state = 'scheduled' and a.deleted_at is null and a.publish_on <= seen_at
  order by a.publish_on limit most
$$;

create function gate.announcements_to_purge(deleted_before timestamptz, most int)
returns table (board_id uuid, announcement_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.board_id, a.id from public.announcements a where a.deleted_at < deleted_before order by a.deleted_at limit most
$$;

call schema_tools.open_gate('board_of_announcement', 'announcements_due', 'announcements_to_purge');

create table announcement_readers (
  board_id uuid not null references boards,
  announcement_id uuid not null,
  member_id uuid not null,
  first_opened_at timestamptz,
  last_visited_at timestamptz,
  previous_visited_at timestamptz,
  -- Set after the first mail, so that nobody is mailed twice about an announcement.
  mailed_at timestamptz,
  link_generation int not null default 1,
  uid_hash bytea unique check (length(uid_hash) = 32),
  link_revoked_at timestamptz,
  primary key (board_id, announcement_id, member_id),
  foreign key (board_id, announcement_id) references announcements (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index announcement_readers_of_member on announcement_readers (board_id, member_id, announcement_id);
-- Without these statistics, PostgreSQL underestimates the number of matching rows.
create statistics announcement_readers_of_one_board (dependencies) on board_id, member_id, announcement_id from announcement_readers;
call schema_tools.keep_within_board('announcement_readers');
create policy gate on announcement_readers to dais_gate using (true) with check (true);
grant select, insert (board_id, announcement_id, member_id, first_opened_at, last_visited_at),
  update (first_opened_at, last_visited_at, previous_visited_at) on announcement_readers to dais_gate;
create function gate.note_announcement_visits(boards uuid[], announcements uuid[], members uuid[], at timestamptz[], visit interval, pause interval)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.announcement_readers as reader (board_id, announcement_id, member_id, first_opened_at, last_visited_at)
  select noted.board_id, noted.announcement_id, noted.member_id, noted.at, noted.at
  from unnest(boards, announcements, members, at) noted (board_id, announcement_id, member_id, at)
  join public.announcements item on item.board_id = noted.board_id and item.id = noted.announcement_id
    and item.state = 'published' and item.deleted_at is null
  join public.members member on member.board_id = noted.board_id and member.id = noted.member_id and member.status = 'active'
  -- All transactions lock these rows in the same order, which prevents deadlocks.
  order by noted.board_id, noted.announcement_id, noted.member_id
  on conflict (board_id, announcement_id, member_id) do update
  set first_opened_at = case when reader.first_opened_at is null then excluded.first_opened_at else reader.first_opened_at end,
      last_visited_at = excluded.last_visited_at,
      previous_visited_at = case
        when excluded.last_visited_at < reader.last_visited_at + visit then reader.previous_visited_at
        else reader.last_visited_at
      end
  where reader.last_visited_at is null or excluded.last_visited_at >= reader.last_visited_at + pause
$$;
call schema_tools.open_gate('note_announcement_visits');
