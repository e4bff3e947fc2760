-- How much mail waits, since when, and how much was given up: figures for who watches the machine, who is no user. Numbers alone.
create function gate.mail_queue()
returns table (waiting bigint, oldest timestamptz, failed bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(*), min(queued_at), (select count(*) from public.mail_messages where failed_at is not null)
  from public.mail_messages where sent_at is null and failed_at is null and dropped_at is null
$$;

call house.open_gate('mail_queue');
