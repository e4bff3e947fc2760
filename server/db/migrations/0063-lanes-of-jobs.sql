-- What is asked for anew because it must wait keeps the attempts that it has used.
drop function gate.add_job;
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

-- Whether the queue will still do what it was asked for under this key. A job whose server was killed in its last attempt stays, and is done no more.
create function gate.has_job(wanted text)
returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (
    select from graphile_worker.jobs job
    where job.key = wanted and (job.locked_at is not null or job.attempts < job.max_attempts)
  );
end $$;

alter function gate.add_job owner to dais_queue;
alter function gate.has_job owner to dais_queue;
revoke all on function gate.add_job, gate.has_job from public;
grant execute on function gate.add_job, gate.has_job to dais_serving;

-- Who asked for a book last: a member waits for a few at a time.
alter table board_books
  add column asked_by uuid,
  add foreign key (board_id, asked_by) references members (board_id, id) on delete set null (asked_by);
create index board_books_asked_by on board_books (board_id, asked_by);
update board_books set asked_by = member_id;
