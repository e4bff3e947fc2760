-- Two-factor authentication of a user: the secret that an authenticator app shares, sealed with the installation's key.
create table two_factors (
  user_id uuid primary key references users on delete cascade,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- Empty until the first code showed that the app has the secret: sign-in asks for no code before.
  confirmed_at timestamptz,
  -- The time step of the newest code that was taken (RFC 6238, section 5.2): it and all before it are spent.
  last_used_step bigint,
  check (confirmed_at is null or last_used_step is not null)
);

-- Kept as an HMAC under the installation's key: the codes are short, and this table alone must not give them away.
create table recovery_codes (
  user_id uuid not null references two_factors on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

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

-- What was done to an account as such. It belongs to no board.
create table account_entries (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  by_user_id uuid references users on delete set null,
  action text not null,
  detail jsonb not null default '{}',
  at timestamptz not null
);
create index account_entries_user on account_entries (user_id, at desc);
create index account_entries_by on account_entries (by_user_id);

alter table sessions add column password_confirmed_at timestamptz;
alter table boards
  add column two_factor_required boolean not null default false,
  add column magic_links text not null default 'full' check (magic_links in ('full', 'answer', 'off'));

call house.keep_to_user('two_factors', 'recovery_codes', 'account_entries');
call house.keep_to_gate('pending_sign_ins');
grant select, insert, update, delete on two_factors, recovery_codes to dais_serving;
-- The log is written and read, never changed.
grant select, insert on account_entries to dais_serving;

create policy gate on two_factors for select to dais_gate using (true);
grant select (user_id, confirmed_at) on two_factors to dais_gate;

-- A sign-in that began with the old password is not finished after a new one was set.
create function end_pending_sign_ins() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.pending_sign_ins where user_id = new.id;
  return null;
end $$;
create trigger users_password_changed after update of password_hash on users
  for each row when (old.password_hash is distinct from new.password_hash) execute function end_pending_sign_ins();

drop function gate.find_session;
create function gate.find_session(wanted_hash bytea, idle interval, seen_at timestamptz)
returns table (
  session_id uuid, user_id uuid, board_id uuid, remember boolean, email text, first_name text, last_name text, img_url text,
  is_site_admin boolean, theme text, has_two_factor boolean, password_confirmed_at timestamptz
) language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Written at most once in five minutes, so that reading stays reading.
  update public.sessions s set last_seen_at = seen_at, expires_at = case when s.remember then s.expires_at else seen_at + idle end
    where s.token_hash = wanted_hash and s.expires_at > seen_at and s.last_seen_at < seen_at - interval '5 minutes';
  return query
    select s.id, u.id, s.board_id, s.remember, u.email, u.first_name, u.last_name, u.img_url, u.is_site_admin, u.theme,
           exists (select from public.two_factors t where t.user_id = u.id and t.confirmed_at is not null), s.password_confirmed_at
    from public.sessions s join public.users u on u.id = s.user_id
    where s.token_hash = wanted_hash and s.expires_at > seen_at and u.disabled_at is null;
end $$;

-- Notes that the password was confirmed, and gives the session a new token.
create function gate.confirm_session(old_hash bytea, new_hash bytea, seen_at timestamptz)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.sessions s set token_hash = new_hash, password_confirmed_at = seen_at where s.token_hash = old_hash;
  return found;
end $$;

drop function gate.find_sign_in;
create function gate.find_sign_in(wanted_email text)
returns table (user_id uuid, password_hash text, is_disabled boolean, has_two_factor boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, u.password_hash, u.disabled_at is not null,
         exists (select from public.two_factors t where t.user_id = u.id and t.confirmed_at is not null)
  from public.users u where lower(u.email) = lower(wanted_email)
$$;

drop function gate.user_boards;
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
  for_user uuid, new_hash bytea, keep boolean, next_path text, invitation bytea, seen_at timestamptz, until timestamptz
)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.pending_sign_ins (user_id, token_hash, remember, next, sealed_invitation, created_at, expires_at)
  select u.id, new_hash, keep, next_path, invitation, seen_at, until
  from public.users u where u.id = for_user and u.disabled_at is null
$$;

create function gate.is_pending_sign_in(wanted_hash bytea, seen_at timestamptz)
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from public.pending_sign_ins p join public.users u on u.id = p.user_id
    where p.token_hash = wanted_hash and p.expires_at > seen_at and u.disabled_at is null
  )
$$;

-- Takes one of the tries of a pending sign-in before the code is looked at, so that many at once are counted too.
create function gate.try_pending_sign_in(wanted_hash bytea, seen_at timestamptz, tries_max int)
returns table (user_id uuid, email text, remember boolean, next text, sealed_invitation bytea)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.pending_sign_ins p set tries = p.tries + 1
  from public.users u
  where p.token_hash = wanted_hash and p.expires_at > seen_at and p.tries < tries_max
    and u.id = p.user_id and u.disabled_at is null
  returning u.id, u.email, p.remember, p.next, p.sealed_invitation
$$;

-- True for the one who ends it.
create function gate.end_pending_sign_in(wanted_hash bytea)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.pending_sign_ins p where p.token_hash = wanted_hash;
  return found;
end $$;

-- Whether its magic links open anything is the board's to say.
create or replace function gate.find_magic_link(wanted_hash bytea, seen_at timestamptz)
returns table (board_id uuid, member_id uuid, user_id uuid, meeting_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.board_id, l.member_id, m.user_id, l.meeting_id
  from public.magic_links l
  join public.members m on m.board_id = l.board_id and m.id = l.member_id
  join public.users u on u.id = m.user_id
  join public.boards b on b.id = l.board_id
  join public.meetings t on t.board_id = l.board_id and t.id = l.meeting_id
  where l.uid_hash = wanted_hash and m.status = 'active' and u.disabled_at is null and b.suspended_at is null
    and b.magic_links <> 'off'
    and t.deleted_at is null and t.state <> 'draft' and t.ends_at > seen_at - interval '30 days'
$$;

create or replace function gate.sweep_expired(seen_at timestamptz)
returns void language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.sessions where expires_at < seen_at;
  delete from public.pending_sign_ins where expires_at < seen_at;
  if exists (select from public.users) then
    delete from public.setup_tokens;
  end if;
end $$;

call house.open_gate(
  'find_session', 'confirm_session', 'find_sign_in', 'user_boards', 'start_pending_sign_in', 'is_pending_sign_in',
  'try_pending_sign_in', 'end_pending_sign_in'
);

-- What its magic links show, and whether it waits for the member's second factor, come with the board.
drop function enter_board;
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
             select jsonb_agg(jsonb_build_object('id', g.group_id, 'isGroupAdmin', g.is_group_admin) order by g.group_id)
             from group_members g where g.board_id = wanted_board and g.member_id = m.id
           ), '[]'::jsonb)
    from boards b join members m on m.board_id = b.id
    where b.id = wanted_board and m.user_id = wanted_user and m.status = 'active';
end $$;
revoke all on function enter_board from public;
grant execute on function enter_board to dais_serving;
