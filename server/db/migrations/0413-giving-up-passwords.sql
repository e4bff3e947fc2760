-- When the last passkey is deleted, the user can again set a password through a mailed link.
create function end_giving_up() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.users u set password_given_up_at = null
    where u.id = old.user_id and u.password_given_up_at is not null
      and not exists (select from public.passkeys p where p.user_id = old.user_id);
  return null;
end $$;
revoke all on function end_giving_up from public;
create trigger passkeys_given_up after delete on passkeys for each row execute function end_giving_up();

-- Requires two passkeys, or one that is backed up, because a single passkey is lost together with its device.
create function gate.can_remove_password(for_user uuid)
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.users u where u.id = for_user and u.password_hash is not null and u.disabled_at is null)
    and (select count(*) >= 2 or coalesce(bool_or(p.is_backed_up), false) from public.passkeys p where p.user_id = for_user)
$$;

-- Locks the account, so that concurrent removals cannot remove the last way to sign in.
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

-- Sets a password only if the account has none, so only one of several concurrent calls succeeds.
create function gate.set_password(for_user uuid, new_hash text, seen_at timestamptz)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.users u set password_hash = new_hash, password_changed_at = seen_at, password_given_up_at = null
    where u.id = for_user and u.password_hash is null and u.disabled_at is null;
  return found;
end $$;

-- Returns the id of the user for whom the reset was requested, if that user has removed their password.
create function gate.gave_password_up(wanted_reset uuid)
returns uuid language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id from public.password_resets r join public.users u on lower(u.email) = lower(r.email)
  where r.id = wanted_reset and r.token_hash is null and u.disabled_at is null and u.password_given_up_at is not null
$$;

call schema_tools.open_gate('can_remove_password', 'remove_password', 'set_password', 'gave_password_up');
