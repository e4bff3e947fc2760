create function keep_last_seen() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.devices set last_seen_at = old.last_seen_at where id = old.device_id and last_seen_at < old.last_seen_at;
  return null;
end $$;
revoke all on function keep_last_seen from public;
create trigger sessions_seen after delete on sessions for each row
  when (old.device_id is not null) execute function keep_last_seen();

-- Stops trusting the user's devices when the password changes, because someone who knew the old password may have
-- a trusted device.
create function end_trust_with_password() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.devices set trusted_at = null, trusted_until = null where user_id = new.id and trusted_at is not null;
  return null;
end $$;
revoke all on function end_trust_with_password from public;
create trigger users_trust_ended after update of password_hash on users
  for each row when (old.password_hash is distinct from new.password_hash) execute function end_trust_with_password();

-- Stops trusting the user's devices when their last second factor is removed, so that no device can skip a factor
-- that is added later.
create function end_trust_with_factor() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.devices set trusted_at = null, trusted_until = null
    where user_id = old.user_id and trusted_at is not null and not public.has_second_factor(old.user_id);
  return null;
end $$;
revoke all on function end_trust_with_factor from public;
create trigger two_factors_trust_ended after delete on two_factors for each row execute function end_trust_with_factor();
create trigger passkeys_trust_ended after delete on passkeys for each row execute function end_trust_with_factor();

-- Returns 0 if one of the user's boards does not allow trusted devices.
create function gate.trust_days(for_user uuid)
returns smallint language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(min(b.trust_days), 30::smallint)
  from public.members m join public.boards b on b.id = m.board_id
  where m.user_id = for_user and m.status = 'active'
$$;

-- `hashes` are the hashes of the ids in the browser's cookie.
create function gate.is_trusted_device(for_user uuid, hashes bytea[], seen_at timestamptz)
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from public.devices d
    where d.user_id = for_user and d.token_hash = any (hashes) and d.trusted_until > seen_at
      and d.trusted_at + make_interval(days => gate.trust_days(for_user)) > seen_at
  )
$$;

-- If the user then has more than `most` devices, the least recently used ones are removed. Their sessions continue.
create function gate.note_device(for_user uuid, hashes bytea[], agent text, from_address text, seen_at timestamptz, most int)
returns table (device_id uuid, device_hash bytea, is_new boolean)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found_id uuid;
  found_hash bytea;
  beyond uuid[];
begin
  -- Lock the account before its rows, in the same order as a password change, to avoid deadlocks.
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
    -- Lock sessions before devices, in the same order as other code that ends sessions, to avoid deadlocks.
    update public.sessions s set device_id = null where s.device_id = any (beyond);
    delete from public.devices d where d.id = any (beyond);
  end if;
  return query select found_id, found_hash, true;
end $$;

call schema_tools.open_gate('trust_days', 'is_trusted_device', 'note_device');
