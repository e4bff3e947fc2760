-- Sign-in by providers of OpenID Connect. Whom a provider means is known by issuer and subject, which the account's owner has connected;
-- never by an email address. A session that began by one ends with its connection, and after twelve hours in all.

create table providers (
  id uuid primary key,
  kind text not null check (kind in ('entra', 'google', 'keycloak', 'other')),
  -- On the button.
  name text not null check (length(name) between 1 and 40),
  issuer text not null check (length(issuer) between 1 and 500),
  client_id text not null check (length(client_id) between 1 and 300),
  sealed_secret bytea not null,
  -- Google's `hd`: accounts of this domain alone.
  hosted_domain text check (length(hosted_domain) between 1 and 253),
  counts_as_two_factors boolean not null,
  switched_off_at timestamptz,
  created_at timestamptz not null
);
call house.keep_to_gate('providers');

alter table users alter column password_hash drop not null;

create table provider_connections (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  provider_id uuid not null references providers on delete cascade,
  -- A provider that is given another issuer means nobody whom the first one meant.
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  -- As it said when it was connected; shown, and never matched.
  claimed_email text check (length(claimed_email) <= 254),
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (provider_id, issuer, subject)
);
create index provider_connections_user on provider_connections (user_id);
call house.keep_to_user('provider_connections');
grant select, insert, delete on provider_connections to dais_serving;
create policy gate on provider_connections to dais_gate using (true) with check (true);
grant select, update on provider_connections to dais_gate;

-- Under way to a provider and back. Used once, by the browser that began it.
create table provider_sign_ins (
  state_hash bytea primary key check (length(state_hash) = 32),
  provider_id uuid not null references providers on delete cascade,
  browser_hash bytea not null check (length(browser_hash) = 32),
  purpose text not null check (purpose in ('sign-in', 'connect', 'confirm', 'invitation')),
  -- Of whoever connects or confirms.
  session_id uuid references sessions on delete cascade,
  -- Nonce, verifier (RFC 7636), where to go afterwards, the secret of an invitation.
  sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Why it did not finish, for the page that this browser is led to.
  failure text check (failure in ('failed', 'not-connected', 'connected-elsewhere', 'too-many')),
  sealed_email bytea,
  constraint provider_sign_ins_session check ((session_id is null) = (purpose in ('sign-in', 'invitation')))
);
create index provider_sign_ins_browser on provider_sign_ins (browser_hash);
create index provider_sign_ins_expiry on provider_sign_ins (expires_at);
create index provider_sign_ins_provider on provider_sign_ins (provider_id);
create index provider_sign_ins_session on provider_sign_ins (session_id);
call house.keep_to_gate('provider_sign_ins');

-- How a session began, and by how many factors.
alter table sessions
  add column begun_by text not null default 'password' check (begun_by in ('password', 'passkey', 'provider')),
  add column strength smallint not null default 1 check (strength in (1, 2)),
  -- A code or a passkey was given: its strength rests on no provider's word.
  add column own_factor boolean not null default false,
  add column connection_id uuid references provider_connections on delete cascade,
  add column provider_id uuid,
  add constraint sessions_provider check (
    (begun_by = 'provider') = (connection_id is not null) and (connection_id is null) = (provider_id is null)
  );
create index sessions_connection on sessions (connection_id) where connection_id is not null;
grant select (begun_by, strength, connection_id, provider_id) on sessions to dais_serving;

alter table pending_sign_ins add column connection_id uuid references provider_connections on delete cascade;
create index pending_sign_ins_connection on pending_sign_ins (connection_id) where connection_id is not null;

-- The provider whose button stands first on a board's login screen; required, the board opens to its sessions alone, and to its admins'
-- of strength two.
alter table boards
  add column provider_id uuid references providers on delete set null,
  add column provider_required boolean not null default false,
  add constraint boards_provider check (provider_id is not null or not provider_required);
create index boards_provider on boards (provider_id) where provider_id is not null;

-- Whether a board opens to a session, as far as its provider goes; without a session it stays shut. Its search path is its caller's, so
-- that it is made part of the caller's statement.
create function is_opened_by(required boolean, board_provider uuid, is_admin boolean, session_provider uuid, session_strength smallint)
returns boolean language sql immutable as $$
  select not required or coalesce(session_provider = board_provider, false) or coalesce(is_admin and session_strength = 2, false)
$$;
revoke all on function is_opened_by from public;
grant execute on function is_opened_by to dais_serving, dais_gate;

-- As before, and by a connection: while its provider is there, switched on and of the same issuer.
drop function is_proven;
create function is_proven(wanted uuid, checked_hash text, with_passkey uuid, with_connection uuid)
returns boolean language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.users u
    where u.id = wanted and u.disabled_at is null and (checked_hash is null or u.password_hash = checked_hash) for share;
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

-- `second_factor`: a code or a passkey was given after the proof.
drop function gate.start_session;
create function gate.start_session(
  for_user uuid, checked_hash text, with_passkey uuid, with_connection uuid, second_factor boolean, new_hash bytea, on_board uuid,
  keep boolean, agent text, seen_at timestamptz, until timestamptz
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
  if with_connection is not null then
    update public.provider_connections c set last_used_at = seen_at where c.id = with_connection;
    select p.id, p.counts_as_two_factors into by_provider, counts
      from public.provider_connections c join public.providers p on p.id = c.provider_id where c.id = with_connection;
  end if;
  insert into public.sessions (
      user_id, token_hash, board_id, remember, user_agent, created_at, last_seen_at, expires_at, begun_by, strength, own_factor, connection_id,
      provider_id
    )
    values (
      for_user, new_hash, on_board, keep and with_connection is null, left(agent, 300), seen_at, seen_at, until,
      case when with_passkey is not null then 'passkey' when with_connection is not null then 'provider' else 'password' end,
      case when with_passkey is not null or second_factor or counts then 2 else 1 end, with_passkey is not null or second_factor,
      with_connection, by_provider
    )
    returning id into started;
  return started;
end $$;

-- As before, but a session that a provider began lasts no longer by its use.
create or replace function gate.find_session(wanted_hash bytea, idle interval, seen_at timestamptz)
returns table (
  session_id uuid, user_id uuid, board_id uuid, remember boolean, email text, first_name text, last_name text, img_url text,
  is_site_admin boolean, theme text, viewer_size text, has_second_factor boolean, confirmed_at timestamptz
) language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Written at most once in five minutes, so that reading stays reading.
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

create or replace function gate.note_session_uses(hashes bytea[], at timestamptz[], idle interval)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.sessions s
  set last_seen_at = used.at,
      expires_at = case when s.remember or s.connection_id is not null then s.expires_at
        else least(used.at + idle, s.created_at + interval '30 days') end
  from unnest(hashes, at) used (token_hash, at)
  where s.token_hash = used.token_hash and s.expires_at > used.at and s.last_seen_at < used.at - interval '5 minutes'
$$;

-- As before, after a password or a provider.
drop function gate.start_pending_sign_in;
create function gate.start_pending_sign_in(
  for_user uuid, checked_hash text, with_connection uuid, new_hash bytea, keep boolean, next_path text, invitation bytea,
  seen_at timestamptz, until timestamptz
)
returns uuid language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  started uuid;
begin
  if public.is_proven(for_user, checked_hash, null, with_connection) then
    insert into public.pending_sign_ins (user_id, token_hash, remember, next, sealed_invitation, connection_id, created_at, expires_at)
      values (for_user, new_hash, keep, next_path, invitation, with_connection, seen_at, until)
      returning id into started;
  end if;
  return started;
end $$;

-- The hash is null after a provider.
drop function gate.try_pending_sign_in;
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

-- For site admins, without secrets.
create function gate.site_providers(by_user uuid)
returns table (
  id uuid, kind text, name text, issuer text, client_id text, hosted_domain text, counts_as_two_factors boolean, is_off boolean,
  connections bigint
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.id, p.kind, p.name, p.issuer, p.client_id, p.hosted_domain, p.counts_as_two_factors, p.switched_off_at is not null,
         (select count(*) from public.provider_connections c where c.provider_id = p.id)
  from public.providers p
  where exists (select from public.users a where a.id = by_user and a.is_site_admin and a.disabled_at is null)
  order by lower(p.name), p.id
$$;

-- New or changed; without a secret the present one stays. Returns done, missing, taken, many or refused.
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
  -- Whose two factors were its word alone, or who came from another domain, signs in anew.
  delete from public.sessions s
    where s.provider_id = wanted
      and ((not counts and s.strength = 2 and not s.own_factor) or new_domain is distinct from old_domain);
  -- What it said of people under another issuer opens nothing any more.
  delete from public.sessions s using public.provider_connections c
    where c.id = s.connection_id and c.provider_id = wanted and c.issuer <> new_issuer;
  return 'done';
end $$;

-- Off: nobody signs in by it, and whoever did is signed out. Returns done, missing or refused.
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

-- With its connections, and the sessions that they began. Not while a board opens by it, which would then open otherwise, or to nobody.
create function gate.remove_provider(by_user uuid, wanted uuid)
returns text language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from public.users u where u.id = by_user and u.is_site_admin and u.disabled_at is null) then
    return 'refused';
  end if;
  delete from public.providers p where p.id = wanted;
  return case when found then 'done' else 'missing' end;
exception
  -- A board that requires it has no other.
  when check_violation then
    return 'required';
end $$;

-- With its sealed secret, for calls to it.
create function gate.find_provider(wanted uuid)
returns table (
  id uuid, kind text, name text, issuer text, client_id text, sealed_secret bytea, hosted_domain text, is_off boolean
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.id, p.kind, p.name, p.issuer, p.client_id, p.sealed_secret, p.hosted_domain, p.switched_off_at is not null
  from public.providers p where p.id = wanted
$$;

-- The buttons of the login.
create function gate.list_providers()
returns table (id uuid, name text) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.id, p.name from public.providers p where p.switched_off_at is null order by lower(p.name), p.id
$$;

-- As before, with the provider that the board offers.
drop function gate.find_board_face;
create function gate.find_board_face(wanted_shortname text)
returns table (board_id uuid, title text, primary_color text, logo_url text, provider_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.id, b.title, b.primary_color, b.logo_url, b.provider_id
  from public.boards b where b.shortname = gate.current_shortname(wanted_shortname)
$$;

-- Whether the session of an admin would open a board that required this provider.
create function gate.opens_by_provider(session_hash bytea, with_provider uuid)
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from public.sessions s
    where s.token_hash = session_hash and public.is_opened_by(true, with_provider, true, s.provider_id, s.strength)
  )
$$;

-- False when the provider is off, or the session is over.
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

-- Once, by the browser and for the provider that it was begun with.
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

-- What this browser's last one came to, if it failed.
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

-- Whom a provider means.
create function gate.find_connection(with_provider uuid, told_issuer text, told_subject text)
returns table (connection_id uuid, user_id uuid, email text, is_disabled boolean, has_second_factor boolean, counts_as_two_factors boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.id, u.id, u.email, u.disabled_at is not null, public.has_second_factor(u.id), p.counts_as_two_factors
  from public.provider_connections c join public.providers p on p.id = c.provider_id join public.users u on u.id = c.user_id
  where c.provider_id = with_provider and c.issuer = told_issuer and c.subject = told_subject and p.issuer = told_issuer
    and p.switched_off_at is null
$$;

create function gate.connections_of(for_user uuid)
returns table (id uuid, provider_id uuid, name text, is_off boolean, claimed_email text, created_at timestamptz, last_used_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.id, p.id, p.name, p.switched_off_at is not null or p.issuer <> c.issuer, c.claimed_email, c.created_at, c.last_used_at
  from public.provider_connections c join public.providers p on p.id = c.provider_id
  where c.user_id = for_user order by lower(p.name), c.id
$$;

-- Locks the account, so that of two ways in that go at once one stays. Counts no connection that does not sign in at present, nor the one
-- that is named.
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

create or replace function gate.sweep_expired(seen_at timestamptz)
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

-- Whether the provider that began a session has asked for both factors, which fulfils a board's duty.
create function gate.came_by_two_factors(session_provider uuid, session_strength smallint)
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from public.providers p where p.id = session_provider and p.counts_as_two_factors and session_strength = 2
  )
$$;

-- As before, and by the board's provider.
drop function gate.user_boards;
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

create or replace function gate.enter(session_hash bytea, known_session uuid, seen_at timestamptz, access text, board_from text, wanted uuid)
returns json language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  entered record;
  wanted_hash bytea := session_hash;
  wanted_board uuid;
begin
  -- In branches: what is not run is not planned either, and waits for no lock.
  if wanted_hash is null then
    select k.token_hash into wanted_hash from public.sessions k where k.id = known_session;
  end if;
  if board_from = 'board' then
    wanted_board := wanted;
  elsif board_from = 'meeting' then
    select t.board_id into wanted_board from public.meetings t where t.id = wanted;
  elsif board_from = 'document' then
    select d.board_id into wanted_board from public.documents d where d.id = wanted;
  end if;
  select s.id as session_id, s.last_seen_at < seen_at - interval '5 minutes' as is_use_due, u.id as user_id,
         b.id as board_id, b.title, b.shortname, b.primary_color, b.logo_url, b.time_zone, b.people_hidden, b.magic_links, b.two_factor_required,
         b.provider_id as board_provider, b.provider_required, s.provider_id as session_provider, s.strength,
         b.suspended_at, m.id as member_id, m.slug, m.is_board_admin, coalesce(belonging.groups, '[]') as groups,
         coalesce(belonging.ids, '{}') as group_ids, coalesce(belonging.administered, '{}') as administered_group_ids
    into entered
    from public.sessions s join public.users u on u.id = s.user_id
    left join public.members m on m.user_id = u.id and m.status = 'active'
      and m.board_id = case when board_from = 'board' and wanted_board is null then s.board_id else wanted_board end
    left join public.boards b on b.id = m.board_id
    left join lateral (
      select json_agg(json_build_object('id', g.group_id, 'is_group_admin', g.is_group_admin) order by g.group_id) as groups,
             array_agg(g.group_id order by g.group_id) as ids,
             array_agg(g.group_id order by g.group_id) filter (where g.is_group_admin) as administered
      from public.group_members g where g.board_id = m.board_id and g.member_id = m.id
    ) belonging on true
    where s.token_hash = wanted_hash and s.expires_at > seen_at and u.disabled_at is null;
  if not found then
    raise exception 'session-expired' using errcode = 'DA419';
  end if;
  if entered.board_id is null or entered.suspended_at is not null then
    raise exception 'not-found' using errcode = 'DA404', detail = entered.user_id::text;
  end if;
  if not public.is_opened_by(
    entered.provider_required, entered.board_provider, entered.is_board_admin, entered.session_provider, entered.strength
  ) then
    raise exception 'provider-missing' using errcode = 'DAPRO', detail = entered.user_id::text;
  end if;
  if entered.two_factor_required and not public.has_second_factor(entered.user_id)
    and not gate.came_by_two_factors(entered.session_provider, entered.strength) then
    raise exception 'two-factor-missing' using errcode = 'DA2FA', detail = entered.user_id::text;
  end if;
  if access = 'board-admin' and not entered.is_board_admin then
    raise exception 'forbidden' using errcode = 'DA403', detail = entered.user_id::text;
  end if;
  perform set_config('dais.board_id', entered.board_id::text, true), set_config('dais.user_id', entered.user_id::text, true),
    set_config('dais.member_id', entered.member_id::text, true), set_config('dais.rights', case
      when entered.is_board_admin then 'board-admin'
      when entered.administered_group_ids <> '{}' then 'group-admin'
      else 'member'
    end, true),
    set_config('dais.group_ids', entered.group_ids::text, true),
    set_config('dais.administered_group_ids', entered.administered_group_ids::text, true);
  return json_build_object(
    'session_id', entered.session_id, 'user_id', entered.user_id, 'is_use_due', entered.is_use_due,
    'board_id', entered.board_id, 'title', entered.title, 'shortname', entered.shortname, 'primary_color', entered.primary_color,
    'logo_url', entered.logo_url, 'time_zone', entered.time_zone, 'people_hidden', entered.people_hidden, 'magic_links', entered.magic_links,
    'member_id', entered.member_id, 'slug', entered.slug, 'is_board_admin', entered.is_board_admin, 'groups', entered.groups
  );
end $$;

-- `in_session`: of whoever is signed in.
drop function enter_board;
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

call house.open_gate(
  'start_session', 'start_pending_sign_in', 'try_pending_sign_in', 'site_providers', 'save_provider', 'switch_provider', 'remove_provider',
  'find_provider', 'list_providers', 'begin_provider_sign_in', 'take_provider_sign_in', 'fail_provider_sign_in', 'failed_provider_sign_in',
  'find_connection', 'connections_of', 'ways_in', 'has_password', 'came_by_two_factors', 'user_boards',
  'find_board_face', 'opens_by_provider'
);
