-- A group cannot be deleted while an audience contains it.
create table audiences (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  whole_board boolean not null,
  -- These two columns duplicate the two tables below, sorted by id, to speed up visibility checks.
  group_ids uuid[] not null default '{}',
  member_ids uuid[] not null default '{}',
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
call schema_tools.keep_within_board('audiences', 'audience_groups', 'audience_members');

-- The names and numbers that describe an audience other than the whole board.
create function named_audience(a audiences) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'whole_board', false,
    'groups', (
      select coalesce(jsonb_agg(g.name order by lower(g.name), g.id), '[]') from groups g
      where g.board_id = a.board_id and g.id = any(a.group_ids)
    ),
    'people', cardinality(a.member_ids),
    'members', (
      select count(*) from (
        select unnest(a.member_ids) as id
        union select gm.member_id from group_members gm where gm.board_id = a.board_id and gm.group_id = any(a.group_ids)
      ) named join members m on m.board_id = a.board_id and m.id = named.id and m.status in ('active', 'invited')
    )
  )
$$;

create policy gate on audiences to dais_gate using (true) with check (true);
grant select, update (group_ids, member_ids) on audiences to dais_gate;
create policy gate on audience_groups for select to dais_gate using (true);
create policy gate on audience_members for select to dais_gate using (true);
grant select on audience_groups, audience_members to dais_gate;

create function gate.name_audiences() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  changed uuid[] := array(select distinct w.audience_id from written w);
begin
  -- Lock first, so that the following read sees what concurrent transactions have committed.
  perform from public.audiences a where a.id = any(changed) order by a.id for no key update;
  update public.audiences a
  set group_ids = array(
        select g.group_id from public.audience_groups g where g.board_id = a.board_id and g.audience_id = a.id order by g.group_id
      ),
      member_ids = array(
        select m.member_id from public.audience_members m where m.board_id = a.board_id and m.audience_id = a.id order by m.member_id
      )
  where a.id = any(changed);
  return null;
end $$;
call schema_tools.open_gate('name_audiences');

create trigger name_added after insert on audience_groups referencing new table as written
  for each statement execute function gate.name_audiences();
create trigger name_removed after delete on audience_groups referencing old table as written
  for each statement execute function gate.name_audiences();
create trigger name_before after update on audience_groups referencing old table as written
  for each statement execute function gate.name_audiences();
create trigger name_after after update on audience_groups referencing new table as written
  for each statement execute function gate.name_audiences();
create trigger name_added after insert on audience_members referencing new table as written
  for each statement execute function gate.name_audiences();
create trigger name_removed after delete on audience_members referencing old table as written
  for each statement execute function gate.name_audiences();
create trigger name_before after update on audience_members referencing old table as written
  for each statement execute function gate.name_audiences();
create trigger name_after after update on audience_members referencing new table as written
  for each statement execute function gate.name_audiences();
