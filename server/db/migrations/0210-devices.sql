-- Devices: the browsers that a user signs in with, each known by the random id in its cookie. One that gave a second factor may be trusted:
-- its next sign-ins are of strength two without asking for a code.

create table devices (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the id in the cookie.
  token_hash bytea not null check (length(token_hash) = 32),
  user_agent text not null check (length(user_agent) <= 300),
  -- The network address of its last sign-in.
  address text not null check (length(address) <= 45),
  created_at timestamptz not null,
  -- While it is signed in its session says it more exactly.
  last_seen_at timestamptz not null,
  trusted_at timestamptz,
  trusted_until timestamptz,
  constraint devices_trust check (num_nulls(trusted_at, trusted_until) in (0, 2)),
  unique (user_id, token_hash)
);
call house.keep_to_user('devices');
grant select (id, user_id, user_agent, address, created_at, last_seen_at, trusted_at, trusted_until),
  update (last_seen_at, trusted_at, trusted_until), delete on devices to dais_serving;
create policy gate on devices to dais_gate using (true) with check (true);
grant select, insert, update, delete on devices to dais_gate;

-- Null: it began before devices were kept, or its device was left out of the list.
alter table sessions add column device_id uuid references devices on delete set null;
create index sessions_device on sessions (device_id) where device_id is not null;
-- The passkey that began it.
alter table sessions add column passkey_id uuid references passkeys on delete set null;
create index sessions_passkey on sessions (passkey_id) where passkey_id is not null;
grant select (device_id, passkey_id) on sessions to dais_serving;

-- The longest trust that a board allows; its members have the strictest of their boards.
alter table boards add column trust_days smallint not null default 30 check (trust_days between 0 and 60);

-- What is known of a device when its session is gone.
create function keep_last_seen() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.devices set last_seen_at = old.last_seen_at where id = old.device_id and last_seen_at < old.last_seen_at;
  return null;
end $$;
revoke all on function keep_last_seen from public;
create trigger sessions_seen after delete on sessions for each row
  when (old.device_id is not null) execute function keep_last_seen();

-- Whoever had the old password may have a trusted device, too.
create function end_trust_with_password() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.devices set trusted_at = null, trusted_until = null where user_id = new.id and trusted_at is not null;
  return null;
end $$;
revoke all on function end_trust_with_password from public;
create trigger users_trust_ended after update of password_hash on users
  for each row when (old.password_hash is distinct from new.password_hash) execute function end_trust_with_password();

-- The next second factor is asked for everywhere once.
create function end_trust_with_factor() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.devices set trusted_at = null, trusted_until = null
    where user_id = old.user_id and trusted_at is not null and not public.has_second_factor(old.user_id);
  return null;
end $$;
revoke all on function end_trust_with_factor from public;
create trigger two_factors_trust_ended after delete on two_factors for each row execute function end_trust_with_factor();
create trigger passkeys_trust_ended after delete on passkeys for each row execute function end_trust_with_factor();

-- Days that a device of this user may be trusted for; none: it is not offered.
create function gate.trust_days(for_user uuid)
returns smallint language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(min(b.trust_days), 30::smallint)
  from public.members m join public.boards b on b.id = m.board_id
  where m.user_id = for_user and m.status = 'active'
$$;

-- Whether this browser gives the second factor by being trusted. `hashes`: of the ids that its cookie holds.
create function gate.is_trusted_device(for_user uuid, hashes bytea[], seen_at timestamptz)
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from public.devices d
    where d.user_id = for_user and d.token_hash = any (hashes) and d.trusted_until > seen_at
      and d.trusted_at + make_interval(days => gate.trust_days(for_user)) > seen_at
  )
$$;

-- The device of a sign-in: the one whose id the browser has, else a new one by the last of the hashes. Beyond `most` the one that was seen
-- longest ago leaves the list; its sessions stay.
create function gate.note_device(for_user uuid, hashes bytea[], agent text, from_address text, seen_at timestamptz, most int)
returns table (device_id uuid, device_hash bytea, is_new boolean)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found_id uuid;
  found_hash bytea;
  beyond uuid[];
begin
  -- The account before what belongs to it, as a new password locks them.
  perform from public.users u where u.id = for_user for share;
  select d.id, d.token_hash into found_id, found_hash from public.devices d
    where d.user_id = for_user and d.token_hash = any (hashes)
    order by array_position(hashes, d.token_hash) desc limit 1 for update;
  if found then
    update public.devices d set user_agent = left(agent, 300), address = from_address, last_seen_at = seen_at where d.id = found_id;
    return query select found_id, found_hash, false;
    return;
  end if;
  found_hash := hashes[cardinality(hashes)];
  insert into public.devices as d (user_id, token_hash, user_agent, address, created_at, last_seen_at)
    values (for_user, found_hash, left(agent, 300), from_address, seen_at, seen_at)
    on conflict (user_id, token_hash) do update set last_seen_at = excluded.last_seen_at
    returning d.id into found_id;
  select array_agg(old.id) into beyond from (
    select d.id from public.devices d where d.user_id = for_user and d.id <> found_id order by d.last_seen_at desc, d.id offset most - 1
  ) old;
  if beyond is not null then
    -- Sessions before devices, as whatever ends a session locks them.
    update public.sessions s set device_id = null where s.device_id = any (beyond);
    delete from public.devices d where d.id = any (beyond);
  end if;
  return query select found_id, found_hash, true;
end $$;

-- As before, on a device of the same user. `by_trust`: it must be trusted still, and counts as the second factor.
drop function gate.start_session;
create function gate.start_session(
  for_user uuid, checked_hash text, with_passkey uuid, with_connection uuid, second_factor boolean, new_hash bytea, on_board uuid,
  keep boolean, agent text, seen_at timestamptz, until timestamptz, on_device uuid default null, by_trust boolean default false
)
returns uuid language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  started uuid;
  by_provider uuid;
  counts boolean := false;
begin
  if not public.is_proven(for_user, checked_hash, with_passkey, with_connection) then
    return null;
  end if;
  if (by_trust or on_device is not null) and not exists (
    select from public.devices d
    where d.id = on_device and d.user_id = for_user
      and (not by_trust or gate.is_trusted_device(for_user, array[d.token_hash], seen_at))
  ) then
    return null;
  end if;
  if with_connection is not null then
    update public.provider_connections c set last_used_at = seen_at where c.id = with_connection;
    select p.id, p.counts_as_two_factors into by_provider, counts
      from public.provider_connections c join public.providers p on p.id = c.provider_id where c.id = with_connection;
  end if;
  insert into public.sessions (
      user_id, token_hash, board_id, remember, user_agent, created_at, last_seen_at, expires_at, begun_by, strength, own_factor, connection_id,
      provider_id, passkey_id, device_id
    )
    values (
      for_user, new_hash, on_board, keep and with_connection is null, left(agent, 300), seen_at, seen_at, until,
      case when with_passkey is not null then 'passkey' when with_connection is not null then 'provider' else 'password' end,
      case when with_passkey is not null or second_factor or by_trust or counts then 2 else 1 end,
      with_passkey is not null or second_factor or by_trust, with_connection, by_provider, with_passkey, on_device
    )
    returning id into started;
  return started;
end $$;

call house.open_gate('trust_days', 'is_trusted_device', 'note_device', 'start_session');
