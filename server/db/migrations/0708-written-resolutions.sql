create table written_resolutions (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  body_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  text text not null check (length(text) between 1 and 5000),
  state text not null default 'draft'
    check (state in ('draft', 'circulating', 'passed', 'not-passed', 'withdrawn', 'to-meeting')),
  revision int not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  -- The number of circulations so far. Ballots of earlier rounds do not count.
  round int not null default 0 check (round >= 0),
  circulated_by uuid,
  circulated_at timestamptz,
  -- The deadline, which pauses from `stopped_at` while the board is suspended.
  ends_at timestamptz,
  stopped_at timestamptz,
  reminded_at timestamptz,
  -- This and the following settings are fixed when the resolution is circulated.
  needs text check (needs in ('all', 'majority')),
  may_object boolean,
  ballots_shown_to text check (ballots_shown_to in ('desk', 'body', 'audience')),
  -- Format: {rule, at_least, seats, recused_counts}.
  quorum_rule jsonb,
  confirms_ballots boolean not null default false,
  -- The vote's documents in order, as {document_id, title, version_id}.
  papers jsonb not null default '[]',
  decided_at timestamptz,
  -- Unset if the server ended the resolution.
  ended_by uuid,
  reason text not null default '' check (length(reason) <= 500),
  votes_for int check (votes_for >= 0),
  votes_against int check (votes_against >= 0),
  abstentions int check (abstentions >= 0),
  left_ids uuid[] not null default '{}',
  words tsvector generated always as (
    setweight(search_vector(board_id, title), 'A') || search_vector(board_id, text)
  ) stored,
  unique (board_id, id),
  constraint written_circulated check (
    num_nulls(circulated_by, circulated_at, ends_at, needs, may_object, ballots_shown_to, quorum_rule) = case when round = 0 then 7 else 0 end
  ),
  constraint written_draft check (
    case when state = 'draft' then round = 0 when state = 'withdrawn' then true else round > 0 end
  ),
  constraint written_stopped check (stopped_at is null or state = 'circulating'),
  constraint written_decided check ((state in ('draft', 'circulating')) = (decided_at is null)),
  constraint written_ended check (ended_by is null or state in ('withdrawn', 'to-meeting')),
  constraint written_counted check (
    num_nulls(votes_for, votes_against, abstentions) = case when state in ('passed', 'not-passed') then 0 else 3 end
  ),
  foreign key (board_id, body_id) references bodies (board_id, id),
  foreign key (board_id, created_by) references members (board_id, id),
  foreign key (board_id, circulated_by) references members (board_id, id),
  foreign key (board_id, ended_by) references members (board_id, id)
);
create index written_resolutions_body on written_resolutions (board_id, body_id);
create index written_resolutions_creator on written_resolutions (board_id, created_by);
create index written_resolutions_circulator on written_resolutions (board_id, circulated_by) where circulated_by is not null;
create index written_resolutions_ender on written_resolutions (board_id, ended_by) where ended_by is not null;
create index written_resolutions_due on written_resolutions (ends_at) where state = 'circulating';
create index written_resolutions_words on written_resolutions using gin (words) with (fastupdate = off);
alter table documents add foreign key (board_id, written_resolution_id) references written_resolutions (board_id, id);

-- Round 0 is the draft and lists only recused members.
create table written_voters (
  board_id uuid not null references boards,
  resolution_id uuid not null,
  round int not null,
  member_id uuid not null,
  is_recused boolean not null,
  primary key (board_id, resolution_id, round, member_id),
  unique (board_id, resolution_id, round, member_id, is_recused),
  foreign key (board_id, resolution_id) references written_resolutions (board_id, id),
  foreign key (board_id, member_id) references members (board_id, id)
);
create index written_voters_member on written_voters (board_id, member_id);

create table written_ballots (
  board_id uuid not null references boards,
  resolution_id uuid not null,
  round int not null check (round > 0),
  member_id uuid not null,
  is_recused boolean not null default false check (not is_recused),
  choice text not null check (choice in ('for', 'against', 'abstain')),
  reason text not null default '' check (length(reason) <= 500),
  at timestamptz not null,
  primary key (board_id, resolution_id, round, member_id),
  foreign key (board_id, resolution_id, round, member_id, is_recused)
    references written_voters (board_id, resolution_id, round, member_id, is_recused)
);
create index written_ballots_member on written_ballots (board_id, member_id);

create table written_files (
  board_id uuid not null references boards,
  resolution_id uuid not null,
  bytes bytea not null,
  made_at timestamptz not null,
  primary key (board_id, resolution_id),
  foreign key (board_id, resolution_id) references written_resolutions (board_id, id)
);

call schema_tools.keep_within_board('written_resolutions', 'written_voters', 'written_ballots', 'written_files');
alter table resolution_numbers
  add constraint resolution_numbers_of_written foreign key (board_id, written_id) references written_resolutions (board_id, id);

-- The text is final when the resolution is circulated. The whole row is final when it is decided.
create function keep_written_resolution() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state not in ('draft', 'circulating') then
    raise exception 'This resolution is decided.' using errcode = 'integrity_constraint_violation';
  end if;
  if old.state = 'circulating'
    and (old.title, old.text, old.body_id, old.papers) is distinct from (new.title, new.text, new.body_id, new.papers) then
    raise exception 'This resolution circulates.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
-- Documents are final when the resolution is circulated.
create function keep_papers_of_resolution() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  papers public.documents[];
begin
  if tg_table_name = 'document_versions' then
    papers := array(select d from public.documents d where d.board_id = new.board_id and d.id = new.document_id);
  elsif tg_op = 'INSERT' then
    papers := array[new];
  elsif tg_op = 'DELETE' then
    papers := array[old];
  else
    papers := array[old, new];
  end if;
  if exists (
    select from unnest(papers) paper
    join public.written_resolutions w on w.board_id = paper.board_id and w.id = paper.written_resolution_id
    where paper.deleted_at is null and w.round > 0
  ) then
    raise exception 'This paper was put to the vote.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
-- Ballots and voters must belong to the current round. While the resolution circulates, voters can only be added.
create function keep_written_rows() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  kept record;
begin
  if tg_op = 'INSERT' then kept := new; else kept := old; end if;
  perform from public.written_resolutions w
    where w.board_id = kept.board_id and w.id = kept.resolution_id and w.round = kept.round
      and (w.state = 'circulating' and (tg_table_name = 'written_ballots' or tg_op = 'INSERT')
        or w.state = 'draft' and tg_table_name = 'written_voters');
  if not found then
    raise exception 'This resolution is not open for it.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
-- Pauses the deadlines of a suspended board unless they have already passed.
create function stop_written_deadlines() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.suspended_at is not null then
    update public.written_resolutions w set stopped_at = clock_timestamp()
      where w.board_id = new.id and w.state = 'circulating' and w.stopped_at is null;
  else
    update public.written_resolutions w set
        ends_at = case when w.ends_at > w.stopped_at then w.ends_at + (clock_timestamp() - w.stopped_at) else w.ends_at end,
        stopped_at = null
      where w.board_id = new.id and w.state = 'circulating' and w.stopped_at is not null;
  end if;
  return null;
end $$;
revoke all on function keep_written_resolution, keep_papers_of_resolution, keep_written_rows, stop_written_deadlines from public;
create trigger keep_written_resolution after update on written_resolutions for each row execute function keep_written_resolution();
create trigger keep_written_resolutions after delete on written_resolutions for each row execute function keep_for_ever();
create trigger keep_written_voters after insert or update or delete on written_voters
  for each row execute function keep_written_rows();
create trigger keep_written_ballots after insert or update or delete on written_ballots
  for each row execute function keep_written_rows();
create trigger keep_written_files after update or delete on written_files for each row execute function keep_for_ever();
create trigger keep_added_paper after insert on documents for each row
  when (new.written_resolution_id is not null) execute function keep_papers_of_resolution();
create trigger keep_changed_paper after update of title, position, deleted_at, hidden, written_resolution_id on documents for each row
  when (old.written_resolution_id is not null or new.written_resolution_id is not null) execute function keep_papers_of_resolution();
create trigger keep_removed_paper after delete on documents for each row
  when (old.written_resolution_id is not null) execute function keep_papers_of_resolution();
create trigger keep_version_of_paper after insert on document_versions for each row execute function keep_papers_of_resolution();
create trigger stop_written_deadlines after update of suspended_at on boards for each row
  when ((old.suspended_at is null) <> (new.suspended_at is null)) execute function stop_written_deadlines();

create policy gate on written_resolutions for select to dais_gate using (true);
grant select on written_resolutions to dais_gate;
create function gate.written_resolutions_due(most int)
returns table (board_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select w.board_id, w.id
  from public.written_resolutions w join public.boards b on b.id = w.board_id
  where w.state = 'circulating' and w.stopped_at is null and b.suspended_at is null and w.ends_at <= clock_timestamp()
  order by w.ends_at
  limit most
$$;
call schema_tools.open_gate('written_resolutions_due');
