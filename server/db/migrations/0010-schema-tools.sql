-- The basis of all layers: roles, schemas, the procedures that protect tables and functions, and objects that belong to
-- no board.

-- Roles belong to the whole cluster, so a second installation finds them already created. dais_serving has the rights
-- of the serving login and owns nothing. dais_gate owns the functions that run before the board is known; nobody signs
-- in as it. dais_queue owns the job queue's schema. dais_backup may read every row and change none. It is needed
-- because row-level security is forced on the owner too, and no role of a managed PostgreSQL could read all rows for a
-- backup. Nobody signs in as it, and only the migrating role may act as it.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['dais_serving', 'dais_gate', 'dais_queue', 'dais_backup'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin nosuperuser nobypassrls', wanted);
      exception when duplicate_object or unique_violation then
        null; -- Another installation's migration created it concurrently.
      end;
    end if;
    if not pg_has_role(current_user, wanted, 'set') then
      -- The backup policies apply to the owner only while it acts as that role.
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

-- The gate contains what must be known before the board is. Each function answers one narrow question, has a fixed
-- search path, may be called only by the serving role, and acts as dais_gate, which has its own table policies and
-- needs no BYPASSRLS. A function is in the file of the highest layer that it reads.
create schema gate;
revoke all on schema gate from public;
grant usage on schema gate to dais_serving, dais_gate, dais_queue;
grant create on schema gate to dais_gate, dais_queue;

-- dais_queue owns the queue's tables. The worker acts as that role, and everything else adds jobs through gate
-- functions.
create schema if not exists graphile_worker authorization dais_queue;

-- Procedures that protect the product's tables and functions. Only migrations may call them.
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

-- A transaction sees only the rows of the board that it was opened for, and none without a board. The policy is a plain
-- call that PostgreSQL inlines as an index condition; a sub-select would be run for each table.
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

-- Only the user sees these rows. Write access is granted separately.
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

-- Only gate functions can access these rows.
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

-- Makes the named functions gate functions: they act as the gate, and the server may call them.
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

-- Called after every migration. Otherwise a later table would be missing from backups.
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

-- Identifies the installation's SECRET_KEY. A server, backup or key rotation with a wrong key would produce data that
-- nobody can open. Only the migrating role reads it. Backups do not contain the table: the manifest has the same proof,
-- and a restore writes it.
create table schema_tools.installation (
  is_only boolean primary key default true check (is_only),
  key_proof bytea not null check (octet_length(key_proof) = 32)
);

-- The board of the transaction. If it is empty, no row of a board is visible.
create function current_board_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('dais.board_id', true), '')::uuid $$;
create function current_user_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('dais.user_id', true), '')::uuid $$;

-- The acting member, set on entering a board. Row-level security does not use it.
create function current_member_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('dais.member_id', true), '')::uuid $$;
-- 'board-admin', 'group-admin' (of some group) or 'member'; always 'member' for a secret address.
create function current_rights() returns text language sql stable parallel safe
  as $$ select current_setting('dais.rights', true) $$;
-- The acting member's groups, so that audiences need not read them again.
create function current_group_ids() returns uuid[] language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('dais.group_ids', true), ''), '{}')::uuid[] $$;
-- The groups that the member administers.
create function current_administered_group_ids() returns uuid[] language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('dais.administered_group_ids', true), ''), '{}')::uuid[] $$;
grant execute on function current_member_id, current_rights, current_group_ids, current_administered_group_ids to dais_serving;

-- Counted attempts, shared by all servers and independent of boards.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
grant select, insert, update, delete on rate_limits to dais_serving;

-- Adds a job in the caller's transaction. A job that is rescheduled keeps its used attempts.
create function gate.add_job(task text, payload json, attempts int, starts_at timestamptz, key text, used int)
returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  added bigint;
begin
  select job.id into added from graphile_worker.add_job(
    identifier => task, payload => payload, max_attempts => attempts, run_at => starts_at, job_key => key
  ) job;
  if used > 0 then
    perform graphile_worker.reschedule_jobs(array[added], attempts => used::smallint);
  end if;
end $$;

-- Whether the queue will still run a job with this key. A job whose server was killed during its last attempt remains
-- in the table but will not run again.
create function gate.has_job(wanted text)
returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (
    select from graphile_worker.jobs job
    where job.key = wanted and (job.locked_at is not null or job.attempts < job.max_attempts)
  );
end $$;

-- Statistics of jobs, read as the queue's own role. Payloads and errors are not returned.
create function gate.job_health(seen_at timestamptz)
returns table (name text, due bigint, later bigint, running bigint, retrying bigint, given_up bigint, oldest timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select j.task_identifier,
           count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= seen_at),
           count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at > seen_at),
           count(*) filter (where j.locked_at is not null),
           count(*) filter (where j.attempts > 0 and j.attempts < j.max_attempts),
           count(*) filter (where j.attempts >= j.max_attempts and j.locked_at is null),
           min(j.run_at) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= seen_at)
    from graphile_worker.jobs j group by j.task_identifier order by j.task_identifier;
end $$;

alter function gate.add_job owner to dais_queue;
alter function gate.has_job owner to dais_queue;
alter function gate.job_health owner to dais_queue;
revoke all on function gate.add_job, gate.has_job, gate.job_health from public;
grant execute on function gate.add_job, gate.has_job, gate.job_health to dais_serving;

-- All search compares words without case, accents and punctuation, through one function.
create extension if not exists unaccent with schema public;
create extension if not exists pg_trgm with schema public;

-- Returns the words of a text, separated by single spaces. Immutable: the rules of `unaccent` come with PostgreSQL, and
-- the collation is PostgreSQL's own, independent of the database's.
create function search_fold(text) returns text language sql immutable strict parallel safe
return btrim(regexp_replace(
  lower(public.unaccent('public.unaccent'::regdictionary, normalize($1, nfkc)) collate "pg_c_utf8"),
  '[^[:alnum:]]+' collate "pg_c_utf8", ' ', 'g'
));

-- A prefix of every word in a board's vectors. A full-text index has one list per word, so without the prefix each
-- search would read the lists of the whole installation. If two boards share a prefix, `board_id` separates them.
create function search_board(uuid) returns text language sql immutable strict parallel safe
return translate(left(md5($1::text), 6), '0123456789abcdef', 'ghijklmnopqrstuv');

-- Above 300,000 bytes PostgreSQL might refuse the vector. No readable page has that much text.
create function search_vector(board uuid, given text) returns tsvector language sql immutable strict parallel safe
return (
  select to_tsvector(
    'pg_catalog.simple'::regconfig,
    regexp_replace(
      case when octet_length(folded) > 300000 then left(folded, 75000) else folded end,
      '([^ ]+)', public.search_board(board) || '\1', 'g'
    )
  )
  from (select public.search_fold(given) as folded offset 0) plain
);

-- Returns a vector's words, and each pair of neighbours as one word with a space. Pairs are found up to PostgreSQL's
-- last position and its maximum word length.
create function search_lexemes(words tsvector) returns text[] language sql immutable strict parallel safe as $$
  with placed as materialized (
    select l.lexeme, p.at::int as at from unnest(words) l, unnest(l.positions) p (at) where p.at < 16383
  )
  select array(
    select l.lexeme from unnest(words) l
    union
    select one.lexeme || ' ' || substr(other.lexeme, 7)
    from placed one join placed other on other.at = one.at + 1
    where octet_length(one.lexeme) + octet_length(other.lexeme) <= 1000
  )
$$;

-- Returns the typed words with the board's prefix, in order.
create function search_words(board uuid, given text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(l.lexeme order by p.at), '{}') from unnest(search_vector(board, given)) l, unnest(l.positions) p (at)
$$;

-- A phrase query for vectors with positions. The last word matches by prefix unless the query is exact.
create function search_phrase(words text[], is_exact boolean) returns tsquery language sql immutable strict parallel safe as $$
  select string_agg(
    quote_literal(w.word) || case when is_exact or w.nth < cardinality(words) then '' else ':*' end, ' <-> ' order by w.nth
  )::tsquery
  from unnest(words) with ordinality w (word, nth)
$$;

-- The same for rows of `document_words`: a document that contains the phrase has all of these parts, which are the word
-- or each pair of neighbours.
create function search_parts(words text[], is_exact boolean) returns tsquery[] language sql immutable strict parallel safe as $$
  select case when cardinality(words) = 1 then array[search_phrase(words, is_exact)] else array(
    select (quote_literal(pair.lexeme) || case when is_exact or pair.nth < cardinality(words) - 1 then '' else ':*' end)::tsquery
    from (
      select words[nth] || ' ' || substr(words[nth + 1], 7) as lexeme, nth, octet_length(words[nth]) + octet_length(words[nth + 1]) as size
      from generate_series(1, cardinality(words) - 1) nth
    ) pair
    where pair.size <= 1000
    union all
    -- The pair is too long for one word.
    select search_phrase(array[words[nth]], is_exact or nth < cardinality(words))
    from generate_series(1, cardinality(words)) nth
    where octet_length(words[nth]) > 400
  ) end
$$;

-- Splits a word into trigrams with the board's prefix, to find similar words.
create function search_letters(board uuid, word text) returns text[] language sql immutable strict parallel safe as $$
  select array(select search_board(board) || letters from unnest(show_trgm(word)) letters)
$$;
