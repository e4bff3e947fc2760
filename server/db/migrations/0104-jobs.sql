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

-- Adds many jobs in one call, because each call takes more than a millisecond. `keys` must not contain duplicates.
create function gate.add_jobs(task text, payloads json[], attempts int, keys text[])
returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from graphile_worker.add_jobs(array(
    select (task, job.payload, null, null, attempts, job.key, null, null)::graphile_worker.job_spec
    from unnest(payloads, keys) job (payload, key)
  ));
end $$;

-- Ignores a job whose server was killed during the last attempt, because such a job never runs again.
create function gate.has_job(wanted text)
returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (
    select from graphile_worker.jobs job
    where job.key = wanted and (job.locked_at is not null or job.attempts < job.max_attempts)
  );
end $$;

-- Omits the jobs' payloads and errors.
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
alter function gate.add_jobs owner to dais_queue;
alter function gate.has_job owner to dais_queue;
alter function gate.job_health owner to dais_queue;
revoke all on function gate.add_job, gate.add_jobs, gate.has_job, gate.job_health from public;
grant execute on function gate.add_job, gate.add_jobs, gate.has_job, gate.job_health to dais_serving;
