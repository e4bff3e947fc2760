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

-- Runs at the end of the transaction, because a meeting and its date options are written by separate statements.
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
  -- A draft may have no proposed dates yet.
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

-- The answer of a member who leaves the audience stays, and counts again if the member returns.
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
