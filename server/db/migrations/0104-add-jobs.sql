-- Adds many jobs of one name like `gate.add_job`, since one call takes more than a millisecond and a meeting may invite
-- hundreds. `keys` must not repeat.
create function gate.add_jobs(task text, payloads json[], attempts int, keys text[])
returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from graphile_worker.add_jobs(array(
    select (task, job.payload, null, null, attempts, job.key, null, null)::graphile_worker.job_spec
    from unnest(payloads, keys) job (payload, key)
  ));
end $$;
alter function gate.add_jobs owner to dais_queue;
revoke all on function gate.add_jobs from public;
grant execute on function gate.add_jobs to dais_serving;
