-- How tables and functions of the product are made safe, for the migrations to call; nobody else may.
create schema house;

create procedure house.force_row_security(variadic tables text[]) language plpgsql as $$
declare
  each_table text;
begin
  foreach each_table in array tables loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
  end loop;
end
$$;

-- Rows of a board: only its own are in sight of a transaction.
create procedure house.keep_within_board(variadic tables text[]) language plpgsql as $$
declare
  each_table text;
begin
  call house.force_row_security(variadic tables);
  foreach each_table in array tables loop
    execute format('create policy same_board on %I to dais_serving using (board_id = (select current_board_id())) with check (board_id = (select current_board_id()))', each_table);
    execute format('grant select, insert, update, delete on %I to dais_serving', each_table);
  end loop;
end
$$;

-- Rows of a user, who alone has them in sight. What may be done with them is granted beside.
create procedure house.keep_to_user(variadic tables text[]) language plpgsql as $$
declare
  each_table text;
begin
  call house.force_row_security(variadic tables);
  foreach each_table in array tables loop
    execute format('create policy own on %I to dais_serving using (user_id = (select current_user_id())) with check (user_id = (select current_user_id()))', each_table);
  end loop;
end
$$;

-- Rows that only functions of the gate reach.
create procedure house.keep_to_gate(variadic tables text[]) language plpgsql as $$
declare
  each_table text;
begin
  call house.force_row_security(variadic tables);
  foreach each_table in array tables loop
    execute format('create policy gate on %I to dais_gate using (true) with check (true)', each_table);
    execute format('grant select, insert, update, delete on %I to dais_gate', each_table);
  end loop;
end
$$;

-- Functions of the gate, each by its name: they act as the gate, and the server may call them.
create procedure house.open_gate(variadic functions text[]) language plpgsql as $$
declare
  each_name text;
  f regprocedure;
begin
  foreach each_name in array functions loop
    f := ('gate.' || each_name)::regproc::oid::regprocedure;
    execute format('alter function %s owner to dais_gate', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to dais_serving', f);
  end loop;
end
$$;

-- Committees: members of a board who meet and read on their own.
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

create table group_members (
  board_id uuid not null references boards,
  group_id uuid not null,
  member_id uuid not null,
  is_group_admin boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (board_id, group_id, member_id),
  foreign key (board_id, group_id) references groups (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index group_members_member on group_members (board_id, member_id);

-- Who an item is for: the whole board, or some groups; plus single members. Every item that has an audience holds
-- one of its own. A group that is named here cannot be deleted before it is said what becomes of its audiences.
create table audiences (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  whole_board boolean not null,
  unique (board_id, id)
);
create table audience_groups (
  board_id uuid not null references boards,
  audience_id uuid not null,
  group_id uuid not null,
  primary key (board_id, audience_id, group_id),
  foreign key (board_id, audience_id) references audiences (board_id, id) on delete cascade,
  foreign key (board_id, group_id) references groups (board_id, id)
);
create index audience_groups_group on audience_groups (board_id, group_id);
create table audience_members (
  board_id uuid not null references boards,
  audience_id uuid not null,
  member_id uuid not null,
  primary key (board_id, audience_id, member_id),
  foreign key (board_id, audience_id) references audiences (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index audience_members_member on audience_members (board_id, member_id);

-- Meetings so far were for the whole board.
alter table meetings add column audience_id uuid;
alter table meetings no force row level security;
update meetings set audience_id = uuidv7();
insert into audiences (id, board_id, whole_board) select audience_id, board_id, true from meetings;
alter table meetings force row level security;
alter table meetings alter column audience_id set not null, add unique (board_id, audience_id),
  add foreign key (board_id, audience_id) references audiences (board_id, id);

call house.keep_within_board('groups', 'group_members', 'audiences', 'audience_groups', 'audience_members');

-- The groups of whoever acts come along: nearly every policy asks for them.
drop function enter_board;
create function enter_board(wanted_board uuid, wanted_user uuid)
returns table (
  board_id uuid, title text, shortname text, primary_color text, logo_url text, time_zone text, people_hidden boolean,
  suspended boolean, member_id uuid, slug text, is_board_admin boolean, groups jsonb
) language plpgsql volatile as $$
begin
  perform set_config('dais.board_id', wanted_board::text, true), set_config('dais.user_id', coalesce(wanted_user::text, ''), true);
  return query
    select b.id, b.title, b.shortname, b.primary_color, b.logo_url, b.time_zone, b.people_hidden,
           b.suspended_at is not null, m.id, m.slug, m.is_board_admin,
           coalesce((
             select jsonb_agg(jsonb_build_object('id', g.group_id, 'isGroupAdmin', g.is_group_admin) order by g.group_id)
             from group_members g where g.board_id = wanted_board and g.member_id = m.id
           ), '[]'::jsonb)
    from boards b join members m on m.board_id = b.id
    where b.id = wanted_board and m.user_id = wanted_user and m.status = 'active';
end $$;
revoke all on function enter_board from public;
grant execute on function enter_board to dais_serving;
