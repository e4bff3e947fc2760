create table email_changes (
  user_id uuid primary key references users on delete cascade,
  new_email text not null check (length(new_email) between 3 and 254),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_changes_expiry on email_changes (expires_at);
call schema_tools.keep_to_gate('email_changes');

-- A job checks later whether the account exists, so that the response time reveals nothing.
create table password_resets (
  id uuid primary key default uuidv7(),
  email text not null check (length(email) <= 254),
  user_id uuid references users on delete cascade,
  token_hash bytea unique check (length(token_hash) = 32),
  requested_at timestamptz not null,
  expires_at timestamptz,
  constraint password_resets_owner check (num_nulls(user_id, token_hash, expires_at) in (0, 3))
);
create index password_resets_user on password_resets (user_id);
create index password_resets_requested on password_resets (requested_at);
call schema_tools.keep_to_gate('password_resets');

-- Returns false if the old hash no longer matches, so only one of several concurrent changes succeeds.
create function gate.change_password(for_user uuid, in_session uuid, old_hash text, new_hash text, seen_at timestamptz)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.users u set password_hash = new_hash, password_changed_at = seen_at
    where u.id = for_user and u.password_hash = old_hash and u.disabled_at is null;
  if not found then
    return false;
  end if;
  delete from public.sessions s where s.user_id = for_user and s.id <> in_session;
  delete from public.password_resets r where r.user_id = for_user;
  delete from public.email_changes c where c.user_id = for_user;
  return true;
end $$;

create function gate.request_password_reset(typed_email text, seen_at timestamptz)
returns uuid language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.password_resets (email, requested_at) values (typed_email, seen_at) returning id
$$;

-- Deletes the request if no active user has the address, or if the user has removed their password.
create function gate.open_password_reset(wanted uuid, new_hash bytea, until timestamptz)
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

create function gate.is_password_reset_open(wanted_hash bytea, seen_at timestamptz)
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from public.password_resets r join public.users u on u.id = r.user_id
    where r.token_hash = wanted_hash and r.expires_at > seen_at and u.disabled_at is null
  )
$$;

-- If several calls run concurrently, only one succeeds.
create function gate.use_password_reset(wanted_hash bytea, new_password_hash text, seen_at timestamptz)
returns uuid language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  owner uuid;
begin
  select r.user_id into owner from public.password_resets r where r.token_hash = wanted_hash;
  perform from public.users u where u.id = owner and u.disabled_at is null for no key update;
  if not found then
    return null;
  end if;
  delete from public.password_resets r where r.user_id = owner and r.token_hash = wanted_hash and r.expires_at > seen_at;
  if not found then
    return null;
  end if;
  update public.users u set password_hash = new_password_hash, password_changed_at = seen_at where u.id = owner;
  delete from public.sessions s where s.user_id = owner;
  delete from public.password_resets r where r.user_id = owner;
  delete from public.email_changes c where c.user_id = owner;
  return owner;
end $$;

-- Returns false if the session has ended or the password has changed since it was checked.
create function gate.begin_email_change(
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

create function gate.find_email_change(wanted_hash bytea, seen_at timestamptz)
returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.new_email from public.email_changes c join public.users u on u.id = c.user_id
  where c.token_hash = wanted_hash and c.expires_at > seen_at and u.disabled_at is null
    and c.created_at >= coalesce(u.password_changed_at, '-infinity')
$$;
create function gate.waiting_email(for_user uuid, seen_at timestamptz)
returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select new_email from public.email_changes where user_id = for_user and expires_at > seen_at
$$;
create function gate.drop_email_change(for_user uuid)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.email_changes where user_id = for_user
$$;

-- Fails if another account has taken the address since the change was requested.
create function gate.confirm_email_change(wanted_hash bytea, seen_at timestamptz)
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

-- Skips locked rows, because waiting for them could deadlock.
create function gate.sweep_account_links(seen_at timestamptz)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.email_changes c using (
    select e.user_id from public.email_changes e where e.expires_at < seen_at for update skip locked
  ) expired where c.user_id = expired.user_id;
  delete from public.password_resets r using (
    select p.id from public.password_resets p
    where coalesce(p.expires_at, p.requested_at + interval '2 days') < seen_at for update skip locked
  ) expired where r.id = expired.id;
$$;

call schema_tools.open_gate(
  'change_password', 'request_password_reset', 'open_password_reset', 'is_password_reset_open', 'use_password_reset',
  'begin_email_change', 'find_email_change', 'waiting_email', 'drop_email_change', 'confirm_email_change', 'sweep_account_links'
);
