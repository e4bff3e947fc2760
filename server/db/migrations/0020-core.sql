-- Core layer: boards, log, mail, uploads.

create table boards (
  id uuid primary key default uuidv7(),
  shortname text not null unique check (shortname ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  title text not null check (length(title) between 1 and 120),
  primary_color text not null default '#124e52' check (primary_color ~ '^#[0-9a-f]{6}$'),
  logo_url text,
  time_zone text not null,
  people_hidden boolean not null default false,
  two_factor_required boolean not null default false,
  magic_links text not null default 'full' check (magic_links in ('full', 'answer', 'off')),
  reminder_minutes int[] not null default '{10080,1440}' check (cardinality(reminder_minutes) <= 10),
  -- A note for site administration; the board does not show it.
  plan_note text not null default '' check (length(plan_note) <= 500),
  -- The revision of the setup that a change is based on. If two admins save at once, the second is refused.
  revision int not null default 1,
  -- The provider whose button comes first on the board's login screen. If it is required, only its sessions may enter
  -- the board, and admins need two factors.
  provider_id uuid,
  provider_required boolean not null default false,
  -- The longest device trust that the board allows. The strictest board of a member applies.
  trust_days smallint not null default 30 check (trust_days between 0 and 60),
  suspended_at timestamptz,
  created_at timestamptz not null default now(),
  constraint boards_provider check (provider_id is not null or not provider_required)
);
call schema_tools.force_row_security('boards');
create policy same_board on boards to dais_serving using (id = current_board_id()) with check (id = current_board_id());
create policy gate on boards to dais_gate using (true) with check (true);
grant select, update on boards to dais_serving;
grant select, insert on boards to dais_gate;

-- Clock changes of the boards' time zones. They come from the zone table of Node.js, so that SQL and the server agree
-- on days. PostgreSQL's table may be older or lack a name.
create table zone_rules (
  name text primary key,
  -- The version of the zone table, such as 2026c.
  source text not null,
  -- When each offset began, and how far ahead of UTC it is. The first is -infinity.
  since timestamptz[] not null,
  seconds int[] not null check (cardinality(seconds) = cardinality(since))
);
call schema_tools.keep_to_gate('zone_rules');

-- The zones of all boards, with the zone table version of their stored rules.
create function gate.zones_of_boards()
returns table (name text, source text, shortnames text[]) language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select b.time_zone, max(r.source), array_agg(b.shortname order by b.shortname)
  from public.boards b left join public.zone_rules r on r.name = b.time_zone group by b.time_zone order by b.time_zone
$$;

create function gate.keep_zone_rules(zone text, from_source text, starts timestamptz[], offsets int[])
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.zone_rules (name, source, since, seconds) values (zone, from_source, starts, offsets)
  on conflict (name) do update set source = excluded.source, since = excluded.since, seconds = excluded.seconds
$$;

-- The local time in a zone. A zone without stored rules uses PostgreSQL's table, or UTC if it is missing there too, so
-- that one board's zone cannot stop the jobs of others.
create function gate.local_time(at timestamptz, zone text)
returns timestamp language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ahead int;
begin
  select r.seconds[width_bucket(at, r.since)] into ahead from public.zone_rules r where r.name = zone;
  if found then
    return at at time zone 'UTC' + make_interval(secs => ahead);
  end if;
  begin
    return at at time zone zone;
  exception when invalid_parameter_value then
    return at at time zone 'UTC';
  end;
end $$;

-- The start of the day. If clocks show midnight twice, it is the first; if midnight is skipped, it is the end of the
-- gap.
create function gate.start_of_day(day date, zone text)
returns timestamptz language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  wanted timestamp := day;
  utc timestamptz := wanted at time zone 'UTC';
  early timestamptz := utc - (gate.local_time(utc - interval '1 day', zone) - (wanted - interval '1 day'));
  late timestamptz := utc - (gate.local_time(utc + interval '1 day', zone) - (wanted + interval '1 day'));
begin
  return case when gate.local_time(late, zone) = wanted and gate.local_time(early, zone) <> wanted then late else early end;
end $$;

call schema_tools.open_gate('zones_of_boards', 'keep_zone_rules', 'local_time', 'start_of_day');

-- Former short names of boards: links in old mail still find the board, and no other board can take the name. Only the
-- gate writes the table, when a name changes.
create table former_shortnames (
  shortname text primary key,
  board_id uuid not null references boards,
  retired_at timestamptz not null default now()
);
create index former_shortnames_board on former_shortnames (board_id);
call schema_tools.keep_within_board('former_shortnames');
revoke insert, update, delete on former_shortnames from dais_serving;
create policy gate on former_shortnames to dais_gate using (true) with check (true);
grant select, insert, delete on former_shortnames to dais_gate;

-- Runs after the row, whose unique name it has waited for. If two boards exchange names at once, the second sees the
-- name that the first has given up.
create function gate.keep_shortname() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from public.former_shortnames f where f.shortname = new.shortname and f.board_id <> new.id) then
    raise unique_violation using constraint = 'boards_shortname_key', message = 'another board has had this shortname';
  end if;
  delete from public.former_shortnames f where f.shortname = new.shortname;
  if tg_op = 'UPDATE' then
    insert into public.former_shortnames (shortname, board_id) values (old.shortname, new.id);
  end if;
  return null;
end $$;
create trigger boards_shortname_made after insert on boards for each row execute function gate.keep_shortname();
create trigger boards_shortname_changed after update of shortname on boards
  for each row when (old.shortname is distinct from new.shortname) execute function gate.keep_shortname();

-- The current short name of a board that has or had the given name.
create function gate.current_shortname(wanted text)
returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.shortname from public.boards b
  where b.shortname = lower(wanted)
     or b.id = (select f.board_id from public.former_shortnames f where f.shortname = lower(wanted))
$$;

create function gate.create_board(new_shortname text, new_title text, new_time_zone text, new_color text)
returns uuid language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.boards (shortname, title, time_zone, primary_color)
  values (new_shortname, new_title, new_time_zone, new_color) returning id
$$;

-- Returns which of the URLs are still a board's logo; other files may be deleted.
create function gate.logos_in_use(urls text[])
returns setof text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.logo_url from public.boards b where b.logo_url = any (urls)
$$;

call schema_tools.open_gate('keep_shortname', 'current_shortname', 'create_board', 'logos_in_use');

-- A board's log. Rows are written and read, never changed.
create table audit_entries (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  member_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id uuid,
  detail jsonb not null default '{}',
  at timestamptz not null default now()
);
-- Serves queries by time, person and kind.
create index audit_entries_board on audit_entries (board_id, at desc);
create index audit_entries_member on audit_entries (board_id, member_id, at desc, id desc);
create index audit_entries_subject_kind on audit_entries (board_id, subject_kind, at desc);
-- Serves queries about who opened which document and when, without reading the rest of the log.
create index audit_entries_openings on audit_entries (board_id, subject_id, at) include (member_id, action)
  where action in ('document.opened', 'document.downloaded');
-- The openings of a period in order, for the report of all documents and its file.
create index audit_entries_openings_at on audit_entries (board_id, at, id) include (subject_id, member_id, action)
  where action in ('document.opened', 'document.downloaded');
call schema_tools.keep_within_board('audit_entries');
revoke update, delete on audit_entries from dais_serving;
create policy gate on audit_entries for select to dais_gate using (true);
grant select (board_id, at) on audit_entries to dais_gate;

-- Changes to an account itself, which belongs to no board. Rows are written and read, never changed.
create table account_entries (
  id uuid primary key default uuidv7(),
  user_id uuid not null,
  by_user_id uuid,
  action text not null,
  detail jsonb not null default '{}',
  at timestamptz not null
);
create index account_entries_user on account_entries (user_id, at desc);
create index account_entries_by on account_entries (by_user_id);
call schema_tools.keep_to_user('account_entries');
grant select, insert on account_entries to dais_serving;

-- Messages. The text is not stored: `sealed` contains encrypted data that the mail needs and cannot derive, and is
-- emptied when the message has ended. Mail is sent outside of any transaction.
create table mail_messages (
  id uuid primary key default uuidv7(),
  -- This is null for mail to a user as such (security notices), which only the gate sees.
  board_id uuid references boards,
  user_id uuid,
  member_id uuid,
  kind text not null,
  subject_id uuid,
  sealed bytea,
  -- Nothing was sealed with the message, so it can be written again at any time.
  is_repeatable boolean not null default true,
  queued_at timestamptz not null default now(),
  -- Until this time the sender owns the message. Uses the database's clock, which is the same for every server.
  leased_until timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  -- The message lost its reason, or its reader did not want it; `last_error` says which.
  dropped_at timestamptz,
  attempts int not null default 0,
  last_error text,
  constraint mail_messages_one_end check (num_nonnulls(sent_at, failed_at, dropped_at) <= 1)
);
create index mail_messages_board on mail_messages (board_id, queued_at desc);
create index mail_messages_member on mail_messages (board_id, member_id);
create index mail_messages_user on mail_messages (user_id) where user_id is not null;
-- Finds an invitation's newest message for the list of pending invitations.
create index mail_messages_subject on mail_messages (board_id, subject_id, queued_at desc);
create index mail_messages_waiting on mail_messages (queued_at desc, id desc) where sent_at is null and failed_at is null and dropped_at is null;
create index mail_messages_failed on mail_messages (queued_at desc, id desc) where failed_at is not null;
create index mail_messages_dropped on mail_messages (queued_at desc, id desc) where dropped_at is not null;
create index mail_messages_newest on mail_messages (queued_at desc, id desc);
call schema_tools.keep_within_board('mail_messages');
create policy gate on mail_messages to dais_gate using (board_id is null) with check (board_id is null);
-- Site admins see the delivery state of messages on all boards, but not their content.
create policy gate_delivery on mail_messages for select to dais_gate using (true);
-- Ended messages are deleted after some time. Waiting messages remain, since a suspended board's mail waits.
create policy gate_sweep on mail_messages for delete to dais_gate using (num_nonnulls(sent_at, failed_at, dropped_at) = 1);
grant select, insert, update, delete on mail_messages to dais_gate;

create function gate.add_user_mail(for_user uuid, mail_kind text, mail_sealed bytea, seen_at timestamptz)
returns uuid language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.mail_messages (user_id, kind, sealed, is_repeatable, queued_at)
  values (for_user, mail_kind, mail_sealed, mail_sealed is null, seen_at) returning id
$$;

-- Leases one waiting message to a sender. Returns no row if the message has ended, and only `free_at` while another
-- sender has it.
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

-- A success is always recorded. A failure is recorded only if the caller still has the lease.
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

-- Unended messages from before this time. The caller checks whether the queue still has their jobs.
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

-- How much mail waits, since when, and how much was given up. Numbers only, for monitoring without a user.
create function gate.mail_queue()
returns table (waiting bigint, oldest timestamptz, failed bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(*), min(queued_at), (select count(*) from public.mail_messages where failed_at is not null)
  from public.mail_messages where sent_at is null and failed_at is null and dropped_at is null
$$;

call schema_tools.open_gate('add_user_mail', 'lease_user_mail', 'extend_user_mail_lease', 'note_user_mail', 'waiting_mail', 'sweep_mail', 'mail_queue');

-- The kinds of mail that a member has turned off for a board. Without a row, mail is sent.
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

create table uploads (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  member_id uuid not null,
  filename text not null check (length(filename) between 1 and 255),
  byte_length bigint not null check (byte_length > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz,
  unique (board_id, id)
);
create index uploads_expiry on uploads (expires_at);
call schema_tools.keep_within_board('uploads');
create policy gate on uploads for select to dais_gate using (true);
grant select on uploads to dais_gate;

create function gate.expired_uploads(seen_at timestamptz, most int)
returns table (board_id uuid, upload_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.board_id, u.id from public.uploads u where u.expires_at < seen_at order by u.expires_at limit most
$$;

call schema_tools.open_gate('expired_uploads');
