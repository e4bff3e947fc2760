-- An address is changed by whoever knows the password, and the password may be changed while they are being asked: by its
-- owner, in a reset, because somebody else knows it. Asking, confirming and changing the password therefore take turns at
-- the user's row, and what was asked with an earlier password is void.
drop function gate.begin_email_change;

-- False when the session is over or the password is no longer the one that was checked.
create function gate.begin_email_change(
  for_user uuid, in_session uuid, checked_hash text, wanted_email text, new_hash bytea, seen_at timestamptz, until timestamptz
)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.users u where u.id = for_user and u.password_hash = checked_hash and u.disabled_at is null for update;
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
call house.open_gate('begin_email_change');

-- The user's row before the change's, as whoever sets a password takes them.
create or replace function gate.confirm_email_change(wanted_hash bytea, seen_at timestamptz)
returns table (user_id uuid, old_email text, new_email text)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  owner uuid;
  change public.email_changes;
  old text;
  changed_at timestamptz;
begin
  select c.user_id into owner from public.email_changes c where c.token_hash = wanted_hash;
  select u.email, u.password_changed_at into old, changed_at from public.users u
    where u.id = owner and u.disabled_at is null for update;
  if old is null then
    return;
  end if;
  delete from public.email_changes c
    where c.user_id = owner and c.token_hash = wanted_hash and c.expires_at > seen_at
      and c.created_at >= coalesce(changed_at, '-infinity')
    returning c.* into change;
  if change.user_id is null then
    return;
  end if;
  update public.users u set email = change.new_email where u.id = owner;
  delete from public.password_resets r where r.user_id = owner;
  return query select owner, old, change.new_email;
end $$;

create or replace function gate.find_email_change(wanted_hash bytea, seen_at timestamptz)
returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.new_email from public.email_changes c join public.users u on u.id = c.user_id
  where c.token_hash = wanted_hash and c.expires_at > seen_at and u.disabled_at is null
    and c.created_at >= coalesce(u.password_changed_at, '-infinity')
$$;

-- Whatever ends a session (signing out here or elsewhere, a new password, its age) closes the streams that it holds open.
create function end_streams_of_session() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('dais_live', json_build_object('ended_session', old.id)::text);
  return null;
end $$;
create trigger sessions_ended after delete on sessions for each row execute function end_streams_of_session();
