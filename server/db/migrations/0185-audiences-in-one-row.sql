-- An audience's row holds whom it names, in the order of their ids. Who sees what is asked of each row of each list: one table answers
-- where three were read.
alter table audiences
  add column group_ids uuid[] not null default '{}',
  add column member_ids uuid[] not null default '{}';

create function name_audiences(changed uuid[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if changed is null then
    return;
  end if;
  -- Locked first, so that what is read then holds what others have written meanwhile.
  perform from audiences a where a.id = any(changed) order by a.id for no key update;
  update audiences a
  set group_ids = array(
        select g.group_id from audience_groups g where g.board_id = a.board_id and g.audience_id = a.id order by g.group_id
      ),
      member_ids = array(
        select m.member_id from audience_members m where m.board_id = a.board_id and m.audience_id = a.id order by m.member_id
      )
  where a.id = any(changed);
end $$;

create function name_written_audiences() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform name_audiences((select array_agg(distinct w.audience_id) from written w));
  return null;
end $$;
create function name_changed_audiences() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform name_audiences(array[old.audience_id, new.audience_id]);
  return null;
end $$;
revoke all on function name_written_audiences, name_changed_audiences from public;

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
  for each statement execute function name_written_audiences();
create trigger name_removed after delete on audience_groups referencing old table as written
  for each statement execute function name_written_audiences();
create trigger name_changed after update on audience_groups for each row execute function name_changed_audiences();
create trigger name_added after insert on audience_members referencing new table as written
  for each statement execute function name_written_audiences();
create trigger name_removed after delete on audience_members referencing old table as written
  for each statement execute function name_written_audiences();
create trigger name_changed after update on audience_members for each row execute function name_changed_audiences();
