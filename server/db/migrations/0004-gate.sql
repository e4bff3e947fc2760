-- The gate: what must be known before a board is. Each function answers one narrow question, runs as
-- dais_gate, has a fixed search path, and may be called by the serving role alone. dais_gate sees the tables
-- named here through policies of its own; it needs no BYPASSRLS.
create policy gate on boards to dais_gate using (true) with check (true);
create policy gate on users to dais_gate using (true) with check (true);
create policy gate on sessions to dais_gate using (true) with check (true);
create policy gate on members to dais_gate using (true) with check (true);
create policy gate on invitations for select to dais_gate using (true);
create policy gate on setup_tokens to dais_gate using (true) with check (true);
create policy gate on magic_links for select to dais_gate using (true);
create policy gate on meetings for select to dais_gate using (true);
create policy gate on documents for select to dais_gate using (true);
create policy gate on uploads for select to dais_gate using (true);
grant select, insert on boards, users, members to dais_gate;
grant select, insert, update, delete on sessions, setup_tokens to dais_gate;
grant select on invitations, magic_links, meetings, documents, uploads to dais_gate;

-- Opens a board's transaction in one round trip. No definer's rights: what it reads, it reads under the policies
-- that it has just set. Answers no row when the user is not an active member there.
create function enter_board(wanted_board uuid, wanted_user uuid)
returns table (
  board_id uuid, title text, shortname text, primary_color text, logo_url text, time_zone text, people_hidden boolean,
  suspended boolean, member_id uuid, slug text, is_board_admin boolean
) language plpgsql volatile as $$
begin
  perform set_config('dais.board_id', wanted_board::text, true), set_config('dais.user_id', coalesce(wanted_user::text, ''), true);
  return query
    select b.id, b.title, b.shortname, b.primary_color, b.logo_url, b.time_zone, b.people_hidden,
           b.suspended_at is not null, m.id, m.slug, m.is_board_admin
    from boards b join members m on m.board_id = b.id
    where b.id = wanted_board and m.user_id = wanted_user and m.status = 'active';
end $$;
revoke all on function enter_board from public;
grant execute on function enter_board to dais_serving;

create function gate.find_session(wanted_hash bytea, idle interval, seen_at timestamptz)
returns table (
  session_id uuid, user_id uuid, board_id uuid, remember boolean, email text, first_name text, last_name text, img_url text,
  is_site_admin boolean, theme text
) language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Written at most once in five minutes, so that reading stays reading.
  update public.sessions s set last_seen_at = seen_at, expires_at = case when s.remember then s.expires_at else seen_at + idle end
    where s.token_hash = wanted_hash and s.expires_at > seen_at and s.last_seen_at < seen_at - interval '5 minutes';
  return query
    select s.id, u.id, s.board_id, s.remember, u.email, u.first_name, u.last_name, u.img_url, u.is_site_admin, u.theme
    from public.sessions s join public.users u on u.id = s.user_id
    where s.token_hash = wanted_hash and s.expires_at > seen_at and u.disabled_at is null;
end $$;

create function gate.start_session(
  for_user uuid, new_hash bytea, on_board uuid, keep boolean, agent text, seen_at timestamptz, until timestamptz
)
returns uuid language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.sessions (user_id, token_hash, board_id, remember, user_agent, created_at, last_seen_at, expires_at)
  select u.id, new_hash, on_board, keep, left(agent, 300), seen_at, seen_at, until from public.users u where u.id = for_user and u.disabled_at is null
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

create function gate.find_sign_in(wanted_email text)
returns table (user_id uuid, password_hash text, is_disabled boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, password_hash, disabled_at is not null from public.users where lower(email) = lower(wanted_email)
$$;

create function gate.user_boards(for_user uuid)
returns table (
  board_id uuid, title text, shortname text, primary_color text, logo_url text, time_zone text, people_hidden boolean,
  suspended boolean, member_id uuid, slug text, is_board_admin boolean, status text
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.id, b.title, b.shortname, b.primary_color, b.logo_url, b.time_zone, b.people_hidden,
         b.suspended_at is not null, m.id, m.slug, m.is_board_admin, m.status
  from public.members m join public.boards b on b.id = m.board_id
  where m.user_id = for_user and m.status = 'active'
  order by lower(b.title), b.id
$$;

-- The board of an id in an address, among the boards where the user is active.
create function gate.board_of_meeting(wanted uuid, for_user uuid)
returns uuid language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.board_id from public.meetings t join public.members m on m.board_id = t.board_id
  where t.id = wanted and m.user_id = for_user and m.status = 'active'
$$;
create function gate.board_of_document(wanted uuid, for_user uuid)
returns uuid language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.board_id from public.documents t join public.members m on m.board_id = t.board_id
  where t.id = wanted and m.user_id = for_user and m.status = 'active'
$$;

-- What a sign-in page may show of a board: its name and face.
create function gate.find_board_face(wanted_shortname text)
returns table (board_id uuid, title text, primary_color text, logo_url text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, title, primary_color, logo_url from public.boards where shortname = lower(wanted_shortname)
$$;

create function gate.find_invitation(wanted_hash bytea, seen_at timestamptz)
returns table (
  invitation_id uuid, board_id uuid, member_id uuid, email text, first_name text, last_name text, account_exists boolean,
  title text, logo_url text, primary_color text
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.id, i.board_id, i.member_id, i.email, i.first_name, i.last_name,
         exists (select from public.users u where lower(u.email) = lower(i.email)), b.title, b.logo_url, b.primary_color
  from public.invitations i join public.boards b on b.id = i.board_id
  where i.token_hash = wanted_hash and i.redeemed_at is null and i.revoked_at is null and i.expires_at > seen_at
    and b.suspended_at is null
$$;

create function gate.create_user(new_email text, new_first_name text, new_last_name text, new_password_hash text)
returns uuid language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.users (email, first_name, last_name, password_hash)
  values (new_email, new_first_name, new_last_name, new_password_hash) returning id
$$;

create function gate.create_board(new_shortname text, new_title text, new_time_zone text, new_color text)
returns uuid language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.boards (shortname, title, time_zone, primary_color)
  values (new_shortname, new_title, new_time_zone, new_color) returning id
$$;

-- Whose magic address it is, while it opens anything.
create function gate.find_magic_link(wanted_hash bytea, seen_at timestamptz)
returns table (board_id uuid, member_id uuid, user_id uuid, meeting_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.board_id, l.member_id, m.user_id, l.meeting_id
  from public.magic_links l
  join public.members m on m.board_id = l.board_id and m.id = l.member_id
  join public.boards b on b.id = l.board_id
  join public.meetings t on t.board_id = l.board_id and t.id = l.meeting_id
  where l.uid_hash = wanted_hash and m.status = 'active' and b.suspended_at is null
    and t.deleted_at is null and t.state <> 'draft' and t.ends_at > seen_at - interval '30 days'
$$;

create function gate.expired_uploads(seen_at timestamptz, most int)
returns table (board_id uuid, upload_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.board_id, u.id from public.uploads u where u.expires_at < seen_at order by u.expires_at limit most
$$;

-- First start: an empty installation is opened by a one-time token printed on the console.
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

do $$
declare
  f regprocedure;
begin
  for f in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'gate'::regnamespace loop
    execute format('alter function %s owner to dais_gate', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to dais_serving', f);
  end loop;
end
$$;
