-- The queue's tables belong to dais_queue; the worker acts as that role, and everybody else adds through this one
-- function, in the transaction of what the job is about.
create schema if not exists graphile_worker authorization dais_queue;
grant create on schema gate to dais_queue;
create function gate.add_job(task text, payload json, attempts int, starts_at timestamptz, key text)
returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(
    identifier => task, payload => payload, max_attempts => attempts, run_at => starts_at, job_key => key
  );
end $$;
alter function gate.add_job owner to dais_queue;
revoke all on function gate.add_job from public;
grant execute on function gate.add_job to dais_serving;
grant usage on schema gate to dais_queue;
