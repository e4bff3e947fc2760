-- What became of a message is kept for the delivery page and its questions, not for ever. What still waits stays, however old: a
-- suspended board's mail waits.
grant delete on mail_messages to dais_gate;
create policy gate_sweep on mail_messages for delete to dais_gate using (num_nonnulls(sent_at, failed_at, dropped_at) = 1);

create function gate.sweep_mail(queued_before timestamptz, most int)
returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.mail_messages m
  where m.id in (
    select old.id from public.mail_messages old
    where old.queued_at < queued_before and num_nonnulls(old.sent_at, old.failed_at, old.dropped_at) = 1
    order by old.queued_at
    limit most
  );
$$;
call house.open_gate('sweep_mail');
