-- An audience's row holds whom it names, in the order of their ids. Who sees what is asked of each row of each list: one table answers
-- where three were read.
alter table audiences
  add column group_ids uuid[] not null default '{}',
  add column member_ids uuid[] not null default '{}';

-- The gate writes it: what a foreign key removes is removed by the owner, who sees no row of a board.
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
  -- Locked first, so that what is read then holds what others have written meanwhile.
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
call house.open_gate('name_audiences');

alter table audiences no force row level security;
alter table audience_groups no force row level security;
alter table audience_members no force row level security;
update audiences a
set group_ids = array(
      select g.group_id from audience_groups g where g.board_id = a.board_id and g.audience_id = a.id order by g.group_id
    ),
    member_ids = array(
      select m.member_id from audience_members m where m.board_id = a.board_id and m.audience_id = a.id order by m.member_id
    )
where exists (select from audience_groups g where g.board_id = a.board_id and g.audience_id = a.id)
  or exists (select from audience_members m where m.board_id = a.board_id and m.audience_id = a.id);
alter table audiences force row level security;
alter table audience_groups force row level security;
alter table audience_members force row level security;

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
