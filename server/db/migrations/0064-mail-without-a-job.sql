-- What has neither gone out nor ended, since before this time. Whether the queue still has its job, the queue is asked.
create function gate.waiting_mail(queued_before timestamptz)
returns table (id uuid, board_id uuid, attempts int, last_error text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.id, m.board_id, m.attempts, m.last_error from public.mail_messages m
  where m.sent_at is null and m.failed_at is null and m.dropped_at is null and m.queued_at < queued_before
$$;
call house.open_gate('waiting_mail');
