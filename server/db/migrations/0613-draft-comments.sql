-- Publishing or deleting the draft deletes its comments.
create table draft_comments (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  agenda_item_id uuid not null,
  author_id uuid not null,
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null,
  answer text not null default '' check (length(answer) <= 2000),
  settled_by uuid,
  settled_at timestamptz,
  is_resolved boolean not null default false,
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, agenda_item_id) references agenda_items (board_id, id) on delete cascade,
  foreign key (board_id, author_id) references members (board_id, id) on delete cascade,
  foreign key (board_id, settled_by) references members (board_id, id) on delete set null (settled_by)
);
create index draft_comments_meeting on draft_comments (board_id, meeting_id);
create index draft_comments_item on draft_comments (board_id, agenda_item_id);
create index draft_comments_author on draft_comments (board_id, author_id);
create index draft_comments_settler on draft_comments (board_id, settled_by) where settled_by is not null;
call schema_tools.keep_within_board('draft_comments');

-- Returns drafts only between 08:00 and 09:00 in the board's time zone.
create function gate.shown_drafts(seen_at timestamptz, most int)
returns table (board_id uuid, meeting_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.board_id, t.id
  from public.meetings t
  join public.boards b on b.id = t.board_id
  where t.shown_to <> '{}' and b.suspended_at is null
    and extract(hour from gate.local_time(seen_at, b.time_zone)) = 8
  order by 1, 2 limit most
$$;
call schema_tools.open_gate('shown_drafts');
