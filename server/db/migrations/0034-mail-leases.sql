-- Mail is sent outside of any transaction (docs/decisions/082-mail-queue.md). Whoever sends a message holds it until this time,
-- by the clock of the database, which is the same for every server.
alter table mail_messages
  add column leased_until timestamptz,
  -- It had lost its reason, or its reader did not want it; `last_error` says which.
  add column dropped_at timestamptz,
  -- Nothing that it needs was sealed with it, so it can be written again at any time.
  add column is_repeatable boolean not null default true;

update mail_messages set dropped_at = failed_at, failed_at = null
  where last_error in ('not wanted by the member', 'no longer needed');
-- What was sealed with a message is emptied when it has ended; these are known to have had something.
update mail_messages set is_repeatable = false where board_id is null or kind = 'invitation';

alter table mail_messages add constraint mail_messages_one_end check (num_nonnulls(sent_at, failed_at, dropped_at) <= 1);
create index mail_messages_waiting on mail_messages (queued_at desc, id desc) where sent_at is null and failed_at is null and dropped_at is null;
create index mail_messages_failed on mail_messages (queued_at desc, id desc) where failed_at is not null;
create index mail_messages_dropped on mail_messages (queued_at desc, id desc) where dropped_at is not null;
create index mail_messages_newest on mail_messages (queued_at desc, id desc);

create or replace function gate.add_user_mail(for_user uuid, mail_kind text, mail_sealed bytea, seen_at timestamptz)
returns uuid language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.mail_messages (user_id, kind, sealed, is_repeatable, queued_at)
  values (for_user, mail_kind, mail_sealed, mail_sealed is null, seen_at) returning id
$$;

-- Leases one waiting message to whoever sends it. Answers nothing once it has ended, and with `free_at` alone while another holds it.
drop function gate.take_user_mail(uuid);
create function gate.take_user_mail(wanted uuid, lease interval)
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

create function gate.keep_user_mail(wanted uuid, held_attempt int, lease interval)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.mail_messages set leased_until = clock_timestamp() + lease
  where id = wanted and board_id is null and attempts = held_attempt and leased_until is not null
$$;

-- That it went out counts whoever says so; that it did not, only from who holds it.
drop function gate.note_user_mail(uuid, timestamptz, timestamptz, text);
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

-- For site admins: what becomes of messages, of all boards; never what they say.
create policy gate_delivery on mail_messages for select to dais_gate using (true);

create function gate.list_mail(wanted_state text, before_time timestamptz, before_id uuid, most int)
returns table (
  id uuid, kind text, board_title text, recipient text, state text, queued_at timestamptz, ended_at timestamptz, attempts int,
  last_error text, is_repeatable boolean
)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Written out for each state, so that each is read from its own index.
  return query execute format($query$
    select m.id, m.kind, b.title, coalesce(u.email, of_member.email, of_invitation.email),
           case when m.sent_at is not null then 'sent' when m.failed_at is not null then 'failed'
                when m.dropped_at is not null then 'dropped' else 'queued' end,
           m.queued_at, coalesce(m.sent_at, m.failed_at, m.dropped_at), m.attempts, m.last_error, m.is_repeatable
    from public.mail_messages m
    left join public.boards b on b.id = m.board_id
    left join public.users u on u.id = m.user_id
    left join public.members member on member.board_id = m.board_id and member.id = m.member_id
    left join public.users of_member on of_member.id = member.user_id
    left join lateral (
      select i.email from public.invitations i
      where i.board_id = m.board_id and i.member_id = m.member_id and member.user_id is null
      order by i.created_at desc limit 1
    ) of_invitation on true
    where %s and ($1::timestamptz is null or (m.queued_at, m.id) < ($1, $2))
    order by m.queued_at desc, m.id desc
    limit $3
  $query$, case wanted_state
    when 'sent' then 'm.sent_at is not null'
    when 'failed' then 'm.failed_at is not null'
    when 'dropped' then 'm.dropped_at is not null'
    when 'queued' then 'm.sent_at is null and m.failed_at is null and m.dropped_at is null'
    else 'true' end) using before_time, before_id, most;
end
$$;

create function gate.count_mail(since timestamptz)
returns table (queued int, sent int, failed int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select
    (select count(*)::int from public.mail_messages where sent_at is null and failed_at is null and dropped_at is null),
    (select count(*)::int from public.mail_messages where queued_at > since and sent_at is not null),
    (select count(*)::int from public.mail_messages where queued_at > since and failed_at is not null)
$$;

-- The board of a message that a site admin wants sent again; none for mail to a user as such.
create function gate.board_of_mail(wanted uuid)
returns uuid language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.board_id from public.mail_messages m where m.id = wanted
$$;

call house.open_gate('take_user_mail', 'keep_user_mail', 'note_user_mail', 'list_mail', 'count_mail', 'board_of_mail');
