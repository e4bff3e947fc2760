-- Row-level security is forced on the owner, too, so nobody whom a managed PostgreSQL gives can read all rows for a backup. This role
-- may read everything and change nothing; nobody signs in as it, and only who migrates may act as it.
do $$
begin
  if not exists (select from pg_roles where rolname = 'dais_backup') then
    begin
      create role dais_backup nologin nosuperuser nobypassrls;
    exception when duplicate_object or unique_violation then
      null; -- another installation's migration made it in the same moment
    end;
  end if;
  -- Not inherited: the owner sees through its policies only where it says that it acts as this role.
  if not pg_has_role(current_user, 'dais_backup', 'set') then
    grant dais_backup to current_user with inherit false, set true;
  end if;
end
$$;
grant usage on schema public to dais_backup;

-- Called after every migration: a table that is not let in by a later one would be missing from backups.
create procedure house.let_backup_read() language plpgsql as $$
declare
  each_table record;
begin
  for each_table in
    select c.oid, c.relname, c.relrowsecurity from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  loop
    if not has_table_privilege('dais_backup', each_table.oid, 'select') then
      execute format('grant select on %I to dais_backup', each_table.relname);
    end if;
    if each_table.relrowsecurity and not exists (
      select from pg_policy p where p.polrelid = each_table.oid and p.polname = 'backup'
    ) then
      execute format('create policy backup on %I for select to dais_backup using (true)', each_table.relname);
    end if;
  end loop;
end
$$;
