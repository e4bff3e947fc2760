create table deciding_settings (
  board_id uuid primary key references boards,
  -- Unset until a board admin has chosen who votes.
  confirmed_at timestamptz,
  revision int not null default 0,
  remote_counts boolean not null default true,
  check_in text not null default 'self' check (check_in in ('self', 'secretary')),
  recused_counts text not null default 'absent' check (recused_counts in ('absent', 'present', 'out-of-office')),
  casting_vote boolean not null default false,
  majority text not null default '1/2' check (majority in ('1/2', '2/3', '3/4', 'all')),
  majority_of text not null default 'cast' check (majority_of in ('cast', 'present', 'in-office')),
  vote_way text not null default 'named' check (vote_way in ('named', 'secret', 'hands', 'unopposed')),
  secret_votes boolean not null default true,
  seconder boolean not null default false,
  suggestions boolean not null default true,
  ballots_shown_to text not null default 'body' check (ballots_shown_to in ('desk', 'body', 'audience')),
  minutes_names text not null default 'all' check (minutes_names in ('numbers', 'who-asked', 'all')),
  written_needs text not null default 'all' check (written_needs in ('all', 'majority', 'off')),
  written_objection boolean not null default true,
  written_hours int not null default 168 check (written_hours between 1 and 1440),
  written_confirmed boolean not null default false,
  minutes_approval text not null default 'next-meeting' check (minutes_approval in ('next-meeting', 'written', 'signatures')),
  minutes_signed_by text not null default 'chair' check (minutes_signed_by in ('nobody', 'chair', 'both')),
  comment_days int not null default 7 check (comment_days between 0 and 60),
  standing_items text[] not null default '{declarations,action-items,written-resolutions}'
    check (standing_items <@ '{declarations,action-items,written-resolutions}'),
  -- Days before the due date, in descending order. 0 is the due date itself.
  action_reminder_days int[] not null default '{7,0}'
    check (cardinality(action_reminder_days) <= 4 and 0 <= all (action_reminder_days) and 60 >= all (action_reminder_days)),
  withholding boolean not null default true,
  interests_months int not null default 12 check (interests_months between 0 and 36),
  -- Whether invited people may vote, unless their invitation says otherwise.
  new_members_vote boolean not null default true
);

-- A body has the same id as its board or group. The row stays when the group is deleted, because decisions refer to it.
create table bodies (
  id uuid primary key,
  board_id uuid not null references boards,
  group_id uuid,
  -- The group's name, or an empty string for the whole board.
  name text not null check (length(name) <= 100),
  -- Unset if the body has as many seats as voting members.
  seats int check (seats between 1 and 500),
  quorum text not null default 'more-than-half' check (quorum in ('none', 'more-than-half', 'fraction', 'number')),
  quorum_numerator int check (quorum_numerator between 1 and 500),
  quorum_denominator int check (quorum_denominator between 1 and 500),
  quorum_number int check (quorum_number between 1 and 500),
  quorum_at_least int not null default 2 check (quorum_at_least between 1 and 500),
  chair_id uuid,
  secretary_id uuid,
  unique (board_id, id),
  constraint bodies_quorum check (
    case quorum
      when 'fraction' then coalesce(quorum_numerator <= quorum_denominator, false) and quorum_number is null
      when 'number' then quorum_number is not null and num_nonnulls(quorum_numerator, quorum_denominator) = 0
      else num_nonnulls(quorum_numerator, quorum_denominator, quorum_number) = 0
    end
  ),
  foreign key (board_id, group_id) references groups (board_id, id) on delete set null (group_id),
  foreign key (board_id, chair_id) references members (board_id, id) on delete set null (chair_id),
  foreign key (board_id, secretary_id) references members (board_id, id) on delete set null (secretary_id)
);
create unique index bodies_group on bodies (board_id, group_id) where group_id is not null;
create index bodies_chair on bodies (board_id, chair_id) where chair_id is not null;
create index bodies_secretary on bodies (board_id, secretary_id) where secretary_id is not null;

-- Members without a row can vote from the day they join.
create table non_voters (
  board_id uuid not null references boards,
  body_id uuid not null,
  member_id uuid not null,
  primary key (board_id, body_id, member_id),
  foreign key (board_id, body_id) references bodies (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index non_voters_member on non_voters (board_id, member_id);

-- A member without a vote on the whole board also gets no vote in a newly joined group until an admin grants it.
create function follow_vote_of_board() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.non_voters (board_id, body_id, member_id)
  select n.board_id, new.group_id, n.member_id from public.non_voters n
  where n.board_id = new.board_id and n.body_id = new.board_id and n.member_id = new.member_id
  on conflict do nothing;
  return null;
end $$;
revoke all on function follow_vote_of_board from public;
create trigger follow_vote_of_board after insert on group_members for each row execute function follow_vote_of_board();
call schema_tools.keep_within_board('deciding_settings', 'bodies', 'non_voters');
create policy gate on deciding_settings for insert to dais_gate with check (true);
create policy gate on bodies for insert to dais_gate with check (true);
grant insert on deciding_settings, bodies to dais_gate;

create function let_board_decide() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.deciding_settings (board_id) values (new.id);
  insert into public.bodies (id, board_id, name) values (new.id, new.id, '');
  return null;
end $$;
create function let_group_decide() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into public.bodies (id, board_id, group_id, name) values (new.id, new.board_id, new.id, new.name);
  else
    update public.bodies b set name = new.name where b.board_id = new.board_id and b.group_id = new.id;
  end if;
  return null;
end $$;
revoke all on function let_board_decide, let_group_decide from public;
create trigger let_board_decide after insert on boards for each row execute function let_board_decide();
create trigger let_group_decide after insert or update of name on groups for each row execute function let_group_decide();

-- A member who leaves the board stops being chair or secretary, and does not regain the office on return.
create function end_offices() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.bodies set chair_id = null where board_id = new.board_id and chair_id = new.id;
  update public.bodies set secretary_id = null where board_id = new.board_id and secretary_id = new.id;
  return null;
end $$;
revoke all on function end_offices from public;
create trigger end_offices after update of status on members for each row
  when (new.status = 'inactive' and old.status <> 'inactive') execute function end_offices();
