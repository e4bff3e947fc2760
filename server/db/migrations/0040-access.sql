-- Access layer: sessions, second factors, the account, invitations, first start.

-- Hashing a password takes long enough for a reset to intervene. Whatever follows from a password check therefore names
-- the checked hash, and is refused if the hash has changed. Lock the user before the user's other rows, to avoid
-- deadlocks. Use NO KEY, so that rows that refer to the user may be written meanwhile.

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
  confirmed_at timestamptz,
  -- How the session began, and with how many factors.
  begun_by text not null default 'password' check (begun_by in ('password', 'passkey', 'provider')),
  strength smallint not null default 1 check (strength in (1, 2)),
  -- The user gave a code or a passkey, so the session's strength does not rely on a provider's claim.
  own_factor boolean not null default false,
  connection_id uuid,
  provider_id uuid,
  -- The passkey that began the session.
  passkey_id uuid,
  -- This is null if the session predates device records, or its device was removed from the list.
  device_id uuid,
  constraint sessions_provider check (
    (begun_by = 'provider') = (connection_id is not null) and (connection_id is null) = (provider_id is null)
  )
);
create index sessions_user on sessions (user_id);
create index sessions_board on sessions (board_id);
create index sessions_expiry on sessions (expires_at);
call schema_tools.keep_to_user('sessions');
grant select (
    id, user_id, board_id, remember, user_agent, created_at, last_seen_at, expires_at, begun_by, strength, connection_id, provider_id,
    passkey_id, device_id
  ), delete on sessions to dais_serving;
create policy gate on sessions to dais_gate using (true) with check (true);
grant select, insert, update, delete on sessions to dais_gate;

-- Whenever a session ends (sign-out, new password, age), its open streams are closed.
create function end_streams_of_session() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('dais_live', json_build_object('ended_session', old.id)::text);
  return null;
end $$;
create trigger sessions_ended after delete on sessions for each row execute function end_streams_of_session();

-- A user's two-factor authentication: the authenticator app's secret, sealed with the installation's key.
create table two_factors (
  user_id uuid primary key references users on delete cascade,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- This is null until a first code has proved that the app has the secret. Before that, sign-in requires no code.
  confirmed_at timestamptz,
  -- The time step of the newest accepted code (RFC 6238, section 5.2). Codes up to this step are used up.
  last_used_step bigint,
  constraint two_factors_last_step check (confirmed_at is null or last_used_step is not null)
);
-- Recovery codes for any second factor. Stored as an HMAC with the installation's key, since the codes are short and
-- this table alone must not reveal them.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
call schema_tools.keep_to_user('two_factors', 'recovery_codes');
grant select, insert, update, delete on two_factors, recovery_codes to dais_serving;
create policy gate on two_factors for select to dais_gate using (true);
grant select (user_id, confirmed_at) on two_factors to dais_gate;

-- Passkeys sign in, and are a second factor beside the authenticator app. A session starts with a proof: the hash of
-- the checked password, a passkey, or a provider's connection. It cannot start if the proof is no longer valid.
create table passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique check (length(credential_id) between 16 and 1023),
  -- COSE (RFC 9053).
  public_key bytea not null,
  -- The counter of the last use. Zero for authenticators that do not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  -- A passkey provider also stores it on other devices.
  is_backed_up boolean not null,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);
call schema_tools.keep_to_user('passkeys');
grant select, insert, update, delete on passkeys to dais_serving;
create policy gate on passkeys to dais_gate using (true) with check (true);
grant select, update on passkeys to dais_gate;

-- The id by which authenticators know a user. It is random, so that it reveals nothing, and separate from users, whose
-- rows other members can read.
create table passkey_handles (
  user_id uuid primary key references users on delete cascade,
  handle bytea not null unique check (length(handle) >= 32)
);
call schema_tools.keep_to_user('passkey_handles');
grant select, insert on passkey_handles to dais_serving;
create policy gate on passkey_handles for select to dais_gate using (true);
grant select on passkey_handles to dais_gate;

-- A passkey challenge is valid once, for one browser and one purpose.
create table passkey_challenges (
  challenge bytea primary key check (length(challenge) = 32),
  -- SHA-256 of the cookie that the browser's calls are bound to.
  browser_hash bytea not null check (length(browser_hash) = 32),
  purpose text not null check (purpose in ('add', 'sign-in', 'second-factor', 'confirm', 'join')),
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
call schema_tools.keep_to_gate('passkey_challenges');

-- Sign-in with OpenID Connect providers. Users are identified by issuer and subject, connected by the account's owner,
-- and never by email address. A session that began with a provider ends with its connection, and after twelve hours at
-- the latest.

create table providers (
  id uuid primary key,
  kind text not null check (kind in ('entra', 'google', 'keycloak', 'other')),
  name text not null check (length(name) between 1 and 40),
  issuer text not null check (length(issuer) between 1 and 500),
  client_id text not null check (length(client_id) between 1 and 300),
  sealed_secret bytea not null,
  -- Google's `hd`: only accounts of this domain.
  hosted_domain text check (length(hosted_domain) between 1 and 253),
  counts_as_two_factors boolean not null,
  switched_off_at timestamptz,
  created_at timestamptz not null
);
call schema_tools.keep_to_gate('providers');

create table provider_connections (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  provider_id uuid not null references providers on delete cascade,
  -- If a provider's issuer changes, its earlier connections are no longer valid.
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  -- The address that the provider claimed on connecting. It is shown but never matched.
  claimed_email text check (length(claimed_email) <= 254),
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (provider_id, issuer, subject)
);
create index provider_connections_user on provider_connections (user_id);
call schema_tools.keep_to_user('provider_connections');
grant select, insert, delete on provider_connections to dais_serving;
create policy gate on provider_connections to dais_gate using (true) with check (true);
grant select, update on provider_connections to dais_gate;

-- Pending redirects to a provider. Each is used once, by the browser that began it.
create table provider_sign_ins (
  state_hash bytea primary key check (length(state_hash) = 32),
  provider_id uuid not null references providers on delete cascade,
  browser_hash bytea not null check (length(browser_hash) = 32),
  purpose text not null check (purpose in ('sign-in', 'connect', 'confirm', 'invitation')),
  -- The session that connects or confirms.
  session_id uuid references sessions on delete cascade,
  -- Nonce, verifier (RFC 7636), the target page and an invitation's secret.
  sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The reason for a failure, shown on the page that the browser is redirected to.
  failure text check (failure in ('failed', 'not-connected', 'connected-elsewhere', 'too-many')),
  sealed_email bytea,
  constraint provider_sign_ins_session check ((session_id is null) = (purpose in ('sign-in', 'invitation')))
);
create index provider_sign_ins_browser on provider_sign_ins (browser_hash);
create index provider_sign_ins_expiry on provider_sign_ins (expires_at);
create index provider_sign_ins_provider on provider_sign_ins (provider_id);
create index provider_sign_ins_session on provider_sign_ins (session_id);
call schema_tools.keep_to_gate('provider_sign_ins');

alter table boards add foreign key (provider_id) references providers on delete set null;
create index boards_provider on boards (provider_id) where provider_id is not null;

-- Browsers that a user signs in with, each known by the random id in its cookie. A device that gave a second factor may
-- be trusted. Its next sign-ins then have two factors without a code.

create table devices (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the id in the cookie.
  token_hash bytea not null check (length(token_hash) = 32),
  user_agent text not null check (length(user_agent) <= 300),
  address text not null check (length(address) <= 45),
  created_at timestamptz not null,
  -- While the device is signed in, its session has a more exact time.
  last_seen_at timestamptz not null,
  trusted_at timestamptz,
  trusted_until timestamptz,
  constraint devices_trust check (num_nulls(trusted_at, trusted_until) in (0, 2)),
  unique (user_id, token_hash)
);
call schema_tools.keep_to_user('devices');
grant select (id, user_id, user_agent, address, created_at, last_seen_at, trusted_at, trusted_until),
  update (last_seen_at, trusted_at, trusted_until), delete on devices to dais_serving;
create policy gate on devices to dais_gate using (true) with check (true);
grant select, insert, update, delete on devices to dais_gate;

alter table sessions
  add foreign key (connection_id) references provider_connections on delete cascade,
  add foreign key (passkey_id) references passkeys on delete set null,
  add foreign key (device_id) references devices on delete set null;
create index sessions_connection on sessions (connection_id) where connection_id is not null;
create index sessions_passkey on sessions (passkey_id) where passkey_id is not null;
create index sessions_device on sessions (device_id) where device_id is not null;

-- The password was right and the code is still missing. This is not a session: only the challenge reads it.
create table pending_sign_ins (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  remember boolean not null,
  next text not null check (length(next) <= 2000),
  -- The secret of the invitation that is redeemed after the code was right.
  sealed_invitation bytea,
  -- The provider's connection, if the sign-in began with one.
  connection_id uuid references provider_connections on delete cascade,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index pending_sign_ins_user on pending_sign_ins (user_id);
create index pending_sign_ins_expiry on pending_sign_ins (expires_at);
create index pending_sign_ins_connection on pending_sign_ins (connection_id) where connection_id is not null;
call schema_tools.keep_to_gate('pending_sign_ins');

-- A new password ends pending sign-ins that began with the old one.
create function end_pending_sign_ins() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.pending_sign_ins where user_id = new.id;
  return null;
end $$;
create trigger users_password_changed after update of password_hash on users
  for each row when (old.password_hash is distinct from new.password_hash) execute function end_pending_sign_ins();

-- Whether a code or a passkey is required after the password. Not SECURITY DEFINER: it runs with the caller's rights.
create function has_second_factor(wanted uuid) returns boolean language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.two_factors t where t.user_id = wanted and t.confirmed_at is not null)
      or exists (select from public.passkeys p where p.user_id = wanted)
$$;
revoke all on function has_second_factor from public;
grant execute on function has_second_factor to dais_serving, dais_gate;

-- Whether a session's provider satisfies the board; false without a session if a provider is required. It sets no
-- search path, so that PostgreSQL can inline it.
create function is_opened_by(required boolean, board_provider uuid, is_admin boolean, session_provider uuid, session_strength smallint)
returns boolean language sql immutable as $$
  select not required or coalesce(session_provider = board_provider, false) or coalesce(is_admin and session_strength = 2, false)
$$;
revoke all on function is_opened_by from public;
grant execute on function is_opened_by to dais_serving, dais_gate;

-- Whether a session may still begin with this proof. A connection needs an active provider with the same issuer; a
-- password or a passkey needs an open account. The locks wait for changes in progress and delay changes that would not
-- see the new session.
create function is_proven(wanted uuid, checked_hash text, with_passkey uuid, with_connection uuid, seen_at timestamptz)
returns boolean language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.users u
    where u.id = wanted and u.disabled_at is null and (checked_hash is null or u.password_hash = checked_hash)
      and (with_connection is not null or u.opens_at is null or u.opens_at <= seen_at)
    for share;
  if not found or num_nonnulls(checked_hash, with_passkey, with_connection) <> 1 then
    return false;
  end if;
  if with_passkey is not null then
    perform from public.passkeys p where p.id = with_passkey and p.user_id = wanted for share;
    return found;
  end if;
  if with_connection is not null then
    perform from public.provider_connections c join public.providers p on p.id = c.provider_id and p.issuer = c.issuer
      where c.id = with_connection and c.user_id = wanted and p.switched_off_at is null for share;
    return found;
  end if;
  return true;
end $$;
revoke all on function is_proven from public;
grant execute on function is_proven to dais_gate;

-- Whether the session's provider checked both factors, which satisfies a board's requirement.
create function gate.came_by_two_factors(session_provider uuid, session_strength smallint)
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from public.providers p where p.id = session_provider and p.counts_as_two_factors and session_strength = 2
  )
$$;

-- A session ends thirty days after its sign-in even when used all the time; without Remember Me it would otherwise last
-- as long as it is used every twelve hours. Use does not extend a session that a provider began.
create function gate.find_session(wanted_hash bytea, idle interval, seen_at timestamptz)
returns table (
  session_id uuid, user_id uuid, board_id uuid, remember boolean, email text, first_name text, last_name text, img_url text,
  is_site_admin boolean, theme text, viewer_size text, has_second_factor boolean, confirmed_at timestamptz
) language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Written at most once every five minutes, so that most reads do not write.
  update public.sessions s set last_seen_at = seen_at,
      expires_at = case when s.remember or s.connection_id is not null then s.expires_at
        else least(seen_at + idle, s.created_at + interval '30 days') end
    where s.token_hash = wanted_hash and s.expires_at > seen_at and s.last_seen_at < seen_at - interval '5 minutes';
  return query
    select s.id, u.id, s.board_id, s.remember, u.email, u.first_name, u.last_name, u.img_url, u.is_site_admin, u.theme,
           u.viewer_size, public.has_second_factor(u.id), s.confirmed_at
    from public.sessions s join public.users u on u.id = s.user_id
    where s.token_hash = wanted_hash and s.expires_at > seen_at and u.disabled_at is null;
end $$;

-- Records the session uses of reads in one statement. Like gate.find_session, it writes at most once every five
-- minutes.
create function gate.note_session_uses(hashes bytea[], at timestamptz[], idle interval)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.sessions s
  set last_seen_at = used.at,
      expires_at = case when s.remember or s.connection_id is not null then s.expires_at
        else least(used.at + idle, s.created_at + interval '30 days') end
  from unnest(hashes, at) used (token_hash, at)
  where s.token_hash = used.token_hash and s.expires_at > used.at and s.last_seen_at < used.at - interval '5 minutes'
$$;

-- Returns no id if the proof is no longer valid. `second_factor`: a code or a passkey was given after the proof.
-- `by_trust`: the device must still be trusted, and counts as the second factor.
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
  if not public.is_proven(for_user, checked_hash, with_passkey, with_connection, seen_at) then
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

create function gate.end_session(old_hash bytea)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.sessions where token_hash = old_hash
$$;

-- Remembers the current board if the session's user is active there.
create function gate.set_session_board(session_hash bytea, wanted_board uuid)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.sessions s set board_id = wanted_board
    where s.token_hash = session_hash
      and exists (select from public.members m where m.board_id = wanted_board and m.user_id = s.user_id and m.status = 'active');
  return found;
end $$;

create function gate.confirm_session(old_hash bytea, new_hash bytea, seen_at timestamptz)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.sessions s set token_hash = new_hash, confirmed_at = seen_at where s.token_hash = old_hash;
  return found;
end $$;

-- Removes a board from the sessions of a user who is no longer active there.
create function gate.leave_board(for_user uuid, left_board uuid)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.sessions s set board_id = null
  where s.user_id = for_user and s.board_id = left_board
    and not exists (
      select from public.members m where m.board_id = left_board and m.user_id = for_user and m.status = 'active'
    )
$$;

create function gate.find_sign_in(wanted_email text)
returns table (user_id uuid, password_hash text, is_disabled boolean, has_second_factor boolean, opens_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, u.password_hash, u.disabled_at is not null, public.has_second_factor(u.id), u.opens_at
  from public.users u where lower(u.email) = lower(wanted_email)
$$;

create function gate.user_boards(for_user uuid, in_session uuid)
returns table (
  board_id uuid, title text, shortname text, primary_color text, logo_url text, time_zone text, people_hidden boolean,
  suspended boolean, member_id uuid, slug text, is_board_admin boolean, status text, two_factor_missing boolean, opens_by uuid,
  opens_by_name text
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.id, b.title, b.shortname, b.primary_color, b.logo_url, b.time_zone, b.people_hidden,
         b.suspended_at is not null, m.id, m.slug, m.is_board_admin, m.status,
         b.two_factor_required and not public.has_second_factor(for_user) and not gate.came_by_two_factors(s.provider_id, s.strength),
         p.id, p.name
  from public.members m join public.boards b on b.id = m.board_id
  left join public.sessions s on s.id = in_session and s.user_id = m.user_id
  left join public.providers p on p.id = b.provider_id
    and not public.is_opened_by(b.provider_required, b.provider_id, m.is_board_admin, s.provider_id, s.strength)
  where m.user_id = for_user and m.status = 'active'
  order by lower(b.title), b.id
$$;

-- Runs after a password or a provider. Returns no id if that proof is no longer valid.
create function gate.start_pending_sign_in(
  for_user uuid, checked_hash text, with_connection uuid, new_hash bytea, keep boolean, next_path text, invitation bytea,
  seen_at timestamptz, until timestamptz
)
returns uuid language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  started uuid;
begin
  if public.is_proven(for_user, checked_hash, null, with_connection, seen_at) then
    insert into public.pending_sign_ins (user_id, token_hash, remember, next, sealed_invitation, connection_id, created_at, expires_at)
      values (for_user, new_hash, keep, next_path, invitation, with_connection, seen_at, until)
      returning id into started;
  end if;
  return started;
end $$;

create function gate.is_pending_sign_in(wanted_hash bytea, seen_at timestamptz)
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from public.pending_sign_ins p join public.users u on u.id = p.user_id
    where p.token_hash = wanted_hash and p.expires_at > seen_at and u.disabled_at is null
  )
$$;

-- Counts an attempt before the code is checked, so that concurrent attempts are counted too. A new password ends
-- pending sign-ins, so the current hash is the checked one.
create function gate.try_pending_sign_in(wanted_hash bytea, seen_at timestamptz, tries_max int)
returns table (
  user_id uuid, checked_hash text, connection_id uuid, email text, remember boolean, next text, sealed_invitation bytea
)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.pending_sign_ins p set tries = p.tries + 1
  from public.users u
  where p.token_hash = wanted_hash and p.expires_at > seen_at and p.tries < tries_max
    and u.id = p.user_id and u.disabled_at is null
  returning u.id, case when p.connection_id is null then u.password_hash end, p.connection_id, u.email, p.remember, p.next,
    p.sealed_invitation
$$;

create function gate.end_pending_sign_in(wanted_hash bytea)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.pending_sign_ins p where p.token_hash = wanted_hash;
  return found;
end $$;

-- Ends a user's sessions and the sign-ins that wait for a code.
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

call schema_tools.open_gate(
  'find_session', 'note_session_uses', 'came_by_two_factors', 'start_session', 'end_session', 'set_session_board', 'confirm_session',
  'leave_board', 'find_sign_in', 'user_boards', 'start_pending_sign_in', 'is_pending_sign_in', 'try_pending_sign_in', 'end_pending_sign_in',
  'end_sign_ins'
);

-- Opens a board's transaction in one round trip. Returns the board, missing requirements of second factor and provider,
-- and the member's groups, which nearly every policy needs and which are set for later statements. Not SECURITY
-- DEFINER: it reads under the policies that it has just set. Returns no row if the user is not an active member.
-- `in_session` is the caller's session.
create function enter_board(wanted_board uuid, wanted_user uuid, is_signed_in boolean, in_session uuid)
returns table (
  board_id uuid, title text, shortname text, primary_color text, logo_url text, time_zone text, people_hidden boolean,
  suspended boolean, magic_links text, two_factor_missing boolean, provider_missing boolean, member_id uuid, slug text,
  is_board_admin boolean, groups jsonb
) language plpgsql volatile as $$
declare
  group_ids uuid[];
  administered uuid[];
begin
  perform set_config('dais.board_id', wanted_board::text, true), set_config('dais.user_id', coalesce(wanted_user::text, ''), true);
  select b.id, b.title, b.shortname, b.primary_color, b.logo_url, b.time_zone, b.people_hidden,
         b.suspended_at is not null, b.magic_links,
         b.two_factor_required and not has_second_factor(wanted_user) and not gate.came_by_two_factors(s.provider_id, s.strength),
         not is_opened_by(b.provider_required, b.provider_id, m.is_board_admin, s.provider_id, s.strength),
         m.id, m.slug, m.is_board_admin, coalesce(belonging.groups, '[]'), coalesce(belonging.ids, '{}'), coalesce(belonging.administered, '{}')
    into board_id, title, shortname, primary_color, logo_url, time_zone, people_hidden, suspended, magic_links, two_factor_missing,
         provider_missing, member_id, slug, is_board_admin, groups, group_ids, administered
    from boards b join members m on m.board_id = b.id
    left join sessions s on s.id = in_session and s.user_id = m.user_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', g.group_id, 'is_group_admin', g.is_group_admin) order by g.group_id) as groups,
             array_agg(g.group_id order by g.group_id) as ids,
             array_agg(g.group_id order by g.group_id) filter (where g.is_group_admin) as administered
      from group_members g where g.board_id = m.board_id and g.member_id = m.id
    ) belonging on true
    where b.id = wanted_board and m.user_id = wanted_user and m.status = 'active';
  if not found then
    return;
  end if;
  perform set_config('dais.member_id', member_id::text, true), set_config('dais.rights', case
    when not is_signed_in then 'member'
    when is_board_admin then 'board-admin'
    when administered <> '{}' then 'group-admin'
    else 'member'
  end, true), set_config('dais.group_ids', group_ids::text, true), set_config('dais.administered_group_ids', administered::text, true);
  return next;
end $$;
revoke all on function enter_board from public;
grant execute on function enter_board to dais_serving;

-- A new address waits here until it is confirmed from its mailbox. One per user at a time.
create table email_changes (
  user_id uuid primary key references users on delete cascade,
  new_email text not null check (length(new_email) between 3 and 254),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_changes_expiry on email_changes (expires_at);
call schema_tools.keep_to_gate('email_changes');

-- Addresses typed into the forgotten-password form. A job checks later whether an account exists, so that the response
-- always takes the same time. Requests without an account are deleted.
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

-- If several password changes run concurrently, one succeeds, because the old hash no longer matches for the others.
-- All sessions except the caller's and all links that could still change the account are removed. The caller's session
-- gets a new token and keeps its strength.
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

-- Assigns the request to its user. Deletes it if there is none, or if the user has given up the password.
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

-- Uses up the link. Of several concurrent calls for the same user one succeeds. Returns the user.
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

-- Changing an address requires the password, and the owner may reset the password meanwhile because someone else knows
-- it. Requesting, confirming and changing the password therefore lock the user's row, and requests made with an earlier
-- password are void. Returns false if the session has ended or the password is no longer the checked one. Without a
-- password the hash is null, and the owner has confirmed otherwise.
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

-- Uses up the link. Fails on the unique address if another account has taken it meanwhile. Resets in the old mailbox
-- become invalid. The user's row is locked before the change's, like when a password is set.
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

-- Skips locked rows and leaves them for the next sweep. Waiting for a row of someone who is using a link could
-- deadlock.
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

-- An invitation can be sent again, with a new secret and the full validity.
create table invitations (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  member_id uuid not null,
  email text not null check (length(email) between 3 and 254),
  first_name text not null check (length(first_name) <= 100),
  last_name text not null check (length(last_name) <= 100),
  token_hash bytea not null unique check (length(token_hash) = 32),
  invited_by uuid,
  created_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  redeemed_at timestamptz,
  revoked_at timestamptz,
  constraint invitations_have_a_name check (first_name <> '' or last_name <> ''),
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade,
  foreign key (board_id, invited_by) references members (board_id, id)
);
create unique index invitations_open_email on invitations (board_id, lower(email)) where redeemed_at is null and revoked_at is null;
create index invitations_member on invitations (board_id, member_id);
create index invitations_inviter on invitations (board_id, invited_by);
call schema_tools.keep_within_board('invitations');
create policy gate on invitations for select to dais_gate using (true);
grant select on invitations to dais_gate;

-- A pending member has the name of the latest invitation. Runs with the inviter's rights.
create function name_invited() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update members m
  set first_name = latest.first_name, last_name = latest.last_name, email = latest.email
  from (
    select i.first_name, i.last_name, i.email from invitations i
    where i.board_id = new.board_id and i.member_id = new.member_id order by i.created_at desc limit 1
  ) latest
  where m.board_id = new.board_id and m.id = new.member_id and m.user_id is null;
  return null;
end $$;
revoke all on function name_invited from public;
create trigger invitations_named after insert or update of first_name, last_name, email on invitations
  for each row execute function name_invited();

-- Finds an invitation by its secret. `state` says why it no longer works. Includes the provider that the board
-- requires.
create function gate.find_invitation(wanted_hash bytea, seen_at timestamptz)
returns table (
  invitation_id uuid, board_id uuid, member_id uuid, email text, first_name text, last_name text, account_exists boolean,
  title text, logo_url text, primary_color text, state text, opens_by uuid, opens_by_name text
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.id, i.board_id, i.member_id, i.email, i.first_name, i.last_name,
         exists (select from public.users u where lower(u.email) = lower(i.email)), b.title, b.logo_url, b.primary_color,
         case when i.redeemed_at is not null then 'redeemed'
              when i.revoked_at is not null then 'revoked'
              when i.expires_at <= seen_at then 'expired'
              when b.suspended_at is not null then 'suspended'
              else 'open' end,
         p.id, p.name
  from public.invitations i join public.boards b on b.id = i.board_id
  left join public.providers p on p.id = b.provider_id and b.provider_required
  where i.token_hash = wanted_hash
$$;

call schema_tools.open_gate('find_invitation');

-- An empty installation is set up with a one-time token printed on the console.
create table setup_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  created_at timestamptz not null default now()
);
call schema_tools.keep_to_gate('setup_tokens');

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

-- Creates the first site admin and the first board, with the user as its admin. Of several concurrent calls one
-- succeeds.
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

-- Deletes expired sessions, sign-ins and their pending steps, and set-up links once the installation is in use.
create function gate.sweep_expired(seen_at timestamptz)
returns void language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.sessions where expires_at < seen_at;
  delete from public.pending_sign_ins where expires_at < seen_at;
  delete from public.passkey_challenges where expires_at < seen_at;
  delete from public.provider_sign_ins where expires_at < seen_at;
  if exists (select from public.users) then
    delete from public.setup_tokens;
  end if;
end $$;

call schema_tools.open_gate('is_empty_installation', 'issue_setup_token', 'is_setup_token', 'set_up', 'sweep_expired');

-- Creates a passkey challenge.
create function gate.add_passkey_challenge(new_challenge bytea, browser bytea, for_purpose text, until timestamptz)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.passkey_challenges (challenge, browser_hash, purpose, expires_at) values (new_challenge, browser, for_purpose, until)
$$;

create function gate.spend_passkey_challenge(given bytea, browser bytea, for_purpose text, seen_at timestamptz)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.passkey_challenges c
    where c.challenge = given and c.browser_hash = browser and c.purpose = for_purpose and c.expires_at > seen_at;
  return found;
end $$;

-- Finds a passkey's owner; no user has been named yet.
create function gate.find_passkey(wanted_credential bytea)
returns table (passkey_id uuid, user_id uuid, email text, is_disabled boolean, opens_at timestamptz, public_key bytea, handle bytea)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.id, u.id, u.email, u.disabled_at is not null, u.opens_at, p.public_key, h.handle
  from public.passkeys p join public.users u on u.id = p.user_id join public.passkey_handles h on h.user_id = u.id
  where p.credential_id = wanted_credential
$$;

-- The second factors of the user whose password was checked.
create function gate.pending_factors(wanted_hash bytea, seen_at timestamptz)
returns table (user_id uuid, has_app boolean, has_passkey boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, exists (select from public.two_factors t where t.user_id = u.id and t.confirmed_at is not null),
         exists (select from public.passkeys k where k.user_id = u.id)
  from public.pending_sign_ins p join public.users u on u.id = p.user_id
  where p.token_hash = wanted_hash and p.expires_at > seen_at and u.disabled_at is null
$$;

call schema_tools.open_gate('add_passkey_challenge', 'spend_passkey_challenge', 'find_passkey', 'pending_factors');

-- For site admins, without secrets. Includes the number of boards that require the provider, which prevent its removal.
create function gate.site_providers(by_user uuid)
returns table (
  id uuid, kind text, name text, issuer text, client_id text, hosted_domain text, counts_as_two_factors boolean, is_off boolean,
  connections bigint, required_by bigint
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.id, p.kind, p.name, p.issuer, p.client_id, p.hosted_domain, p.counts_as_two_factors, p.switched_off_at is not null,
         (select count(*) from public.provider_connections c where c.provider_id = p.id),
         (select count(*) from public.boards b where b.provider_id = p.id and b.provider_required)
  from public.providers p
  where exists (select from public.users a where a.id = by_user and a.is_site_admin and a.disabled_at is null)
  order by lower(p.name), p.id
$$;

-- Creates or changes a provider. Without a new secret the current one remains. Returns done, missing, taken, many or
-- refused.
create function gate.save_provider(
  by_user uuid, wanted uuid, is_new boolean, new_kind text, new_name text, new_issuer text, new_client text, new_secret bytea,
  new_domain text, counts boolean, most int, seen_at timestamptz
)
returns text language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  old_domain text;
begin
  if not exists (select from public.users u where u.id = by_user and u.is_site_admin and u.disabled_at is null) then
    return 'refused';
  end if;
  if is_new then
    perform pg_advisory_xact_lock(hashtextextended('dais.providers', 0));
    if (select count(*) from public.providers) >= most then
      return 'many';
    end if;
    insert into public.providers (
        id, kind, name, issuer, client_id, sealed_secret, hosted_domain, counts_as_two_factors, created_at
      )
      values (wanted, new_kind, new_name, new_issuer, new_client, new_secret, new_domain, counts, seen_at)
      on conflict (id) do nothing;
    return case when found then 'done' else 'taken' end;
  end if;
  select p.hosted_domain into old_domain from public.providers p where p.id = wanted for update;
  if not found then
    return 'missing';
  end if;
  update public.providers p
    set kind = new_kind, name = new_name, issuer = new_issuer, client_id = new_client, hosted_domain = new_domain,
        sealed_secret = coalesce(new_secret, p.sealed_secret), counts_as_two_factors = counts
    where p.id = wanted;
  -- Sessions whose second factor only the provider claimed, or whose user came from another domain, must sign in again.
  delete from public.sessions s
    where s.provider_id = wanted
      and ((not counts and s.strength = 2 and not s.own_factor) or new_domain is distinct from old_domain);
  -- Connections under another issuer become invalid.
  delete from public.sessions s using public.provider_connections c
    where c.id = s.connection_id and c.provider_id = wanted and c.issuer <> new_issuer;
  return 'done';
end $$;

-- Switching off prevents sign-ins with the provider and ends its sessions. Returns done, missing or refused.
create function gate.switch_provider(by_user uuid, wanted uuid, off boolean, seen_at timestamptz)
returns text language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from public.users u where u.id = by_user and u.is_site_admin and u.disabled_at is null) then
    return 'refused';
  end if;
  update public.providers p set switched_off_at = case when off then coalesce(p.switched_off_at, seen_at) end where p.id = wanted;
  if not found then
    return 'missing';
  end if;
  if off then
    delete from public.sessions s where s.provider_id = wanted;
  end if;
  return 'done';
end $$;

-- Removes the provider with its connections and their sessions. Fails while a board requires the provider, which would
-- otherwise be open to other sign-ins or to nobody.
create function gate.remove_provider(by_user uuid, wanted uuid)
returns text language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from public.users u where u.id = by_user and u.is_site_admin and u.disabled_at is null) then
    return 'refused';
  end if;
  delete from public.providers p where p.id = wanted;
  return case when found then 'done' else 'missing' end;
exception
  -- A board that requires the provider has no other.
  when check_violation then
    return 'required';
end $$;

create function gate.find_provider(wanted uuid)
returns table (
  id uuid, kind text, name text, issuer text, client_id text, sealed_secret bytea, hosted_domain text, is_off boolean
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.id, p.kind, p.name, p.issuer, p.client_id, p.sealed_secret, p.hosted_domain, p.switched_off_at is not null
  from public.providers p where p.id = wanted
$$;

create function gate.list_providers()
returns table (id uuid, name text) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.id, p.name from public.providers p where p.switched_off_at is null order by lower(p.name), p.id
$$;

-- The parts of a board that a sign-in page may show: name, logo, and its active provider with whether it is required.
create function gate.find_board_face(wanted_shortname text)
returns table (
  board_id uuid, title text, primary_color text, logo_url text, provider_id uuid, provider_name text, provider_required boolean
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.id, b.title, b.primary_color, b.logo_url, p.id, p.name, b.provider_required
  from public.boards b left join public.providers p on p.id = b.provider_id and p.switched_off_at is null
  where b.shortname = gate.current_shortname(wanted_shortname)
$$;

-- The first board by title that this user administers and that requires a provider other than this session's. There,
-- neither a password nor a mailbox replaces the second factor.
create function gate.shut_by_provider(for_user uuid, in_session uuid)
returns table (title text, provider text) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.title, p.name
  from public.members m join public.boards b on b.id = m.board_id join public.providers p on p.id = b.provider_id
  left join public.sessions s on s.id = in_session and s.user_id = m.user_id
  where m.user_id = for_user and m.status = 'active' and m.is_board_admin
    and not public.is_opened_by(b.provider_required, b.provider_id, m.is_board_admin, s.provider_id, s.strength)
  order by lower(b.title), b.id limit 1
$$;

-- Whether the session of an admin could enter a board that required this provider.
create function gate.opens_by_provider(session_hash bytea, with_provider uuid)
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from public.sessions s
    where s.token_hash = session_hash and public.is_opened_by(true, with_provider, true, s.provider_id, s.strength)
  )
$$;

-- Returns false if the provider is off or the session has ended.
create function gate.begin_provider_sign_in(
  new_state bytea, with_provider uuid, browser bytea, what_for text, in_session uuid, sealed_rest bytea, seen_at timestamptz,
  until timestamptz
)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.provider_sign_ins (state_hash, provider_id, browser_hash, purpose, session_id, sealed, created_at, expires_at)
    select new_state, p.id, browser, what_for, in_session, sealed_rest, seen_at, until
    from public.providers p
    where p.id = with_provider and p.switched_off_at is null
      and (in_session is null or exists (select from public.sessions s where s.id = in_session and s.expires_at > seen_at));
  return found;
end $$;

-- Valid once, for the browser and provider that it began with.
create function gate.take_provider_sign_in(wanted_state bytea, with_provider uuid, browser bytea, seen_at timestamptz)
returns table (purpose text, session_id uuid, sealed bytea)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.provider_sign_ins w set used_at = seen_at
  where w.state_hash = wanted_state and w.provider_id = with_provider and w.browser_hash = browser and w.used_at is null
    and w.expires_at > seen_at
  returning w.purpose, w.session_id, w.sealed
$$;

create function gate.fail_provider_sign_in(wanted_state bytea, why text, email bytea)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.provider_sign_ins w set failure = why, sealed_email = email where w.state_hash = wanted_state
$$;

-- The failure of this browser's last provider sign-in, if any.
create function gate.failed_provider_sign_in(browser bytea, seen_at timestamptz)
returns table (provider_id uuid, name text, failure text, sealed_email bytea)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select last.provider_id, last.name, last.failure, last.sealed_email
  from (
    select w.provider_id, p.name, w.failure, w.sealed_email
    from public.provider_sign_ins w join public.providers p on p.id = w.provider_id
    where w.browser_hash = browser and w.expires_at > seen_at and w.used_at is not null
    order by w.used_at desc, w.created_at desc limit 1
  ) last
  where last.failure is not null
$$;

create function gate.find_connection(with_provider uuid, claimed_issuer text, claimed_subject text)
returns table (connection_id uuid, user_id uuid, email text, is_disabled boolean, has_second_factor boolean, counts_as_two_factors boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.id, u.id, u.email, u.disabled_at is not null, public.has_second_factor(u.id), p.counts_as_two_factors
  from public.provider_connections c join public.providers p on p.id = c.provider_id join public.users u on u.id = c.user_id
  where c.provider_id = with_provider and c.issuer = claimed_issuer and c.subject = claimed_subject and p.issuer = claimed_issuer
    and p.switched_off_at is null
$$;

create function gate.connections_of(for_user uuid)
returns table (id uuid, provider_id uuid, name text, is_off boolean, claimed_email text, created_at timestamptz, last_used_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.id, p.id, p.name, p.switched_off_at is not null or p.issuer <> c.issuer, c.claimed_email, c.created_at, c.last_used_at
  from public.provider_connections c join public.providers p on p.id = c.provider_id
  where c.user_id = for_user order by lower(p.name), c.id
$$;

-- Locks the account, so that if two ways to sign in are removed at once, one remains. Counts only connections that
-- currently work, without the given one.
create function gate.ways_in(for_user uuid, beside uuid)
returns table (has_password boolean, passkeys bigint, connections bigint)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.users u where u.id = for_user for no key update;
  return query
    select u.password_hash is not null, (select count(*) from public.passkeys k where k.user_id = u.id),
           (
             select count(*) from public.provider_connections c join public.providers p on p.id = c.provider_id and p.issuer = c.issuer
             where c.user_id = u.id and c.id is distinct from beside and p.switched_off_at is null
           )
    from public.users u where u.id = for_user;
end $$;

create function gate.has_password(wanted uuid)
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.users u where u.id = wanted and u.password_hash is not null)
$$;

call schema_tools.open_gate(
  'site_providers', 'save_provider', 'switch_provider', 'remove_provider', 'find_provider', 'list_providers', 'find_board_face', 'shut_by_provider',
  'opens_by_provider', 'begin_provider_sign_in', 'take_provider_sign_in', 'fail_provider_sign_in', 'failed_provider_sign_in',
  'find_connection', 'connections_of', 'ways_in', 'has_password'
);

-- Stores a device's last data when its session ends.
create function keep_last_seen() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.devices set last_seen_at = old.last_seen_at where id = old.device_id and last_seen_at < old.last_seen_at;
  return null;
end $$;
revoke all on function keep_last_seen from public;
create trigger sessions_seen after delete on sessions for each row
  when (old.device_id is not null) execute function keep_last_seen();

-- Someone with the old password may also have a trusted device.
create function end_trust_with_password() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.devices set trusted_at = null, trusted_until = null where user_id = new.id and trusted_at is not null;
  return null;
end $$;
revoke all on function end_trust_with_password from public;
create trigger users_trust_ended after update of password_hash on users
  for each row when (old.password_hash is distinct from new.password_hash) execute function end_trust_with_password();

-- After a change of the second factor, every device must give it once.
create function end_trust_with_factor() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.devices set trusted_at = null, trusted_until = null
    where user_id = old.user_id and trusted_at is not null and not public.has_second_factor(old.user_id);
  return null;
end $$;
revoke all on function end_trust_with_factor from public;
create trigger two_factors_trust_ended after delete on two_factors for each row execute function end_trust_with_factor();
create trigger passkeys_trust_ended after delete on passkeys for each row execute function end_trust_with_factor();

-- How many days this user may trust a device; null if trust is not offered.
create function gate.trust_days(for_user uuid)
returns smallint language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(min(b.trust_days), 30::smallint)
  from public.members m join public.boards b on b.id = m.board_id
  where m.user_id = for_user and m.status = 'active'
$$;

-- Whether this browser is trusted as a second factor. `hashes` are those of the ids in its cookie.
create function gate.is_trusted_device(for_user uuid, hashes bytea[], seen_at timestamptz)
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from public.devices d
    where d.user_id = for_user and d.token_hash = any (hashes) and d.trusted_until > seen_at
      and d.trusted_at + make_interval(days => gate.trust_days(for_user)) > seen_at
  )
$$;

-- Returns the device of a sign-in: the one known to the browser, or a new one with the last hash. Beyond `most`, the
-- device that was seen least recently leaves the list; its sessions remain.
create function gate.note_device(for_user uuid, hashes bytea[], agent text, from_address text, seen_at timestamptz, most int)
returns table (device_id uuid, device_hash bytea, is_new boolean)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found_id uuid;
  found_hash bytea;
  beyond uuid[];
begin
  -- Locks the account before its rows, like a new password does.
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
    -- Locks sessions before devices, like other code that ends sessions.
    update public.sessions s set device_id = null where s.device_id = any (beyond);
    delete from public.devices d where d.id = any (beyond);
  end if;
  return query select found_id, found_hash, true;
end $$;

call schema_tools.open_gate('trust_days', 'is_trusted_device', 'note_device');

-- A password can be given up if passkeys replace it. A user who has lost the last passkey gets access by mail.
create function end_giving_up() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.users u set password_given_up_at = null
    where u.id = old.user_id and u.password_given_up_at is not null
      and not exists (select from public.passkeys p where p.user_id = old.user_id);
  return null;
end $$;
revoke all on function end_giving_up from public;
create trigger passkeys_given_up after delete on passkeys for each row execute function end_giving_up();

-- Requires two passkeys, or one that is backed up: a single passkey is lost with its device.
create function gate.can_remove_password(for_user uuid)
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.users u where u.id = for_user and u.password_hash is not null and u.disabled_at is null)
    and (select count(*) >= 2 or coalesce(bool_or(p.is_backed_up), false) from public.passkeys p where p.user_id = for_user)
$$;

-- Returns false if the password cannot be removed. Locks the account, so that if two ways to sign in are removed at
-- once, one remains. Pending requests made with the password become void.
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

-- For an account without a password. Of several concurrent calls one succeeds.
create function gate.set_password(for_user uuid, new_hash text, seen_at timestamptz)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.users u set password_hash = new_hash, password_changed_at = seen_at, password_given_up_at = null
    where u.id = for_user and u.password_hash is null and u.disabled_at is null;
  return found;
end $$;

-- The user who requested a reset after giving up the password.
create function gate.gave_password_up(wanted_reset uuid)
returns uuid language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id from public.password_resets r join public.users u on lower(u.email) = lower(r.email)
  where r.id = wanted_reset and r.token_hash is null and u.disabled_at is null and u.password_given_up_at is not null
$$;

call schema_tools.open_gate('can_remove_password', 'remove_password', 'set_password', 'gave_password_up');
