-- A password is checked, and hashing takes long enough for a reset to come in between. What follows from the check therefore
-- names the hash that was checked, and is refused once another stands. Whoever locks a user and something of that user's
-- locks the user first, so that no two wait for each other; NO KEY, so that rows that refer to the user may be written
-- meanwhile.

-- Answers no id when the password is no longer the one that was checked. The lock waits for a change that is under way, and
-- holds back one that would not see the new session.
drop function gate.start_session;
create function gate.start_session(
  for_user uuid, checked_hash text, new_hash bytea, on_board uuid, keep boolean, agent text, seen_at timestamptz, until timestamptz
)
returns uuid language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.sessions (user_id, token_hash, board_id, remember, user_agent, created_at, last_seen_at, expires_at)
  select u.id, new_hash, on_board, keep, left(agent, 300), seen_at, seen_at, until
  from public.users u where u.id = for_user and u.password_hash = checked_hash and u.disabled_at is null
  for share of u
  returning id
$$;

drop function gate.start_pending_sign_in;
create function gate.start_pending_sign_in(
  for_user uuid, checked_hash text, new_hash bytea, keep boolean, next_path text, invitation bytea, seen_at timestamptz,
  until timestamptz
)
returns uuid language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.pending_sign_ins (user_id, token_hash, remember, next, sealed_invitation, created_at, expires_at)
  select u.id, new_hash, keep, next_path, invitation, seen_at, until
  from public.users u where u.id = for_user and u.password_hash = checked_hash and u.disabled_at is null
  for share of u
  returning id
$$;

-- Takes one of the tries of a pending sign-in before the code is looked at, so that many at once are counted too. A new
-- password ends what waits, so the hash that stands now is the one that was checked.
drop function gate.try_pending_sign_in;
create function gate.try_pending_sign_in(wanted_hash bytea, seen_at timestamptz, tries_max int)
returns table (user_id uuid, checked_hash text, email text, remember boolean, next text, sealed_invitation bytea)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.pending_sign_ins p set tries = p.tries + 1
  from public.users u
  where p.token_hash = wanted_hash and p.expires_at > seen_at and p.tries < tries_max
    and u.id = p.user_id and u.disabled_at is null
  returning u.id, u.password_hash, u.email, p.remember, p.next, p.sealed_invitation
$$;

-- Spends the link; whoever races, by this link or by another of the same user, one succeeds. Answers whose password it
-- now is.
create or replace function gate.use_password_reset(wanted_hash bytea, new_password_hash text, seen_at timestamptz)
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

call house.open_gate('start_session', 'start_pending_sign_in', 'try_pending_sign_in');
