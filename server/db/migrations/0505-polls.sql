create table polls (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid,
  announcement_id uuid,
  question text not null check (length(question) between 1 and 300),
  choice text not null check (choice in ('single', 'multiple')),
  is_anonymous boolean not null,
  results text not null check (results in ('always', 'after-answering', 'after-closing')),
  -- Unset if the poll is open until an editor closes it.
  closes_at timestamptz,
  closed_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (board_id, id),
  unique (board_id, id, is_anonymous),
  constraint polls_one_home check (num_nonnulls(meeting_id, announcement_id) = 1),
  -- Watching live results of an anonymous poll would reveal who chose what.
  constraint polls_anonymous_results check (not is_anonymous or results = 'after-closing'),
  foreign key (board_id, created_by) references members (board_id, id)
);
create index polls_meeting on polls (board_id, meeting_id) where deleted_at is null;
create index polls_announcement on polls (board_id, announcement_id) where announcement_id is not null and deleted_at is null;
create index polls_deleted on polls (deleted_at) where deleted_at is not null;
create index polls_due on polls (closes_at) where is_anonymous and closed_at is null;
call schema_tools.keep_within_board('polls');
create policy gate on polls for select to dais_gate using (true);
grant select on polls to dais_gate;

create function gate.polls_to_purge(deleted_before timestamptz, most int)
returns table (board_id uuid, poll_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.board_id, p.id from public.polls p where p.deleted_at < deleted_before order by p.deleted_at limit most
$$;

create function gate.polls_to_close(seen_at timestamptz, most int)
returns table (board_id uuid, poll_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.board_id, p.id from public.polls p
  where p.is_anonymous and p.closed_at is null and p.closes_at <= seen_at order by p.closes_at limit most
$$;

call schema_tools.open_gate('polls_to_purge', 'polls_to_close');

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
call schema_tools.keep_within_board('poll_options');

-- Stores no time, order or number, because these could reveal a member's choice.
create table poll_responses (
  board_id uuid not null references boards,
  poll_id uuid not null,
  member_id uuid not null,
  primary key (board_id, poll_id, member_id),
  foreign key (board_id, poll_id) references polls (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index poll_responses_of_member on poll_responses (board_id, member_id, poll_id);
call schema_tools.keep_within_board('poll_responses');

-- The last foreign key rejects choices in anonymous polls.
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
call schema_tools.keep_within_board('poll_choices');

-- Each vote rewrites all counts of its poll, so that row versions do not reveal the chosen option.
create table poll_tallies (
  board_id uuid not null references boards,
  poll_id uuid not null,
  option_id uuid not null,
  votes int not null default 0 check (votes >= 0),
  primary key (board_id, option_id),
  foreign key (board_id, poll_id, option_id) references poll_options (board_id, poll_id, id) on delete cascade
);
create index poll_tallies_poll on poll_tallies (board_id, poll_id);
call schema_tools.keep_within_board('poll_tallies');
