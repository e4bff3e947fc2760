-- Not SECURITY DEFINER, so the function sees only what its caller may see.
create function has_second_factor(wanted uuid) returns boolean language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.two_factors t where t.user_id = wanted and t.confirmed_at is not null)
      or exists (select from public.passkeys p where p.user_id = wanted)
$$;
revoke all on function has_second_factor from public;
grant execute on function has_second_factor to dais_serving, dais_gate;

-- Sets no search path, because PostgreSQL cannot inline a function that sets one.
create function is_opened_by(required boolean, board_provider uuid, is_admin boolean, session_provider uuid, session_strength smallint)
returns boolean language sql immutable as $$
  select not required or coalesce(session_provider = board_provider, false) or coalesce(is_admin and session_strength = 2, false)
$$;
revoke all on function is_opened_by from public;
grant execute on function is_opened_by to dais_serving, dais_gate;

-- Row locks make concurrent changes to the account wait.
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

create function gate.came_by_two_factors(session_provider uuid, session_strength smallint)
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from public.providers p where p.id = session_provider and p.counts_as_two_factors and session_strength = 2
  )
$$;

-- A session ends thirty days after sign-in, even if it is used. Without Remember Me, it also ends after twelve hours
-- without use.
create function gate.find_session(wanted_hash bytea, idle interval, seen_at timestamptz)
returns table (
  session_id uuid, user_id uuid, board_id uuid, remember boolean, email text, first_name text, last_name text, img_url text,
  is_site_admin boolean, theme text, viewer_size text, has_second_factor boolean, confirmed_at timestamptz
) language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Updated at most once every five minutes, so that most reads write nothing.
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

create function gate.note_session_uses(hashes bytea[], at timestamptz[], idle interval)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.sessions s
  set last_seen_at = used.at,
      expires_at = case when s.remember or s.connection_id is not null then s.expires_at
        else least(used.at + idle, s.created_at + interval '30 days') end
  from unnest(hashes, at) used (token_hash, at)
  where s.token_hash = used.token_hash and s.expires_at > used.at and s.last_seen_at < used.at - interval '5 minutes'
$$;

-- Returns null if the proof is no longer valid, or if `by_trust` is true and the device is no longer trusted.
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

-- Returns false if the user is not active on the board.
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
  opens_by_name text, papers_on_devices text, date_style text, first_day text, watermark text
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.id, b.title, b.shortname, b.primary_color, b.logo_url, b.time_zone, b.people_hidden,
         b.suspended_at is not null, m.id, m.slug, m.is_board_admin, m.status,
         b.two_factor_required and not public.has_second_factor(for_user) and not gate.came_by_two_factors(s.provider_id, s.strength),
         p.id, p.name, b.papers_on_devices, b.date_style, b.first_day, b.watermark
  from public.members m join public.boards b on b.id = m.board_id
  left join public.sessions s on s.id = in_session and s.user_id = m.user_id
  left join public.providers p on p.id = b.provider_id
    and not public.is_opened_by(b.provider_required, b.provider_id, m.is_board_admin, s.provider_id, s.strength)
  where m.user_id = for_user and m.status = 'active'
  order by lower(b.title), b.id
$$;

-- Returns null if the proof is no longer valid.
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

-- Counts the attempt before the code is checked, so that concurrent attempts cannot exceed the limit.
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

-- Returns no row if the user is not an active member. Not SECURITY DEFINER, so that row-level security applies.
create function enter_board(wanted_board uuid, wanted_user uuid, is_signed_in boolean, in_session uuid)
returns table (
  board_id uuid, title text, shortname text, primary_color text, logo_url text, time_zone text, date_style text, paper_size text, watermark text, people_hidden boolean,
  suspended boolean, magic_links text, two_factor_missing boolean, provider_missing boolean, member_id uuid, slug text,
  is_board_admin boolean, groups jsonb
) language plpgsql volatile as $$
declare
  group_ids uuid[];
  administered uuid[];
begin
  perform set_config('dais.board_id', wanted_board::text, true), set_config('dais.user_id', coalesce(wanted_user::text, ''), true);
  select b.id, b.title, b.shortname, b.primary_color, b.logo_url, b.time_zone, b.date_style, b.paper_size, b.watermark, b.people_hidden,
         b.suspended_at is not null, b.magic_links,
         b.two_factor_required and not has_second_factor(wanted_user) and not gate.came_by_two_factors(s.provider_id, s.strength),
         not is_opened_by(b.provider_required, b.provider_id, m.is_board_admin, s.provider_id, s.strength),
         m.id, m.slug, m.is_board_admin, coalesce(belonging.groups, '[]'), coalesce(belonging.ids, '{}'), coalesce(belonging.administered, '{}')
    into board_id, title, shortname, primary_color, logo_url, time_zone, date_style, paper_size, watermark, people_hidden, suspended, magic_links, two_factor_missing,
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

create function gate.pending_factors(wanted_hash bytea, seen_at timestamptz)
returns table (user_id uuid, has_app boolean, has_passkey boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, exists (select from public.two_factors t where t.user_id = u.id and t.confirmed_at is not null),
         exists (select from public.passkeys k where k.user_id = u.id)
  from public.pending_sign_ins p join public.users u on u.id = p.user_id
  where p.token_hash = wanted_hash and p.expires_at > seen_at and u.disabled_at is null
$$;

call schema_tools.open_gate('pending_factors');
