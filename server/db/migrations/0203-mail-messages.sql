create table mail_messages (
  id uuid primary key default uuidv7(),
  -- Unset for mail that belongs to no board, such as security notices.
  board_id uuid references boards,
  user_id uuid,
  member_id uuid,
  kind text not null,
  subject_id uuid,
  sealed bytea,
  -- True if the message's text can be generated again, which resending requires.
  is_repeatable boolean not null default true,
  queued_at timestamptz not null default now(),
  -- Measured by the database's clock, because the servers' clocks may differ.
  leased_until timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  -- Set if the message was no longer needed or its recipient has muted such mail.
  dropped_at timestamptz,
  attempts int not null default 0,
  last_error text,
  constraint mail_messages_one_end check (num_nonnulls(sent_at, failed_at, dropped_at) <= 1)
);
create index mail_messages_board on mail_messages (board_id, queued_at desc);
create index mail_messages_member on mail_messages (board_id, member_id);
create index mail_messages_user on mail_messages (user_id) where user_id is not null;
create index mail_messages_subject on mail_messages (board_id, subject_id, queued_at desc);
create index mail_messages_waiting on mail_messages (queued_at desc, id desc) where sent_at is null and failed_at is null and dropped_at is null;
create index mail_messages_failed on mail_messages (queued_at desc, id desc) where failed_at is not null;
create index mail_messages_dropped on mail_messages (queued_at desc, id desc) where dropped_at is not null;
create index mail_messages_newest on mail_messages (queued_at desc, id desc);
call schema_tools.keep_within_board('mail_messages');
create policy gate on mail_messages to dais_gate using (board_id is null) with check (board_id is null);
-- Site admins see the delivery state of messages on all boards, but not their content.
create policy gate_delivery on mail_messages for select to dais_gate using (true);
-- Keeps unsent messages, because those of a suspended board are sent after it is reactivated.
create policy gate_sweep on mail_messages for delete to dais_gate using (num_nonnulls(sent_at, failed_at, dropped_at) = 1);
grant select, insert, update, delete on mail_messages to dais_gate;

create function gate.add_user_mail(for_user uuid, mail_kind text, mail_sealed bytea, seen_at timestamptz)
returns uuid language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.mail_messages (user_id, kind, sealed, is_repeatable, queued_at)
  values (for_user, mail_kind, mail_sealed, mail_sealed is null, seen_at) returning id
$$;

-- Returns no row if the message is no longer waiting.
create function gate.lease_user_mail(wanted uuid, lease interval)
returns table (
  user_id uuid, kind text, sealed bytea, email text, first_name text, last_name text, is_disabled boolean, attempts int, free_at timestamptz
)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  waiting public.mail_messages;
begin
  select * into waiting from public.mail_messages m
    where m.id = wanted and m.board_id is null and m.sent_at is null and m.failed_at is null and m.dropped_at is null
    for update;
  if not found then
    return;
  end if;
  if waiting.leased_until > clock_timestamp() then
    return query select null::uuid, null::text, null::bytea, null::text, null::text, null::text, null::boolean, null::int, waiting.leased_until;
    return;
  end if;
  update public.mail_messages m set leased_until = clock_timestamp() + lease, attempts = m.attempts + 1 where m.id = wanted;
  return query
    select u.id, waiting.kind, waiting.sealed, u.email, u.first_name, u.last_name, u.disabled_at is not null, waiting.attempts + 1,
      null::timestamptz
    from public.users u where u.id = waiting.user_id;
end
$$;

create function gate.extend_user_mail_lease(wanted uuid, held_attempt int, lease interval)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.mail_messages set leased_until = clock_timestamp() + lease
  where id = wanted and board_id is null and attempts = held_attempt and leased_until is not null
$$;

-- Records a success even if the lease has ended, but a failure only while the caller holds the lease.
create function gate.note_user_mail(
  wanted uuid, held_attempt int, new_sent_at timestamptz, new_failed_at timestamptz, new_dropped_at timestamptz, new_error text
)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.mail_messages m
  set sent_at = new_sent_at, failed_at = case when new_sent_at is null then new_failed_at end,
      dropped_at = case when new_sent_at is null then new_dropped_at end, last_error = new_error, leased_until = null,
      sealed = case when coalesce(new_sent_at, new_failed_at, new_dropped_at) is null then m.sealed end
  where m.id = wanted and m.board_id is null and m.sent_at is null and m.dropped_at is null
    and (new_sent_at is not null or (m.attempts = held_attempt and m.failed_at is null))
$$;

create function gate.waiting_mail(queued_before timestamptz)
returns table (id uuid, board_id uuid, attempts int, last_error text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.id, m.board_id, m.attempts, m.last_error from public.mail_messages m
  where m.sent_at is null and m.failed_at is null and m.dropped_at is null and m.queued_at < queued_before
$$;

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

-- Returns only totals, because monitoring requests are not authenticated.
create function gate.mail_queue()
returns table (waiting bigint, oldest timestamptz, failed bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(*), min(queued_at), (select count(*) from public.mail_messages where failed_at is not null)
  from public.mail_messages where sent_at is null and failed_at is null and dropped_at is null
$$;

call schema_tools.open_gate('add_user_mail', 'lease_user_mail', 'extend_user_mail_lease', 'note_user_mail', 'waiting_mail', 'sweep_mail', 'mail_queue');

-- Members get every kind of mail that has no row in this table.
create table muted_mail (
  board_id uuid not null references boards,
  member_id uuid not null,
  choice text not null check (length(choice) between 1 and 60),
  created_at timestamptz not null default now(),
  primary key (board_id, member_id, choice)
);
call schema_tools.keep_within_board('muted_mail');
create policy gate on muted_mail for select to dais_gate using (true);
grant select on muted_mail to dais_gate;
