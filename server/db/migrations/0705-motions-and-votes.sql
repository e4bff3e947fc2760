create table motions (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  agenda_item_id uuid not null,
  text text not null check (length(text) between 1 and 5000),
  mover_id uuid,
  seconder_id uuid,
  -- Unset if the chair or secretary proposed the motion.
  suggested_by uuid,
  state text not null check (
    state in ('suggested', 'proposed', 'declined', 'withdrawn', 'deferred', 'voting', 'carried', 'not-carried')
  ),
  reason text not null default '' check (length(reason) <= 500),
  revision int not null default 1,
  created_at timestamptz not null,
  deferred_to uuid,
  words tsvector generated always as (setweight(search_vector(board_id, text), 'A')) stored,
  unique (board_id, id),
  constraint motions_two check (mover_id <> seconder_id),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, agenda_item_id) references agenda_items (board_id, id) on delete cascade,
  foreign key (board_id, mover_id) references members (board_id, id),
  foreign key (board_id, seconder_id) references members (board_id, id),
  foreign key (board_id, suggested_by) references members (board_id, id),
  constraint motions_deferred_to
    foreign key (board_id, deferred_to) references motions (board_id, id) on delete set null (deferred_to)
);
create index motions_meeting on motions (board_id, meeting_id);
create index motions_item on motions (board_id, agenda_item_id);
create index motions_mover on motions (board_id, mover_id) where mover_id is not null;
create index motions_seconder on motions (board_id, seconder_id) where seconder_id is not null;
create index motions_suggested_by on motions (board_id, suggested_by) where suggested_by is not null;
create index motions_deferred_to on motions (board_id, deferred_to) where deferred_to is not null;
create index motions_words on motions using gin (words) with (fastupdate = off);

create table motion_wordings (
  board_id uuid not null references boards,
  motion_id uuid not null,
  revision int not null,
  text text not null check (length(text) between 1 and 5000),
  written_by uuid not null,
  at timestamptz not null,
  primary key (board_id, motion_id, revision),
  foreign key (board_id, motion_id) references motions (board_id, id) on delete cascade,
  foreign key (board_id, written_by) references members (board_id, id)
);
create index motion_wordings_writer on motion_wordings (board_id, written_by);

-- A vote stores its own copy of the text, documents and settings.
create table votes (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  motion_id uuid not null,
  body_id uuid not null,
  way text not null check (way in ('named', 'secret', 'hands', 'unopposed')),
  is_secret boolean not null generated always as (way = 'secret') stored,
  state text not null default 'open' check (state in ('open', 'tied', 'carried', 'not-carried', 'void')),
  text text not null,
  -- Format: [{document_id, version_id, title}]. The version is null for a link.
  papers jsonb not null,
  majority text not null check (majority in ('1/2', '2/3', '3/4', 'all')),
  recused_counts text not null default 'absent' check (recused_counts in ('absent', 'present', 'out-of-office')),
  recused int check (recused >= 0),
  recused_present int check (recused_present <= recused),
  majority_of text not null check (majority_of in ('cast', 'present', 'in-office')),
  casting_vote boolean not null,
  ballots_shown_to text not null check (ballots_shown_to in ('desk', 'body', 'audience')),
  minutes_names text not null check (minutes_names in ('numbers', 'who-asked', 'all')),
  chair_id uuid,
  opened_at timestamptz not null,
  opened_by uuid not null,
  closed_at timestamptz,
  closed_by uuid,
  -- This and the following counts are set when the vote closes.
  votes_for int check (votes_for >= 0),
  votes_against int check (votes_against >= 0),
  abstentions int check (abstentions >= 0),
  eligible int,
  present int,
  needed int,
  in_office int,
  -- Set when a named vote closes: the members who could have voted but did not.
  silent_ids uuid[],
  -- Members who lost access while the vote was open. They count as absent but remain eligible.
  inactive_ids uuid[] not null default '{}',
  held_at timestamptz,
  casting_choice text check (casting_choice in ('for', 'against')),
  cast_at timestamptz,
  unique (board_id, id),
  unique (board_id, id, is_secret),
  constraint votes_closed check ((state in ('open', 'void')) = (closed_at is null)),
  constraint votes_counted check (
    (closed_at is null) = (num_nulls(votes_for, votes_against, abstentions, eligible, present, needed, in_office) = 7)
    and num_nulls(votes_for, votes_against, abstentions, eligible, present, needed, in_office) in (0, 7)
  ),
  constraint votes_all_counted check (votes_for + votes_against + abstentions <= eligible),
  constraint votes_casting check ((casting_choice is null) = (cast_at is null) and (casting_choice is null or casting_vote)),
  constraint votes_held check (held_at is null or way in ('named', 'hands') or held_at >= opened_at),
  constraint votes_silent check (silent_ids is null or way = 'named' and closed_at is not null),
  foreign key (board_id, meeting_id) references meetings (board_id, id),
  foreign key (board_id, motion_id) references motions (board_id, id),
  foreign key (board_id, body_id) references bodies (board_id, id),
  foreign key (board_id, chair_id) references members (board_id, id),
  foreign key (board_id, opened_by) references members (board_id, id),
  foreign key (board_id, closed_by) references members (board_id, id)
);
-- Allows only one open vote per meeting, even if two people open one concurrently.
create unique index votes_open on votes (board_id, meeting_id) where state = 'open';
create index votes_meeting on votes (board_id, meeting_id, opened_at);
create index votes_motion on votes (board_id, motion_id);
create index votes_body on votes (board_id, body_id);
create index votes_chair on votes (board_id, chair_id) where chair_id is not null;
create index votes_opener on votes (board_id, opened_by);
create index votes_closer on votes (board_id, closed_by) where closed_by is not null;
create index votes_papers on votes using gin (papers jsonb_path_ops);

-- A separate table, because the vote's own row is final when the vote is closed.
create table vote_voids (
  board_id uuid not null references boards,
  vote_id uuid not null,
  -- True if a member objected to a vote that was declared unopposed.
  by_objection boolean not null,
  reason text not null check (length(reason) <= 500),
  voided_by uuid not null,
  at timestamptz not null,
  primary key (board_id, vote_id),
  foreign key (board_id, vote_id) references votes (board_id, id),
  foreign key (board_id, voided_by) references members (board_id, id)
);
create index vote_voids_member on vote_voids (board_id, voided_by);

create table hand_corrections (
  board_id uuid not null references boards,
  vote_id uuid not null,
  at timestamptz not null,
  corrected_by uuid not null,
  votes_for int not null check (votes_for >= 0),
  votes_against int not null check (votes_against >= 0),
  abstentions int not null check (abstentions >= 0),
  primary key (board_id, vote_id, at),
  foreign key (board_id, vote_id) references votes (board_id, id),
  foreign key (board_id, corrected_by) references members (board_id, id)
);
create index hand_corrections_member on hand_corrections (board_id, corrected_by);

-- Secret votes have no rows in this table.
create table ballots (
  board_id uuid not null references boards,
  vote_id uuid not null,
  is_secret boolean not null default false check (not is_secret),
  member_id uuid not null,
  choice text not null check (choice in ('for', 'against', 'abstain')),
  -- Whether the voter asked to be named in the minutes.
  is_named boolean not null,
  key_hash bytea check (length(key_hash) = 32),
  -- Hashes of the idempotency keys of replaced ballots, newest first, so that a late retry of such a ballot does not
  -- count again.
  earlier_key_hashes bytea[] not null default '{}' check (cardinality(earlier_key_hashes) <= 100),
  -- Set if the chair or secretary entered a ballot that the voter gave orally.
  entered_by uuid,
  at timestamptz not null,
  primary key (board_id, vote_id, member_id),
  foreign key (board_id, vote_id, is_secret) references votes (board_id, id, is_secret),
  foreign key (board_id, member_id) references members (board_id, id),
  foreign key (board_id, entered_by) references members (board_id, id)
);
create index ballots_member on ballots (board_id, member_id);
create index ballots_enterer on ballots (board_id, entered_by) where entered_by is not null;

-- Contains no time, order or choice, so that the vote stays secret.
create table vote_participations (
  board_id uuid not null references boards,
  vote_id uuid not null,
  is_secret boolean not null default true check (is_secret),
  member_id uuid not null,
  key_hash bytea not null check (length(key_hash) = 32),
  primary key (board_id, vote_id, member_id),
  foreign key (board_id, vote_id, is_secret) references votes (board_id, id, is_secret),
  foreign key (board_id, member_id) references members (board_id, id)
);
create index vote_participations_member on vote_participations (board_id, member_id);

-- Each ballot rewrites all three counts, so that row versions do not reveal the choice.
create table vote_tallies (
  board_id uuid not null references boards,
  vote_id uuid not null,
  is_secret boolean not null default true check (is_secret),
  choice text not null check (choice in ('for', 'against', 'abstain')),
  votes int not null default 0 check (votes >= 0),
  primary key (board_id, vote_id, choice),
  foreign key (board_id, vote_id, is_secret) references votes (board_id, id, is_secret)
);

-- Numbers run per body and year without gaps. A void resolution keeps its number.
create table resolution_numbers (
  board_id uuid not null references boards,
  body_id uuid not null,
  year int not null,
  sequence int not null check (sequence >= 1),
  -- The number as printed, which does not change if the body is renamed.
  number text not null,
  -- Either `vote_id` or `written_id` is set.
  vote_id uuid,
  written_id uuid,
  primary key (board_id, body_id, year, sequence),
  unique (board_id, vote_id),
  constraint resolution_numbers_written unique (board_id, written_id),
  constraint resolution_numbers_one check (num_nonnulls(vote_id, written_id) = 1),
  foreign key (board_id, body_id) references bodies (board_id, id),
  foreign key (board_id, vote_id) references votes (board_id, id)
);

call schema_tools.keep_within_board(
  'motions', 'motion_wordings', 'votes', 'vote_voids', 'hand_corrections', 'ballots', 'vote_participations', 'vote_tallies',
  'resolution_numbers'
);
-- Dead rows contain transaction ids that could link a choice to a voter. After a secret vote, a job vacuums these
-- tables. PostgreSQL before version 17 has no MAINTAIN privilege, so autovacuum removes the rows there.
do $$
begin
  if current_setting('server_version_num')::int >= 170000 then
    grant maintain on vote_participations, vote_tallies to dais_serving;
  else
    alter table vote_participations set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
    alter table vote_tallies set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
  end if;
end $$;
create policy gate on motions for select to dais_gate using (true);
grant select on motions to dais_gate;

-- A closed vote is final, except that a tie can still be broken.
create function keep_closed_vote() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'open' and not (
    old.state = 'tied' and (new.state = 'not-carried' or new.state = 'carried' and new.casting_choice is not null)
    and to_jsonb(new) - '{state,casting_choice,cast_at}'::text[] = to_jsonb(old) - '{state,casting_choice,cast_at}'::text[]
  ) then
    raise exception 'This vote is closed.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function keep_cast_ballots() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  kept record;
begin
  if tg_op = 'INSERT' then kept := new; else kept := old; end if;
  perform from public.votes v where v.board_id = kept.board_id and v.id = kept.vote_id and v.state = 'open';
  if not found then
    raise exception 'This vote is closed.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function keep_for_ever() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'This row of % is final.', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
revoke all on function keep_closed_vote, keep_cast_ballots, keep_for_ever from public;
create trigger keep_closed_vote after update on votes for each row execute function keep_closed_vote();
create trigger keep_votes after delete on votes for each row execute function keep_for_ever();
create trigger keep_voids after update or delete on vote_voids for each row execute function keep_for_ever();
create trigger keep_hand_corrections after update or delete on hand_corrections for each row execute function keep_for_ever();
create trigger keep_numbers after update or delete on resolution_numbers for each row execute function keep_for_ever();
create trigger keep_cast_ballots after insert or update or delete on ballots for each row execute function keep_cast_ballots();
create trigger keep_participations after insert or update or delete on vote_participations
  for each row execute function keep_cast_ballots();
create trigger keep_tallies after update or delete on vote_tallies for each row execute function keep_cast_ballots();

-- Documents of a vote cannot be deleted, and cannot get a new file while the vote is open.
create function keep_voted_papers() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  board uuid;
  paper uuid;
begin
  if tg_table_name = 'document_versions' then
    board := new.board_id;
    paper := new.document_id;
  else
    board := old.board_id;
    paper := old.id;
  end if;
  perform from public.votes v
  where v.board_id = board and v.papers @> jsonb_build_array(jsonb_build_object('document_id', paper))
    and (tg_table_name = 'documents' or v.state = 'open');
  if found then
    raise exception 'This paper was put to the vote.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
revoke all on function keep_voted_papers from public;
create trigger keep_voted_paper after delete on documents for each row execute function keep_voted_papers();
create trigger keep_voted_paper_there after update of deleted_at on documents for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function keep_voted_papers();
create trigger keep_version_of_voted_paper after insert on document_versions for each row execute function keep_voted_papers();
