create table groups (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 10000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (board_id, id)
);
create unique index groups_name on groups (board_id, lower(name));
call schema_tools.keep_within_board('groups');

create table group_members (
  board_id uuid not null references boards,
  group_id uuid not null,
  member_id uuid not null,
  is_group_admin boolean not null default false,
  -- If this is false, group admins cannot add the member to an audience. They could otherwise make themselves editors.
  added_by_board_admin boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (board_id, group_id, member_id),
  foreign key (board_id, group_id) references groups (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index group_members_member on group_members (board_id, member_id);
call schema_tools.keep_within_board('group_members');

create policy gate on group_members for select to dais_gate using (true);
grant select on group_members to dais_gate;
