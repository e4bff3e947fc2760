-- Find-a-date: a meeting with dates to choose from instead of a date (docs/decisions/063-dates-and-polls.md). Until one is picked,
-- its start and end are those of the whole choice: the first start and the last end. So every order by start, every window
-- and every index holds for it as for any other meeting, and nothing has to think of a start that is not there.
alter table meetings
  add column finds_date boolean not null default false,
  drop constraint meetings_state_check,
  add constraint meetings_state_check check (state in ('draft', 'finding-date', 'published', 'cancelled')),
  -- What asks for dates has some; what takes place has one.
  add constraint meetings_finds_date check (case state when 'finding-date' then finds_date when 'published' then not finds_date else true end);
create index meetings_finding_date on meetings (board_id, starts_at) where state = 'finding-date' and deleted_at is null;

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
  check (ends_at >= starts_at),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade
);

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
  if offered.number not between 2 and 20 or offered.first <> held.starts_at or offered.last <> held.ends_at then
    raise exception 'a meeting that finds its date spans its 2 to 20 options' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger meetings_span_options after insert or update of finds_date, starts_at, ends_at on meetings
  deferrable initially deferred for each row when (new.finds_date) execute function check_date_options();
create constraint trigger date_options_are_spanned after insert or update or delete on date_options
  deferrable initially deferred for each row execute function check_date_options();

-- A question to an audience. It stands in exactly one place.
create table polls (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid,
  question text not null check (length(question) between 1 and 300),
  choice text not null check (choice in ('single', 'multiple')),
  is_anonymous boolean not null,
  results text not null check (results in ('always', 'after-answering', 'after-closing')),
  -- Null: open until an editor closes it.
  closes_at timestamptz,
  -- By an editor, before its time.
  closed_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (board_id, id),
  unique (board_id, id, is_anonymous),
  check (num_nonnulls(meeting_id) = 1),
  -- Results that grow while people vote would tell who chose what.
  check (not is_anonymous or results = 'after-closing'),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, created_by) references members (board_id, id)
);
create index polls_meeting on polls (board_id, meeting_id) where deleted_at is null;
create index polls_deleted on polls (deleted_at) where deleted_at is not null;

create table poll_options (
  id uuid primary key default gen_random_uuid(),
  board_id uuid not null references boards,
  poll_id uuid not null,
  position int not null,
  text text not null check (length(text) between 1 and 200),
  unique (board_id, id),
  unique (board_id, poll_id, id),
  unique (board_id, poll_id, position),
  foreign key (board_id, poll_id) references polls (board_id, id) on delete cascade
);

-- That somebody has answered, of named and anonymous polls alike: no time, no order, no number.
create table poll_responses (
  board_id uuid not null references boards,
  poll_id uuid not null,
  member_id uuid not null,
  primary key (board_id, poll_id, member_id),
  foreign key (board_id, poll_id) references polls (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index poll_responses_member on poll_responses (board_id, member_id);

-- Who chose what, of named polls alone: the last foreign key lets no row about an anonymous poll in.
create table poll_choices (
  board_id uuid not null references boards,
  poll_id uuid not null,
  option_id uuid not null,
  member_id uuid not null,
  is_anonymous boolean not null default false check (not is_anonymous),
  primary key (board_id, option_id, member_id),
  foreign key (board_id, poll_id, option_id) references poll_options (board_id, poll_id, id) on delete cascade,
  foreign key (board_id, poll_id, member_id) references poll_responses (board_id, poll_id, member_id) on delete cascade,
  foreign key (board_id, poll_id, is_anonymous) references polls (board_id, id, is_anonymous) on delete cascade
);

-- What was chosen in anonymous polls: one number for each option, and no row for any vote. Each vote writes all numbers of its
-- poll, so that not even the version of a row tells which one has grown.
create table poll_tallies (
  board_id uuid not null references boards,
  poll_id uuid not null,
  option_id uuid not null,
  votes int not null default 0 check (votes >= 0),
  primary key (board_id, option_id),
  foreign key (board_id, poll_id, option_id) references poll_options (board_id, poll_id, id) on delete cascade
);
create index poll_tallies_poll on poll_tallies (board_id, poll_id);

call house.keep_within_board(
  'date_options', 'date_answers', 'polls', 'poll_options', 'poll_responses', 'poll_choices', 'poll_tallies'
);

create policy gate on polls for select to dais_gate using (true);
grant select on polls to dais_gate;

-- Polls whose time to be restored is over.
create function gate.polls_to_purge(deleted_before timestamptz, most int)
returns table (board_id uuid, poll_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.board_id, p.id from public.polls p where p.deleted_at < deleted_before order by p.deleted_at limit most
$$;
call house.open_gate('polls_to_purge');
