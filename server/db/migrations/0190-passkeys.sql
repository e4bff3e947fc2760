-- Passkeys: a second way to sign in, and a second factor beside the authenticator app. A session starts by a proof, which is the hash of
-- the password that was checked or a passkey, and none starts once its proof is gone.

create table passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique check (length(credential_id) between 16 and 1023),
  -- COSE (RFC 9053).
  public_key bytea not null,
  -- Of its last use. Zero from authenticators that do not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  -- Kept by a provider of passkeys on other devices, too.
  is_backed_up boolean not null,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);
call house.keep_to_user('passkeys');
grant select, insert, update, delete on passkeys to dais_serving;
create policy gate on passkeys to dais_gate using (true) with check (true);
grant select, update on passkeys to dais_gate;

-- What authenticators know a user by: random, so that it tells nothing, and apart from users, whose rows other members read.
create table passkey_handles (
  user_id uuid primary key references users on delete cascade,
  handle bytea not null unique check (length(handle) >= 32)
);
call house.keep_to_user('passkey_handles');
grant select, insert on passkey_handles to dais_serving;
create policy gate on passkey_handles for select to dais_gate using (true);
grant select on passkey_handles to dais_gate;

-- What a passkey must sign: once, by the browser that was given it, and for what it was given.
create table passkey_challenges (
  challenge bytea primary key check (length(challenge) = 32),
  -- SHA-256 of the cookie that the browser's calls are bound to.
  browser_hash bytea not null check (length(browser_hash) = 32),
  purpose text not null check (purpose in ('add', 'sign-in', 'second-factor', 'confirm')),
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
call house.keep_to_gate('passkey_challenges');

-- Recovery codes belong to whichever second factor there is.
alter table recovery_codes drop constraint recovery_codes_user_id_fkey;
alter table recovery_codes add foreign key (user_id) references users on delete cascade;

-- By password or passkey.
alter table sessions rename column password_confirmed_at to confirmed_at;

-- Whether a code or a passkey is asked for after the password. No definer's rights: each caller looks with its own.
create function has_second_factor(wanted uuid) returns boolean language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.two_factors t where t.user_id = wanted and t.confirmed_at is not null)
      or exists (select from public.passkeys p where p.user_id = wanted)
$$;
revoke all on function has_second_factor from public;
grant execute on function has_second_factor to dais_serving, dais_gate;

-- Whether a session may begin by this proof still. The locks wait for a change that is under way, and hold back one that would not see what
-- begins.
create function is_proven(wanted uuid, checked_hash text, with_passkey uuid) returns boolean language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.users u
    where u.id = wanted and u.disabled_at is null and (checked_hash is null or u.password_hash = checked_hash) for share;
  if not found or num_nonnulls(checked_hash, with_passkey) <> 1 then
    return false;
  end if;
  if with_passkey is not null then
    perform from public.passkeys p where p.id = with_passkey and p.user_id = wanted for share;
    return found;
  end if;
  return true;
end $$;
revoke all on function is_proven from public;
grant execute on function is_proven to dais_gate;

-- Returns no id when the proof does not hold any more.
drop function gate.start_session;
create function gate.start_session(
  for_user uuid, checked_hash text, with_passkey uuid, new_hash bytea, on_board uuid, keep boolean, agent text, seen_at timestamptz,
  until timestamptz
)
returns uuid language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  started uuid;
begin
  if public.is_proven(for_user, checked_hash, with_passkey) then
    insert into public.sessions (user_id, token_hash, board_id, remember, user_agent, created_at, last_seen_at, expires_at)
      values (for_user, new_hash, on_board, keep, left(agent, 300), seen_at, seen_at, until)
      returning id into started;
  end if;
  return started;
end $$;

-- As before, by either second factor.
drop function gate.find_session;
create function gate.find_session(wanted_hash bytea, idle interval, seen_at timestamptz)
returns table (
  session_id uuid, user_id uuid, board_id uuid, remember boolean, email text, first_name text, last_name text, img_url text,
  is_site_admin boolean, theme text, viewer_size text, has_second_factor boolean, confirmed_at timestamptz
) language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Written at most once in five minutes, so that reading stays reading.
  update public.sessions s set last_seen_at = seen_at,
      expires_at = case when s.remember then s.expires_at else least(seen_at + idle, s.created_at + interval '30 days') end
    where s.token_hash = wanted_hash and s.expires_at > seen_at and s.last_seen_at < seen_at - interval '5 minutes';
  return query
    select s.id, u.id, s.board_id, s.remember, u.email, u.first_name, u.last_name, u.img_url, u.is_site_admin, u.theme,
           u.viewer_size, public.has_second_factor(u.id), s.confirmed_at
    from public.sessions s join public.users u on u.id = s.user_id
    where s.token_hash = wanted_hash and s.expires_at > seen_at and u.disabled_at is null;
end $$;

create or replace function gate.confirm_session(old_hash bytea, new_hash bytea, seen_at timestamptz)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.sessions s set token_hash = new_hash, confirmed_at = seen_at where s.token_hash = old_hash;
  return found;
end $$;

create function gate.add_passkey_challenge(new_challenge bytea, browser bytea, for_purpose text, until timestamptz)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.passkey_challenges (challenge, browser_hash, purpose, expires_at) values (new_challenge, browser, for_purpose, until)
$$;

-- True for the one who spends it.
create function gate.spend_passkey_challenge(given bytea, browser bytea, for_purpose text, seen_at timestamptz)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.passkey_challenges c
    where c.challenge = given and c.browser_hash = browser and c.purpose = for_purpose and c.expires_at > seen_at;
  return found;
end $$;

-- Whose passkey it is: nobody has named a user yet.
create function gate.find_passkey(wanted_credential bytea)
returns table (passkey_id uuid, user_id uuid, email text, is_disabled boolean, public_key bytea, handle bytea)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.id, u.id, u.email, u.disabled_at is not null, p.public_key, h.handle
  from public.passkeys p join public.users u on u.id = p.user_id join public.passkey_handles h on h.user_id = u.id
  where p.credential_id = wanted_credential
$$;

-- The second factors of whoever gave the password here.
create function gate.pending_factors(wanted_hash bytea, seen_at timestamptz)
returns table (user_id uuid, has_app boolean, has_passkey boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, exists (select from public.two_factors t where t.user_id = u.id and t.confirmed_at is not null),
         exists (select from public.passkeys k where k.user_id = u.id)
  from public.pending_sign_ins p join public.users u on u.id = p.user_id
  where p.token_hash = wanted_hash and p.expires_at > seen_at and u.disabled_at is null
$$;

create or replace function gate.sweep_expired(seen_at timestamptz)
returns void language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.sessions where expires_at < seen_at;
  delete from public.pending_sign_ins where expires_at < seen_at;
  delete from public.passkey_challenges where expires_at < seen_at;
  if exists (select from public.users) then
    delete from public.setup_tokens;
  end if;
end $$;

drop function gate.find_sign_in;
create function gate.find_sign_in(wanted_email text)
returns table (user_id uuid, password_hash text, is_disabled boolean, has_second_factor boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, u.password_hash, u.disabled_at is not null, public.has_second_factor(u.id)
  from public.users u where lower(u.email) = lower(wanted_email)
$$;

create or replace function gate.user_boards(for_user uuid)
returns table (
  board_id uuid, title text, shortname text, primary_color text, logo_url text, time_zone text, people_hidden boolean,
  suspended boolean, member_id uuid, slug text, is_board_admin boolean, status text, two_factor_missing boolean
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.id, b.title, b.shortname, b.primary_color, b.logo_url, b.time_zone, b.people_hidden,
         b.suspended_at is not null, m.id, m.slug, m.is_board_admin, m.status,
         b.two_factor_required and not public.has_second_factor(for_user)
  from public.members m join public.boards b on b.id = m.board_id
  where m.user_id = for_user and m.status = 'active'
  order by lower(b.title), b.id
$$;

create or replace function gate.site_users(by_user uuid, find text, state text, on_board uuid, skip int, most int)
returns table (
  id uuid, first_name text, last_name text, email text, is_site_admin boolean, disabled_at timestamptz, created_at timestamptz,
  has_two_factor boolean, sessions bigint, last_seen_at timestamptz, boards jsonb, found bigint
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with page as (
    select u.*, count(*) over () as found
    from public.users u
    where exists (select from public.users a where a.id = by_user and a.is_site_admin and a.disabled_at is null)
      and (find = '' or position(lower(find) in lower(u.first_name || ' ' || u.last_name || ' ' || u.email)) > 0)
      and case state when 'disabled' then u.disabled_at is not null when 'site-admins' then u.is_site_admin else true end
      and (on_board is null or exists (
        select from public.members m where m.user_id = u.id and m.board_id = on_board and m.removed_at is null
      ))
    order by lower(u.last_name), lower(u.first_name), u.id
    offset skip limit most
  )
  select p.id, p.first_name, p.last_name, p.email, p.is_site_admin, p.disabled_at, p.created_at,
         public.has_second_factor(p.id),
         (select count(*) from public.sessions s where s.user_id = p.id),
         (select max(s.last_seen_at) from public.sessions s where s.user_id = p.id),
         coalesce((
           select jsonb_agg(
             jsonb_build_object('title', b.title, 'shortname', b.shortname, 'status', m.status, 'is_board_admin', m.is_board_admin)
             order by lower(b.title), b.id
           )
           from public.members m join public.boards b on b.id = m.board_id
           where m.user_id = p.id and m.removed_at is null
         ), '[]'::jsonb),
         p.found
  from page p order by lower(p.last_name), lower(p.first_name), p.id
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
  if entered.two_factor_required and not public.has_second_factor(entered.user_id) then
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

create or replace function enter_board(wanted_board uuid, wanted_user uuid, is_signed_in boolean)
returns table (
  board_id uuid, title text, shortname text, primary_color text, logo_url text, time_zone text, people_hidden boolean,
  suspended boolean, magic_links text, two_factor_missing boolean, member_id uuid, slug text, is_board_admin boolean, groups jsonb
) language plpgsql volatile as $$
declare
  group_ids uuid[];
  administered uuid[];
begin
  perform set_config('dais.board_id', wanted_board::text, true), set_config('dais.user_id', coalesce(wanted_user::text, ''), true);
  select b.id, b.title, b.shortname, b.primary_color, b.logo_url, b.time_zone, b.people_hidden,
         b.suspended_at is not null, b.magic_links,
         b.two_factor_required and not has_second_factor(wanted_user),
         m.id, m.slug, m.is_board_admin, coalesce(belonging.groups, '[]'), coalesce(belonging.ids, '{}'), coalesce(belonging.administered, '{}')
    into board_id, title, shortname, primary_color, logo_url, time_zone, people_hidden, suspended, magic_links, two_factor_missing,
         member_id, slug, is_board_admin, groups, group_ids, administered
    from boards b join members m on m.board_id = b.id
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

call house.open_gate(
  'start_session', 'find_session', 'find_sign_in', 'add_passkey_challenge', 'spend_passkey_challenge', 'find_passkey', 'pending_factors'
);
