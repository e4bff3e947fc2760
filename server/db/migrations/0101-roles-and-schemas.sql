
-- All databases of a cluster share its roles, so another installation may already have created these.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['dais_serving', 'dais_gate', 'dais_queue', 'dais_backup'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin nosuperuser nobypassrls', wanted);
      exception when duplicate_object or unique_violation then
        null; -- Another installation's migration created the role at the same time.
      end;
    end if;
    if not pg_has_role(current_user, wanted, 'set') then
      -- The owner does not inherit dais_backup, so the backup policies apply only while the owner acts as that role.
      execute format(
        'grant %I to current_user with inherit %s, set true', wanted, case wanted when 'dais_backup' then 'false' else 'true' end
      );
    end if;
  end loop;
  execute format('grant create on database %I to dais_queue', current_database());
end
$$;

revoke create on schema public from public;
grant usage on schema public to dais_serving, dais_gate, dais_backup;

-- The functions of this schema run as dais_gate, which does not have BYPASSRLS.
create schema gate;
revoke all on schema gate from public;
grant usage on schema gate to dais_serving, dais_gate, dais_queue;
grant create on schema gate to dais_gate, dais_queue;

-- Only job workers act as dais_queue.
create schema if not exists graphile_worker authorization dais_queue;

-- Only migrations may call the procedures of this schema.
create schema schema_tools;

create procedure schema_tools.force_row_security(variadic tables text[]) language plpgsql as $$
declare
  each_table text;
begin
  foreach each_table in array tables loop
    execute format('alter table %I enable row level security', each_table);
    execute format('alter table %I force row level security', each_table);
  end loop;
end
$$;

-- Policies call current_board_id() directly, so that PostgreSQL can inline it and use it as an index condition.
create procedure schema_tools.keep_within_board(variadic tables text[]) language plpgsql as $$
declare
  each_table text;
begin
  call schema_tools.force_row_security(variadic tables);
  foreach each_table in array tables loop
    execute format('create policy same_board on %I to dais_serving using (board_id = current_board_id()) with check (board_id = current_board_id())', each_table);
    execute format('grant select, insert, update, delete on %I to dais_serving', each_table);
  end loop;
end
$$;

create procedure schema_tools.keep_to_user(variadic tables text[]) language plpgsql as $$
declare
  each_table text;
begin
  call schema_tools.force_row_security(variadic tables);
  foreach each_table in array tables loop
    execute format('create policy own on %I to dais_serving using (user_id = current_user_id()) with check (user_id = current_user_id())', each_table);
  end loop;
end
$$;

create procedure schema_tools.keep_to_gate(variadic tables text[]) language plpgsql as $$
declare
  each_table text;
begin
  call schema_tools.force_row_security(variadic tables);
  foreach each_table in array tables loop
    execute format('create policy gate on %I to dais_gate using (true) with check (true)', each_table);
    execute format('grant select, insert, update, delete on %I to dais_gate', each_table);
  end loop;
end
$$;

-- Makes the functions run as dais_gate and lets the server call them.
create procedure schema_tools.open_gate(variadic functions text[]) language plpgsql as $$
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

-- Runs after every migration, so that backups include newly added tables.
create procedure schema_tools.let_backup_read() language plpgsql as $$
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
