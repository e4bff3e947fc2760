-- The password can be given up where passkeys stand in for it. A link from the mailbox then makes no other, while there is one of them.

alter table users add column password_given_up_at timestamptz;
alter table users add constraint users_given_up check (password_given_up_at is null or password_hash is null);
grant select (password_given_up_at), update (password_given_up_at) on users to dais_serving;
grant update (password_given_up_at) on users to dais_gate;

-- Whoever has lost the last one gets in again by the mailbox.
create function end_giving_up() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.users u set password_given_up_at = null
    where u.id = old.user_id and u.password_given_up_at is not null
      and not exists (select from public.passkeys p where p.user_id = old.user_id);
  return null;
end $$;
revoke all on function end_giving_up from public;
create trigger passkeys_given_up after delete on passkeys for each row execute function end_giving_up();

-- Two passkeys, or one that is kept on other devices, too: one that is lost with its device is no way in.
create function gate.can_remove_password(for_user uuid)
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.users u where u.id = for_user and u.password_hash is not null and u.disabled_at is null)
    and (select count(*) >= 2 or coalesce(bool_or(p.is_backed_up), false) from public.passkeys p where p.user_id = for_user)
$$;

-- False where it cannot be removed. Locks the account, so that of two ways in that go at once one stays. What was asked for with the
-- password is void.
create function gate.remove_password(for_user uuid, seen_at timestamptz)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.users u where u.id = for_user for no key update;
  if not gate.can_remove_password(for_user) then
    return false;
  end if;
  update public.users u set password_hash = null, password_changed_at = seen_at, password_given_up_at = seen_at where u.id = for_user;
  delete from public.password_resets r where r.user_id = for_user;
  delete from public.email_changes c where c.user_id = for_user;
  return true;
end $$;

-- For an account without one; of several at once one succeeds.
create function gate.set_password(for_user uuid, new_hash text, seen_at timestamptz)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.users u set password_hash = new_hash, password_changed_at = seen_at, password_given_up_at = null
    where u.id = for_user and u.password_hash is null and u.disabled_at is null;
  return found;
end $$;

-- Who asked for a new password, and has given theirs up.
create function gate.gave_password_up(wanted_reset uuid)
returns uuid language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id from public.password_resets r join public.users u on lower(u.email) = lower(r.email)
  where r.id = wanted_reset and r.token_hash is null and u.disabled_at is null and u.password_given_up_at is not null
$$;

-- As before, but for nobody who has given it up.
create or replace function gate.open_password_reset(wanted uuid, new_hash bytea, until timestamptz)
returns uuid language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  owner uuid;
begin
  update public.password_resets r set user_id = u.id, token_hash = new_hash, expires_at = until
    from public.users u
    where r.id = wanted and r.token_hash is null and lower(u.email) = lower(r.email) and u.disabled_at is null
      and u.password_given_up_at is null
    returning u.id into owner;
  if owner is null then
    delete from public.password_resets r where r.id = wanted and r.token_hash is null;
  end if;
  return owner;
end $$;

-- As before; without a password the owner has confirmed otherwise, and the hash is null.
create or replace function gate.begin_email_change(
  for_user uuid, in_session uuid, checked_hash text, wanted_email text, new_hash bytea, seen_at timestamptz, until timestamptz
)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.users u
    where u.id = for_user and u.password_hash is not distinct from checked_hash and u.disabled_at is null for update;
  if not found then
    return false;
  end if;
  perform from public.sessions s where s.id = in_session and s.user_id = for_user for key share;
  if not found then
    return false;
  end if;
  insert into public.email_changes (user_id, new_email, token_hash, created_at, expires_at)
  values (for_user, wanted_email, new_hash, seen_at, until)
  on conflict (user_id) do update set new_email = excluded.new_email, token_hash = excluded.token_hash,
    created_at = excluded.created_at, expires_at = excluded.expires_at;
  return true;
end $$;

call house.open_gate('can_remove_password', 'remove_password', 'set_password', 'gave_password_up', 'open_password_reset', 'begin_email_change');
