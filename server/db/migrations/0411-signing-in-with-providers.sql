-- Omits client secrets.
create function gate.site_providers(by_user uuid)
returns table (
  id uuid, kind text, name text, issuer text, client_id text, hosted_domain text, scope text, counts_as_two_factors boolean,
  is_off boolean, connections bigint, required_by bigint
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.id, p.kind, p.name, p.issuer, p.client_id, p.hosted_domain, p.scope, p.counts_as_two_factors, p.switched_off_at is not null,
         (select count(*) from public.provider_connections c where c.provider_id = p.id),
         (select count(*) from public.boards b where b.provider_id = p.id and b.provider_required)
  from public.providers p
  where exists (select from public.users a where a.id = by_user and a.is_site_admin and a.disabled_at is null)
  order by lower(p.name), p.id
$$;

-- Keeps the current secret if no new one is given. Returns done, missing, taken, many or refused.
create function gate.save_provider(
  by_user uuid, wanted uuid, is_new boolean, new_kind text, new_name text, new_issuer text, new_client text, new_secret bytea,
  new_domain text, new_scope text, counts boolean, most int, seen_at timestamptz
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
        id, kind, name, issuer, client_id, sealed_secret, hosted_domain, scope, counts_as_two_factors, created_at
      )
      values (wanted, new_kind, new_name, new_issuer, new_client, new_secret, new_domain, new_scope, counts, seen_at)
      on conflict (id) do nothing;
    return case when found then 'done' else 'taken' end;
  end if;
  select p.hosted_domain into old_domain from public.providers p where p.id = wanted for update;
  if not found then
    return 'missing';
  end if;
  update public.providers p
    set kind = new_kind, name = new_name, issuer = new_issuer, client_id = new_client, hosted_domain = new_domain, scope = new_scope,
        sealed_secret = coalesce(new_secret, p.sealed_secret), counts_as_two_factors = counts
    where p.id = wanted;
  -- Ends all of the provider's sessions if the domain has changed.
  delete from public.sessions s
    where s.provider_id = wanted
      and ((not counts and s.strength = 2 and not s.own_factor) or new_domain is distinct from old_domain);
  -- Sessions that began under another issuer end, because their connections are no longer valid.
  delete from public.sessions s using public.provider_connections c
    where c.id = s.connection_id and c.provider_id = wanted and c.issuer <> new_issuer;
  return 'done';
end $$;

-- Ends the provider's sessions when it is switched off. Returns done, missing or refused.
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

-- Fails while a board requires the provider.
create function gate.remove_provider(by_user uuid, wanted uuid)
returns text language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from public.users u where u.id = by_user and u.is_site_admin and u.disabled_at is null) then
    return 'refused';
  end if;
  delete from public.providers p where p.id = wanted;
  return case when found then 'done' else 'missing' end;
exception
  when check_violation then
    return 'required';
end $$;

create function gate.find_provider(wanted uuid)
returns table (
  id uuid, kind text, name text, issuer text, client_id text, sealed_secret bytea, hosted_domain text, scope text, is_off boolean
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.id, p.kind, p.name, p.issuer, p.client_id, p.sealed_secret, p.hosted_domain, p.scope, p.switched_off_at is not null
  from public.providers p where p.id = wanted
$$;

create function gate.list_providers()
returns table (id uuid, name text) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.id, p.name from public.providers p where p.switched_off_at is null order by lower(p.name), p.id
$$;

create function gate.find_board_face(wanted_shortname text)
returns table (
  board_id uuid, title text, primary_color text, logo_url text, provider_id uuid, provider_name text, provider_required boolean
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.id, b.title, b.primary_color, b.logo_url, p.id, p.name, b.provider_required
  from public.boards b left join public.providers p on p.id = b.provider_id and p.switched_off_at is null
  where b.shortname = gate.current_shortname(wanted_shortname)
$$;

-- Returns a board that the user administers but may not enter with this session.
create function gate.shut_by_provider(for_user uuid, in_session uuid)
returns table (title text, provider text) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.title, p.name
  from public.members m join public.boards b on b.id = m.board_id join public.providers p on p.id = b.provider_id
  left join public.sessions s on s.id = in_session and s.user_id = m.user_id
  where m.user_id = for_user and m.status = 'active' and m.is_board_admin
    and not public.is_opened_by(b.provider_required, b.provider_id, m.is_board_admin, s.provider_id, s.strength)
  order by lower(b.title), b.id limit 1
$$;

-- Returns whether the session could still enter a board if the board required this provider.
create function gate.opens_by_provider(session_hash bytea, with_provider uuid)
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from public.sessions s
    where s.token_hash = session_hash and public.is_opened_by(true, with_provider, true, s.provider_id, s.strength)
  )
$$;

-- Returns false if the session has ended, or if the provider is off and this is not a test.
create function gate.begin_provider_sign_in(
  new_state bytea, with_provider uuid, browser bytea, what_for text, in_session uuid, sealed_rest bytea, seen_at timestamptz,
  until timestamptz
)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.provider_sign_ins (state_hash, provider_id, browser_hash, purpose, session_id, sealed, created_at, expires_at)
    select new_state, p.id, browser, what_for, in_session, sealed_rest, seen_at, until
    from public.providers p
    where p.id = with_provider and (p.switched_off_at is null or what_for = 'test')
      and (in_session is null or exists (select from public.sessions s where s.id = in_session and s.expires_at > seen_at));
  return found;
end $$;

-- The sign-in can be used only once, by the browser that began it and with the same provider.
create function gate.take_provider_sign_in(wanted_state bytea, with_provider uuid, browser bytea, seen_at timestamptz)
returns table (purpose text, session_id uuid, sealed bytea)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.provider_sign_ins w set used_at = seen_at
  where w.state_hash = wanted_state and w.provider_id = with_provider and w.browser_hash = browser and w.used_at is null
    and w.expires_at > seen_at
  returning w.purpose, w.session_id, w.sealed
$$;

create function gate.fail_provider_sign_in(wanted_state bytea, why text, detail bytea)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.provider_sign_ins w set failure = why, sealed_detail = detail where w.state_hash = wanted_state
$$;

create function gate.failed_provider_sign_in(browser bytea, seen_at timestamptz)
returns table (provider_id uuid, name text, failure text, sealed_detail bytea)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select last.provider_id, last.name, last.failure, last.sealed_detail
  from (
    select w.provider_id, p.name, w.failure, w.sealed_detail
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

-- Locks the account, so that concurrent removals cannot remove the last way to sign in.
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
