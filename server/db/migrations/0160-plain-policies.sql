-- Row-level security asks by plain calls, which PostgreSQL writes out as an expression: a condition of the index like any other, and one
-- for all tables of a statement. As a sub-select it was started for each table, each time a statement ran.
do $$
declare
  each_policy record;
begin
  for each_policy in
    select p.tablename, p.policyname,
      regexp_replace(p.qual, '\( SELECT (current_(board|user)_id\(\)) AS current_(board|user)_id\)', '\1', 'g') as qual,
      regexp_replace(p.with_check, '\( SELECT (current_(board|user)_id\(\)) AS current_(board|user)_id\)', '\1', 'g') as with_check
    from pg_policies p where p.schemaname = 'public' and p.qual ~ 'SELECT current_(board|user)_id'
  loop
    execute format('alter policy %I on %I using (%s)', each_policy.policyname, each_policy.tablename, each_policy.qual);
    if each_policy.with_check is not null then
      execute format('alter policy %I on %I with check (%s)', each_policy.policyname, each_policy.tablename, each_policy.with_check);
    end if;
  end loop;
end
$$;

create or replace procedure house.keep_within_board(variadic tables text[]) language plpgsql as $$
declare
  each_table text;
begin
  call house.force_row_security(variadic tables);
  foreach each_table in array tables loop
    execute format('create policy same_board on %I to dais_serving using (board_id = current_board_id()) with check (board_id = current_board_id())', each_table);
    execute format('grant select, insert, update, delete on %I to dais_serving', each_table);
  end loop;
end
$$;

create or replace procedure house.keep_to_user(variadic tables text[]) language plpgsql as $$
declare
  each_table text;
begin
  call house.force_row_security(variadic tables);
  foreach each_table in array tables loop
    execute format('create policy own on %I to dais_serving using (user_id = current_user_id()) with check (user_id = current_user_id())', each_table);
  end loop;
end
$$;
