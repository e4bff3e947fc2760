-- Minutes are computed from the meeting's record.

create table meeting_minutes (
  meeting_id uuid primary key,
  board_id uuid not null references boards,
  state text not null default 'draft' check (state in ('draft', 'circulated', 'approved')),
  version int not null default 0 check (version >= 0),
  begun_at timestamptz not null,
  begun_by uuid,
  -- The last day for comments. Unset if comments are not invited.
  comments_until date,
  reminded_version int not null default 0,
  approved_at timestamptz,
  -- At most one of these three columns is set.
  approved_vote_id uuid,
  approved_written_id uuid,
  approved_request_id uuid,
  unique (board_id, meeting_id),
  constraint meeting_minutes_circulated check ((state = 'draft') = (version = 0)),
  constraint meeting_minutes_approved check (
    (state = 'approved') = (approved_at is not null)
    and num_nonnulls(approved_vote_id, approved_written_id, approved_request_id) = (state = 'approved')::int
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

-- Before circulation, only items with notes have a row.
create table minutes_sections (
  id uuid primary key,
  board_id uuid not null references boards,
  meeting_id uuid not null,
  number text not null check (length(number) <= 20),
  depth int not null check (depth between 0 and 2),
  position int not null,
  title text not null check (length(title) <= 300),
  kind text check (kind in ('declarations', 'minutes', 'action-items', 'written-resolutions')),
  notes jsonb not null,
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

-- One writer's saves within a few minutes count as one wording.
create table minutes_wordings (
  board_id uuid not null references boards,
  section_id uuid not null,
  revision int not null check (revision > 0),
  notes jsonb not null,
  written_by uuid not null,
  begun_at timestamptz not null,
  at timestamptz not null,
  primary key (board_id, section_id, revision),
  foreign key (board_id, section_id) references minutes_sections (board_id, id) on delete cascade,
  foreign key (board_id, written_by) references members (board_id, id)
);
create index minutes_wordings_writer on minutes_wordings (board_id, written_by);

-- The section that each member is writing. A row expires after a few seconds.
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

create table minutes_versions (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  version int not null check (version > 0),
  at timestamptz not null,
  circulated_by uuid not null,
  -- 0 if the minutes were put to the vote without circulation.
  recipients int not null,
  -- Changed sections, as [{section_id, number, title}]. section_id is null for the header.
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

-- Approved minutes are final, and so are the facts that they report about the meeting.
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
  if tg_op = 'DELETE' and tg_table_name in ('minutes_wordings', 'minutes_comments') then
    perform from public.note_destructions d
      where d.board_id = kept.board_id and d.meeting_id = meeting and d.destroyed_at is not null;
    if found then return null; end if;
  end if;
  perform from public.meeting_minutes m where m.board_id = kept.board_id and m.meeting_id = meeting and m.state = 'approved';
  if found then
    raise exception 'The minutes of this meeting are approved.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
-- Attendance is final after approval. Replies and visits can still change, because minutes do not report them.
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
