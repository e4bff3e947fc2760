-- Access: sessions, second factors, the account, recovery, invitations, the first start.

-- A password is checked, and hashing takes long enough for a reset to come in between. What follows from the check therefore
-- names the hash that was checked, and is refused once there is another. Whoever locks a user and something of that user's
-- locks the user first, so that no two wait for each other; NO KEY, so that rows that refer to the user may be written
-- meanwhile.

create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  board_id uuid references boards on delete set null,
  remember boolean not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  password_confirmed_at timestamptz
);
create index sessions_user on sessions (user_id);
create index sessions_board on sessions (board_id);
create index sessions_expiry on sessions (expires_at);
call house.keep_to_user('sessions');
grant select (id, user_id, board_id, remember, user_agent, created_at, last_seen_at, expires_at), delete on sessions to dais_serving;
create policy gate on sessions to dais_gate using (true) with check (true);
grant select, insert, update, delete on sessions to dais_gate;

-- Whatever ends a session (signing out here or elsewhere, a new password, its age) closes the streams that it holds open.
create function end_streams_of_session() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('dais_live', json_build_object('ended_session', old.id)::text);
  return null;
end $$;
create trigger sessions_ended after delete on sessions for each row execute function end_streams_of_session();

-- Two-factor authentication of a user: the secret that an authenticator app shares, sealed with the installation's key.
create table two_factors (
  user_id uuid primary key references users on delete cascade,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- Null until the first code showed that the app has the secret: sign-in asks for no code before.
  confirmed_at timestamptz,
  -- The time step of the newest code that was taken (RFC 6238, section 5.2): it and all before it are spent.
  last_used_step bigint,
  constraint two_factors_last_step check (confirmed_at is null or last_used_step is not null)
);
-- Kept as an HMAC under the installation's key: the codes are short, and this table alone must not give them away.
create table recovery_codes (
  user_id uuid not null references two_factors on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
call house.keep_to_user('two_factors', 'recovery_codes');
grant select, insert, update, delete on two_factors, recovery_codes to dais_serving;
create policy gate on two_factors for select to dais_gate using (true);
grant select (user_id, confirmed_at) on two_factors to dais_gate;

-- The password was right, the code is still asked for. No session: nothing looks here but the challenge.
create table pending_sign_ins (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  remember boolean not null,
  next text not null check (length(next) <= 2000),
  -- The secret of the invitation that is redeemed once the code was right.
  sealed_invitation bytea,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index pending_sign_ins_user on pending_sign_ins (user_id);
create index pending_sign_ins_expiry on pending_sign_ins (expires_at);
call house.keep_to_gate('pending_sign_ins');

-- A sign-in that began with the old password is not finished after a new one was set.
create function end_pending_sign_ins() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.pending_sign_ins where user_id = new.id;
  return null;
end $$;
create trigger users_password_changed after update of password_hash on users
  for each row when (old.password_hash is distinct from new.password_hash) execute function end_pending_sign_ins();

-- However busy it is kept, a session ends thirty days after its sign-in; without Remember Me it would otherwise go on for as long
-- as somebody looks at it every twelve hours.
create function gate.find_session(wanted_hash bytea, idle interval, seen_at timestamptz)
returns table (
  session_id uuid, user_id uuid, board_id uuid, remember boolean, email text, first_name text, last_name text, img_url text,
  is_site_admin boolean, theme text, has_two_factor boolean, password_confirmed_at timestamptz
) language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Written at most once in five minutes, so that reading stays reading.
  update public.sessions s set last_seen_at = seen_at,
      expires_at = case when s.remember then s.expires_at else least(seen_at + idle, s.created_at + interval '30 days') end
    where s.token_hash = wanted_hash and s.expires_at > seen_at and s.last_seen_at < seen_at - interval '5 minutes';
  return query
    select s.id, u.id, s.board_id, s.remember, u.email, u.first_name, u.last_name, u.img_url, u.is_site_admin, u.theme,
           exists (select from public.two_factors t where t.user_id = u.id and t.confirmed_at is not null), s.password_confirmed_at
    from public.sessions s join public.users u on u.id = s.user_id
    where s.token_hash = wanted_hash and s.expires_at > seen_at and u.disabled_at is null;
end $$;

-- Returns no id when the password is no longer the one that was checked. The lock waits for a change that is under way, and
-- holds back one that would not see the new session.
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

create function gate.end_session(old_hash bytea)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.sessions where token_hash = old_hash
$$;

-- Remembers the current board, if the session's user is active there.
create function gate.set_session_board(session_hash bytea, wanted_board uuid)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.sessions s set board_id = wanted_board
    where s.token_hash = session_hash
      and exists (select from public.members m where m.board_id = wanted_board and m.user_id = s.user_id and m.status = 'active');
  return found;
end $$;

-- Notes that the password was confirmed, and gives the session a new token.
create function gate.confirm_session(old_hash bytea, new_hash bytea, seen_at timestamptz)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.sessions s set token_hash = new_hash, password_confirmed_at = seen_at where s.token_hash = old_hash;
  return found;
end $$;

-- Takes a board out of the sessions of somebody who is not active there any more.
create function gate.leave_board(for_user uuid, left_board uuid)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.sessions s set board_id = null
  where s.user_id = for_user and s.board_id = left_board
    and not exists (
      select from public.members m where m.board_id = left_board and m.user_id = for_user and m.status = 'active'
    )
$$;

create function gate.find_sign_in(wanted_email text)
returns table (user_id uuid, password_hash text, is_disabled boolean, has_two_factor boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, u.password_hash, u.disabled_at is not null,
         exists (select from public.two_factors t where t.user_id = u.id and t.confirmed_at is not null)
  from public.users u where lower(u.email) = lower(wanted_email)
$$;

create function gate.user_boards(for_user uuid)
returns table (
  board_id uuid, title text, shortname text, primary_color text, logo_url text, time_zone text, people_hidden boolean,
  suspended boolean, member_id uuid, slug text, is_board_admin boolean, status text, two_factor_missing boolean
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.id, b.title, b.shortname, b.primary_color, b.logo_url, b.time_zone, b.people_hidden,
         b.suspended_at is not null, m.id, m.slug, m.is_board_admin, m.status,
         b.two_factor_required and not exists (
           select from public.two_factors t where t.user_id = for_user and t.confirmed_at is not null
         )
  from public.members m join public.boards b on b.id = m.board_id
  where m.user_id = for_user and m.status = 'active'
  order by lower(b.title), b.id
$$;

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

create function gate.is_pending_sign_in(wanted_hash bytea, seen_at timestamptz)
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from public.pending_sign_ins p join public.users u on u.id = p.user_id
    where p.token_hash = wanted_hash and p.expires_at > seen_at and u.disabled_at is null
  )
$$;

-- Takes one of the tries of a pending sign-in before the code is looked at, so that many at once are counted too. A new
-- password ends what waits, so the present hash is the one that was checked.
create function gate.try_pending_sign_in(wanted_hash bytea, seen_at timestamptz, tries_max int)
returns table (user_id uuid, checked_hash text, email text, remember boolean, next text, sealed_invitation bytea)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.pending_sign_ins p set tries = p.tries + 1
  from public.users u
  where p.token_hash = wanted_hash and p.expires_at > seen_at and p.tries < tries_max
    and u.id = p.user_id and u.disabled_at is null
  returning u.id, u.password_hash, u.email, p.remember, p.next, p.sealed_invitation
$$;

-- True for the one who ends it.
create function gate.end_pending_sign_in(wanted_hash bytea)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.pending_sign_ins p where p.token_hash = wanted_hash;
  return found;
end $$;

-- Ends what somebody has begun with a password: sessions, and sign-ins that wait for a code.
create function gate.end_sign_ins(wanted uuid)
returns bigint language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ended bigint;
begin
  delete from public.pending_sign_ins s where s.user_id = wanted;
  delete from public.sessions s where s.user_id = wanted;
  get diagnostics ended = row_count;
  return ended;
end $$;

call house.open_gate(
  'find_session', 'start_session', 'end_session', 'set_session_board', 'confirm_session', 'leave_board', 'find_sign_in', 'user_boards',
  'start_pending_sign_in', 'is_pending_sign_in', 'try_pending_sign_in', 'end_pending_sign_in', 'end_sign_ins'
);

-- Opens a board's transaction in one round trip: with the board, whether it waits for the member's second factor, and the groups
-- of whoever acts, which nearly every policy asks for. No definer's rights: what it reads, it reads under the policies that it has just
-- set. Returns no row when the user is not an active member there.
create function enter_board(wanted_board uuid, wanted_user uuid)
returns table (
  board_id uuid, title text, shortname text, primary_color text, logo_url text, time_zone text, people_hidden boolean,
  suspended boolean, magic_links text, two_factor_missing boolean, member_id uuid, slug text, is_board_admin boolean, groups jsonb
) language plpgsql volatile as $$
begin
  perform set_config('dais.board_id', wanted_board::text, true), set_config('dais.user_id', coalesce(wanted_user::text, ''), true);
  return query
    select b.id, b.title, b.shortname, b.primary_color, b.logo_url, b.time_zone, b.people_hidden,
           b.suspended_at is not null, b.magic_links,
           b.two_factor_required and not exists (
             select from two_factors t where t.user_id = wanted_user and t.confirmed_at is not null
           ),
           m.id, m.slug, m.is_board_admin,
           coalesce((
             select jsonb_agg(jsonb_build_object('id', g.group_id, 'is_group_admin', g.is_group_admin) order by g.group_id)
             from group_members g where g.board_id = wanted_board and g.member_id = m.id
           ), '[]'::jsonb)
    from boards b join members m on m.board_id = b.id
    where b.id = wanted_board and m.user_id = wanted_user and m.status = 'active';
end $$;
revoke all on function enter_board from public;
grant execute on function enter_board to dais_serving;

-- A new address waits here until it is confirmed from its own mailbox. One at a time per user.
create table email_changes (
  user_id uuid primary key references users on delete cascade,
  new_email text not null check (length(new_email) between 3 and 254),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_changes_expiry on email_changes (expires_at);
call house.keep_to_gate('email_changes');

-- What was typed into the form of a forgotten password. A job looks later whether somebody has that address, so that
-- asking takes the same time either way; what belongs to nobody is then deleted.
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
call house.keep_to_gate('password_resets');

-- Of many who change one password at once, one succeeds: the others' hash is no longer the old one. Every session and
-- every link that could still change the account goes with it; who changes it begins a session anew.
create function gate.change_password(for_user uuid, old_hash text, new_hash text, seen_at timestamptz)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.users u set password_hash = new_hash, password_changed_at = seen_at
    where u.id = for_user and u.password_hash = old_hash and u.disabled_at is null;
  if not found then
    return false;
  end if;
  delete from public.sessions s where s.user_id = for_user;
  delete from public.password_resets r where r.user_id = for_user;
  delete from public.email_changes c where c.user_id = for_user;
  return true;
end $$;

create function gate.request_password_reset(typed_email text, seen_at timestamptz)
returns uuid language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.password_resets (email, requested_at) values (typed_email, seen_at) returning id
$$;

-- Whose the request is, from then on; nobody's is deleted.
create function gate.open_password_reset(wanted uuid, new_hash bytea, until timestamptz)
returns uuid language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  owner uuid;
begin
  update public.password_resets r set user_id = u.id, token_hash = new_hash, expires_at = until
    from public.users u
    where r.id = wanted and r.token_hash is null and lower(u.email) = lower(r.email) and u.disabled_at is null
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

-- Spends the link; whoever races, by this link or by another of the same user, one succeeds. Returns whose password it
-- now is.
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

-- An address is changed by whoever knows the password, and the password may be changed while they are being asked: by its
-- owner, in a reset, because somebody else knows it. Asking, confirming and changing the password therefore lock
-- the user's row, and what was asked with an earlier password is void. False when the session is over or the password is no longer
-- the one that was checked.
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

-- The address that waits for its confirmation: by its link, or of a user.
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

-- Spends the link. Fails on the unique address when another account has got it meanwhile. Resets that wait in the old
-- mailbox open nothing any more. The user's row is locked before the change's, as whoever sets a password does.
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

-- A sweep that waits for a row of somebody who is using a link, and holds one that they will come to, stops both of them until PostgreSQL
-- ends one. What is in use is left for the next sweep.
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

call house.open_gate(
  'change_password', 'request_password_reset', 'open_password_reset', 'is_password_reset_open', 'use_password_reset',
  'begin_email_change', 'find_email_change', 'waiting_email', 'drop_email_change', 'confirm_email_change', 'sweep_account_links'
);

-- One can be sent again: with a new secret, and good for as long as a first one.
create table invitations (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  member_id uuid not null,
  email text not null check (length(email) between 3 and 254),
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) between 1 and 100),
  token_hash bytea not null unique check (length(token_hash) = 32),
  invited_by uuid,
  created_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  redeemed_at timestamptz,
  revoked_at timestamptz,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade,
  foreign key (board_id, invited_by) references members (board_id, id)
);
create unique index invitations_open_email on invitations (board_id, lower(email)) where redeemed_at is null and revoked_at is null;
create index invitations_member on invitations (board_id, member_id);
create index invitations_inviter on invitations (board_id, invited_by);
call house.keep_within_board('invitations');
create policy gate on invitations for select to dais_gate using (true);
grant select on invitations to dais_gate;

-- An invitation by its secret; `state` says why it opens nothing any more.
create function gate.find_invitation(wanted_hash bytea, seen_at timestamptz)
returns table (
  invitation_id uuid, board_id uuid, member_id uuid, email text, first_name text, last_name text, account_exists boolean,
  title text, logo_url text, primary_color text, state text
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.id, i.board_id, i.member_id, i.email, i.first_name, i.last_name,
         exists (select from public.users u where lower(u.email) = lower(i.email)), b.title, b.logo_url, b.primary_color,
         case when i.redeemed_at is not null then 'redeemed'
              when i.revoked_at is not null then 'revoked'
              when i.expires_at <= seen_at then 'expired'
              when b.suspended_at is not null then 'suspended'
              else 'open' end
  from public.invitations i join public.boards b on b.id = i.board_id
  where i.token_hash = wanted_hash
$$;

call house.open_gate('find_invitation');

-- First start: an empty installation is opened by a one-time token printed on the console.
create table setup_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  created_at timestamptz not null default now()
);
call house.keep_to_gate('setup_tokens');

create function gate.is_empty_installation()
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select not exists (select from public.users)
$$;
create function gate.issue_setup_token(new_hash bytea)
returns void language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from public.users) then
    raise exception 'the installation is in use';
  end if;
  insert into public.setup_tokens (token_hash) values (new_hash);
end $$;
create function gate.is_setup_token(wanted_hash bytea)
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.setup_tokens where token_hash = wanted_hash) and not exists (select from public.users)
$$;

-- Makes the first site admin, the first board, and the one the admin of the other. One success, whoever races.
create function gate.set_up(
  setup_hash bytea, new_email text, new_first_name text, new_last_name text, new_password_hash text, new_slug text,
  new_shortname text, new_title text, new_time_zone text, new_color text
) returns table (user_id uuid, board_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  made_user uuid;
  made_board uuid;
begin
  delete from public.setup_tokens where token_hash = setup_hash;
  if not found or exists (select from public.users) then
    return;
  end if;
  delete from public.setup_tokens;
  insert into public.users (email, first_name, last_name, password_hash, is_site_admin)
    values (new_email, new_first_name, new_last_name, new_password_hash, true) returning id into made_user;
  insert into public.boards (shortname, title, time_zone, primary_color)
    values (new_shortname, new_title, new_time_zone, new_color) returning id into made_board;
  insert into public.members (board_id, user_id, is_board_admin, status, slug) values (made_board, made_user, true, 'active', new_slug);
  return query select made_user, made_board;
end $$;

-- What has run out goes: sessions, sign-ins that wait for a code, and set-up links of an installation that is in use.
create function gate.sweep_expired(seen_at timestamptz)
returns void language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.sessions where expires_at < seen_at;
  delete from public.pending_sign_ins where expires_at < seen_at;
  if exists (select from public.users) then
    delete from public.setup_tokens;
  end if;
end $$;

call house.open_gate('is_empty_installation', 'issue_setup_token', 'is_setup_token', 'set_up', 'sweep_expired');
