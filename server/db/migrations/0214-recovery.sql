-- Recovery: whoever has lost every way in comes back by the mailbox, a code that is told by voice to two officers of a board, a new passkey,
-- and twelve hours. All its times are the database's own, so that no server's clock opens anything sooner.

-- Board admins vouch, and whom one named.
alter table members add column is_officer boolean not null default false;
-- Since when they could vouch; null: since they were entered, as who opens a board.
alter table members add column officer_since timestamptz;
create function note_officer() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.officer_since := now();
  return new;
end $$;
revoke all on function note_officer from public;
create trigger members_officer_noted before update of status, is_officer, is_board_admin on members for each row
  when (
    new.status = 'active' and (new.is_officer or new.is_board_admin)
    and (old.status <> 'active' or not (old.is_officer or old.is_board_admin))
  )
  execute function note_officer();
-- Since then two officers of the board have not vouched for who came back in by another.
alter table members add column unvouched_since timestamptz;
grant update (unvouched_since) on members to dais_gate;

create table recoveries (
  id uuid primary key default uuidv7(),
  -- 'account': all ways in; 'board': one more board, by whoever is in again.
  kind text not null check (kind in ('account', 'board')),
  -- As it was typed; what belongs to nobody is deleted.
  email text check (length(email) <= 254),
  user_id uuid references users on delete cascade,
  token_hash bytea unique check (length(token_hash) = 32),
  state text not null default 'asked' check (state in ('asked', 'half-vouched', 'vouched', 'used', 'stopped', 'expired')),
  asked_at timestamptz not null default now(),
  -- Of the present step; null: nobody's yet.
  expires_at timestamptz,
  ended_at timestamptz,
  board_id uuid references boards,
  -- From then on it goes on in that browser alone.
  begun_at timestamptz,
  browser_hash bytea check (length(browser_hash) = 32),
  tries smallint not null default 0 check (tries between 0 and 6),
  passkey_name text check (length(passkey_name) between 1 and 100),
  credential_id bytea check (length(credential_id) between 16 and 1023),
  public_key bytea,
  counter bigint check (counter >= 0),
  transports text[],
  is_backed_up boolean,
  opens_at timestamptz,
  constraint recoveries_owner check (num_nulls(user_id, expires_at) in (0, 2)),
  constraint recoveries_begun check (num_nulls(board_id, begun_at) in (0, 2) and (begun_at is not null or browser_hash is null)),
  constraint recoveries_vouched check (state not in ('half-vouched', 'vouched', 'used') or begun_at is not null),
  constraint recoveries_ended check ((ended_at is not null) = (state in ('used', 'stopped', 'expired'))),
  constraint recoveries_passkey check (
    num_nulls(passkey_name, credential_id, public_key, counter, transports, is_backed_up, opens_at) in (0, 7)
  )
);
create index recoveries_user on recoveries (user_id);
create index recoveries_board on recoveries (board_id);
create index recoveries_asked on recoveries (asked_at);
-- One at a time goes on for an account, and for each board of who is in again.
create unique index recoveries_account on recoveries (user_id)
  where kind = 'account' and begun_at is not null and state in ('asked', 'half-vouched', 'vouched');
create unique index recoveries_further on recoveries (user_id, board_id)
  where kind = 'board' and state in ('asked', 'half-vouched', 'vouched');

-- Officers who typed a code, rightly or not.
create table vouches (
  recovery_id uuid not null references recoveries on delete cascade,
  user_id uuid not null references users on delete cascade,
  tries smallint not null default 0 check (tries between 0 and 3),
  vouched_at timestamptz,
  primary key (recovery_id, user_id)
);
create index vouches_user on vouches (user_id);
call house.keep_to_gate('recoveries', 'vouches');

-- What ends with a recovery.
drop policy gate on two_factors;
create policy gate on two_factors to dais_gate using (true);
grant select (user_id), delete on two_factors to dais_gate;
create policy gate on recovery_codes to dais_gate using (true);
grant select (user_id), delete on recovery_codes to dais_gate;
grant insert, delete on passkeys to dais_gate;
grant delete on provider_connections to dais_gate;

alter table passkey_challenges drop constraint passkey_challenges_purpose_check;
alter table passkey_challenges add constraint passkey_challenges_purpose_check
  check (purpose in ('add', 'sign-in', 'second-factor', 'confirm', 'join', 'recover', 'come-back'));

-- Who was one by then: nobody is named to vouch for what has been asked for already.
create function is_officer(wanted_board uuid, wanted_user uuid, by_then timestamptz default 'infinity') returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from public.members m join public.users u on u.id = m.user_id
    where m.board_id = wanted_board and m.user_id = wanted_user and m.status = 'active' and (m.is_board_admin or m.is_officer)
      and m.unvouched_since is null and u.disabled_at is null and coalesce(m.officer_since, '-infinity') <= by_then
  )
$$;
-- Those who could vouch for a user.
create function officers_for(wanted_board uuid, wanted_user uuid, by_then timestamptz default 'infinity') returns bigint
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select count(*) from public.members m
  where m.board_id = wanted_board and m.user_id <> wanted_user and public.is_officer(wanted_board, m.user_id, by_then)
$$;
create function is_under_way(of_recovery recoveries) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select of_recovery.state in ('asked', 'half-vouched', 'vouched') and of_recovery.expires_at > now()
$$;
revoke all on function is_officer, officers_for, is_under_way from public;
grant execute on function is_officer, officers_for, is_under_way to dais_gate;

-- Another address, or a shut account: nothing that was asked for before goes on.
create function stop_recoveries() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.recoveries r set state = 'stopped', ended_at = now()
    where r.user_id = new.id and r.state in ('asked', 'half-vouched', 'vouched');
  return null;
end $$;
revoke all on function stop_recoveries from public;
create trigger users_recoveries_stopped after update of email, disabled_at on users for each row
  when (lower(old.email) <> lower(new.email) or (new.disabled_at is not null and old.disabled_at is null))
  execute function stop_recoveries();

create function gate.request_recovery(typed_email text)
returns uuid language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.recoveries (kind, email) values ('account', typed_email) returning id
$$;

-- Whose the request is, from then on; nobody's is deleted.
create function gate.open_recovery(wanted uuid, new_hash bytea)
returns uuid language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  owner uuid;
begin
  update public.recoveries r set user_id = u.id, token_hash = new_hash, expires_at = now() + interval '1 hour'
    from public.users u
    where r.id = wanted and r.kind = 'account' and r.token_hash is null and lower(u.email) = lower(r.email) and u.disabled_at is null
    returning u.id into owner;
  if owner is null then
    delete from public.recoveries r where r.id = wanted and r.token_hash is null and r.kind = 'account';
  end if;
  return owner;
end $$;

-- By the address in the mail; from the press on, `is_here` in the browser that pressed alone.
create function gate.find_recovery(wanted_hash bytea, browser bytea)
returns table (
  recovery_id uuid, user_id uuid, state text, is_begun boolean, is_here boolean, board_id uuid, board_title text, expires_at timestamptz,
  opens_at timestamptz, is_ready boolean, public_key bytea, credential_id bytea, handle bytea, email text
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.id, r.user_id, r.state, r.begun_at is not null, r.begun_at is null or coalesce(r.browser_hash = browser, false),
         b.id, b.title, r.expires_at, r.opens_at, coalesce(r.opens_at <= now(), false), r.public_key, r.credential_id, h.handle, u.email
  from public.recoveries r join public.users u on u.id = r.user_id left join public.boards b on b.id = r.board_id
  left join public.passkey_handles h on h.user_id = u.id
  where r.token_hash = wanted_hash and public.is_under_way(r) and u.disabled_at is null
$$;

-- The boards that could vouch, with how many officers each has for it.
create function gate.recovery_boards(for_user uuid)
returns table (board_id uuid, title text, officers bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.id, b.title, public.officers_for(b.id, for_user)
  from public.members m join public.boards b on b.id = m.board_id
  where m.user_id = for_user and m.status = 'active' and b.suspended_at is null
  order by lower(b.title), b.id
$$;

-- Officers of the board hear of it. 'begun', 'few' or 'ended'.
create function gate.begin_recovery(wanted_hash bytea, browser bytea, wanted_board uuid)
returns text language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  asked public.recoveries;
begin
  select * into asked from public.recoveries r where r.token_hash = wanted_hash;
  -- The account before what belongs to it.
  perform from public.users u where u.id = asked.user_id and u.disabled_at is null for no key update;
  if not found then
    return 'ended';
  end if;
  select * into asked from public.recoveries r where r.id = asked.id for update;
  if asked.begun_at is not null or not public.is_under_way(asked) or not exists (
    select from gate.recovery_boards(asked.user_id) b where b.board_id = wanted_board
  ) then
    return 'ended';
  end if;
  if public.officers_for(wanted_board, asked.user_id, asked.asked_at) < 2 then
    return 'few';
  end if;
  update public.recoveries r set state = 'stopped', ended_at = now()
    where r.user_id = asked.user_id and r.kind = 'account' and r.id <> asked.id and r.begun_at is not null
      and r.state in ('asked', 'half-vouched', 'vouched');
  update public.recoveries r set board_id = wanted_board, browser_hash = browser, begun_at = now(), expires_at = now() + interval '48 hours'
    where r.id = asked.id;
  return 'begun';
end $$;

-- One more board, for who is in again. No row where too few could vouch, or the board is open.
create function gate.begin_further(for_user uuid, wanted_board uuid)
returns table (id uuid, is_new boolean) language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.users u where u.id = for_user and u.disabled_at is null for no key update;
  if not found or public.officers_for(wanted_board, for_user) < 2 or not exists (
    select from public.members m
    where m.user_id = for_user and m.board_id = wanted_board and m.status = 'active' and m.unvouched_since is not null
  ) then
    return;
  end if;
  update public.recoveries r set state = 'expired', ended_at = now()
    where r.user_id = for_user and r.board_id = wanted_board and r.kind = 'board' and r.state in ('asked', 'half-vouched')
      and r.expires_at <= now();
  select r.id, false into id, is_new from public.recoveries r
    where r.user_id = for_user and r.board_id = wanted_board and r.kind = 'board' and r.state in ('asked', 'half-vouched');
  if id is null then
    insert into public.recoveries as r (kind, user_id, board_id, begun_at, expires_at)
      values ('board', for_user, wanted_board, now(), now() + interval '48 hours') returning r.id, true into id, is_new;
  end if;
  return next;
end $$;

-- For the person themselves, and officers of the board.
create function gate.read_recovery(wanted uuid, reader uuid, in_session uuid)
returns table (
  kind text, user_id uuid, board_id uuid, board_title text, is_own boolean, is_officer boolean, is_under_way boolean, is_strong boolean, state text,
  first_name text, last_name text, email text, has_vouched boolean, tries_left int, expires_at timestamptz, opens_at timestamptz
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.kind, r.user_id, b.id, b.title, r.user_id = reader, public.is_officer(r.board_id, reader, r.asked_at), public.is_under_way(r),
         exists (select from public.sessions s where s.id = in_session and s.user_id = reader and s.strength = 2),
         case when r.state in ('asked', 'half-vouched', 'vouched') and r.expires_at <= now() then 'expired' else r.state end,
         u.first_name, u.last_name, u.email, v.vouched_at is not null, least(3 - coalesce(v.tries, 0), 6 - r.tries)::int, r.expires_at, r.opens_at
  from public.recoveries r join public.boards b on b.id = r.board_id join public.users u on u.id = r.user_id
  left join public.vouches v on v.recovery_id = r.id and v.user_id = reader
  where r.id = wanted and r.begun_at is not null and (r.user_id = reader or public.is_officer(r.board_id, reader, r.asked_at))
$$;

-- An officer has typed the code, rightly or not. 'missing', 'yourself', 'weak', 'ended', 'already', 'wrong', 'stopped' by the last
-- of all tries, 'half-vouched', 'vouched', or of a further board 'used'.
create function gate.vouch(wanted uuid, officer uuid, in_session uuid, is_right boolean)
returns table (outcome text, tries_left int) language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  asked public.recoveries;
  own public.vouches;
  next_state text;
begin
  select * into asked from public.recoveries r where r.id = wanted for update;
  tries_left := 0;
  if asked.begun_at is null or not (asked.user_id = officer or public.is_officer(asked.board_id, officer, asked.asked_at)) then
    outcome := 'missing';
  elsif asked.user_id = officer then
    outcome := 'yourself';
  elsif not exists (select from public.sessions s where s.id = in_session and s.user_id = officer and s.strength = 2) then
    outcome := 'weak';
  elsif not public.is_under_way(asked) or asked.state = 'vouched' or asked.tries >= 6 then
    outcome := 'ended';
  else
    select * into own from public.vouches v where v.recovery_id = wanted and v.user_id = officer;
    if own.vouched_at is not null then
      outcome := 'already';
    elsif coalesce(own.tries, 0) >= 3 then
      outcome := 'ended';
    elsif not is_right then
      insert into public.vouches as v (recovery_id, user_id, tries) values (wanted, officer, 1)
        on conflict (recovery_id, user_id) do update set tries = v.tries + 1 returning v.* into own;
      update public.recoveries r set tries = r.tries + 1, state = case when r.tries + 1 >= 6 then 'stopped' else r.state end,
          ended_at = case when r.tries + 1 >= 6 then now() end
        where r.id = wanted;
      outcome := case when asked.tries >= 5 then 'stopped' else 'wrong' end;
      tries_left := least(3 - own.tries, 5 - asked.tries);
    else
      insert into public.vouches as v (recovery_id, user_id, vouched_at) values (wanted, officer, now())
        on conflict (recovery_id, user_id) do update set vouched_at = excluded.vouched_at;
      next_state := case when asked.state = 'asked' then 'half-vouched' when asked.kind = 'board' then 'used' else 'vouched' end;
      update public.recoveries r set state = next_state,
          expires_at = case when next_state = 'vouched' then now() + interval '48 hours' else r.expires_at end,
          ended_at = case when next_state = 'used' then now() end
        where r.id = wanted;
      if next_state = 'used' then
        update public.members m set unvouched_since = null where m.user_id = asked.user_id and m.board_id = asked.board_id;
      end if;
      outcome := next_state;
    end if;
  end if;
  return next;
end $$;

-- It opens twelve hours later, for a week. 'kept', 'unvouched' or 'ended'.
create function gate.keep_recovery_passkey(
  wanted_hash bytea, browser bytea, name text, new_credential bytea, new_key bytea, new_counter bigint, ways text[], backed_up boolean
)
returns text language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  asked public.recoveries;
begin
  select * into asked from public.recoveries r where r.token_hash = wanted_hash for update;
  if asked.browser_hash is distinct from browser or browser is null or not public.is_under_way(asked) or asked.opens_at is not null then
    return 'ended';
  end if;
  if asked.state <> 'vouched' then
    return 'unvouched';
  end if;
  update public.recoveries r set passkey_name = name, credential_id = new_credential, public_key = new_key, counter = new_counter,
      transports = ways, is_backed_up = backed_up, opens_at = now() + interval '12 hours', expires_at = now() + interval '12 hours 7 days'
    where r.id = asked.id;
  return 'kept';
end $$;

-- Ends every other way in and site administration, and opens the board that vouched alone. No row when it may not be used (any more): of
-- many at once one uses it.
create function gate.use_recovery(wanted_hash bytea, browser bytea, new_counter bigint, seen_at timestamptz)
returns table (passkey_id uuid, was_site_admin boolean) language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  asked public.recoveries;
begin
  select * into asked from public.recoveries r where r.token_hash = wanted_hash;
  -- The account before what belongs to it. Also the only site admin's right ends: the operator gives it back.
  select u.is_site_admin into was_site_admin from public.users u
    where u.id = asked.user_id and u.disabled_at is null for no key update;
  if not found then
    return;
  end if;
  select * into asked from public.recoveries r where r.id = asked.id for update;
  if asked.browser_hash is distinct from browser or browser is null or not public.is_under_way(asked) or asked.state <> 'vouched'
    or asked.opens_at is null or asked.opens_at > now()
    -- Who vouched still could, for somebody who is still on the board.
    or not exists (select from gate.recovery_boards(asked.user_id) b where b.board_id = asked.board_id)
    or (
      select count(*) from public.vouches v
      where v.recovery_id = asked.id and v.vouched_at is not null and v.user_id <> asked.user_id
        and public.is_officer(asked.board_id, v.user_id, asked.asked_at)
    ) < 2
  then
    return;
  end if;
  update public.recoveries r set state = case when r.id = asked.id then 'used' else 'stopped' end, ended_at = now()
    where r.user_id = asked.user_id and r.state in ('asked', 'half-vouched', 'vouched');
  delete from public.sessions s where s.user_id = asked.user_id;
  delete from public.pending_sign_ins s where s.user_id = asked.user_id;
  delete from public.passkeys p where p.user_id = asked.user_id;
  delete from public.two_factors t where t.user_id = asked.user_id;
  delete from public.recovery_codes c where c.user_id = asked.user_id;
  delete from public.provider_connections c where c.user_id = asked.user_id;
  delete from public.password_resets p where p.user_id = asked.user_id;
  delete from public.email_changes c where c.user_id = asked.user_id;
  update public.devices d set trusted_at = null, trusted_until = null where d.user_id = asked.user_id and d.trusted_at is not null;
  insert into public.passkeys (user_id, credential_id, public_key, counter, transports, is_backed_up, name, created_at, last_used_at)
    values (
      asked.user_id, asked.credential_id, asked.public_key, new_counter, asked.transports, asked.is_backed_up, asked.passkey_name,
      seen_at, seen_at
    )
    on conflict (credential_id) do nothing
    returning id into passkey_id;
  if passkey_id is null then
    raise exception 'The passkey belongs to another account.';
  end if;
  update public.users u set password_hash = null, password_changed_at = seen_at, password_given_up_at = seen_at, is_site_admin = false
    where u.id = asked.user_id;
  update public.members m set unvouched_since = case when m.board_id = asked.board_id then null else coalesce(m.unvouched_since, now()) end
    where m.user_id = asked.user_id;
  return next;
end $$;

-- `by_user` null: by the address in each mail. False when there is nothing to stop.
create function gate.stop_recovery(wanted uuid, by_user uuid)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.recoveries r set state = 'stopped', ended_at = now()
    where r.id = wanted and (by_user is null or r.user_id = by_user) and r.state in ('asked', 'half-vouched', 'vouched')
      and r.expires_at > now();
  return found;
end $$;

-- Whom and which board it is about; null where it is over.
create function gate.recovery_to_stop(wanted uuid)
returns table (kind text, user_id uuid, board_id uuid, board_title text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.kind, r.user_id, b.id, b.title from public.recoveries r left join public.boards b on b.id = r.board_id
  where r.id = wanted and r.user_id is not null and public.is_under_way(r)
$$;

-- What open sessions show.
create function gate.own_recovery(for_user uuid)
returns uuid language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.id from public.recoveries r
  where r.user_id = for_user and r.kind = 'account' and r.begun_at is not null and public.is_under_way(r)
$$;

-- The officers whom a recovery is told to.
create function gate.recovery_officers(wanted uuid)
returns table (member_id uuid) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.id from public.recoveries r join public.members m on m.board_id = r.board_id
  where r.id = wanted and m.user_id <> r.user_id and public.is_officer(r.board_id, m.user_id, r.asked_at)
  order by m.id
$$;

-- Where too few could vouch, site administration's reset opens boards again.
create function gate.open_unvouched_boards(for_user uuid)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.members m set unvouched_since = null
  where m.user_id = for_user and m.unvouched_since is not null and public.officers_for(m.board_id, for_user) < 2
$$;

create function gate.sweep_recoveries()
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.recoveries r using (
    select old.id from public.recoveries old
    where case
      when old.ended_at is not null then old.ended_at < now() - interval '90 days'
      when old.begun_at is null then coalesce(old.expires_at, old.asked_at + interval '2 days') < now()
      else false
    end
    for update skip locked
  ) gone where r.id = gone.id;
  update public.recoveries r set state = 'expired', ended_at = now() from (
    select old.id from public.recoveries old
    where old.state in ('asked', 'half-vouched', 'vouched') and old.begun_at is not null and old.expires_at <= now()
    for update skip locked
  ) over where r.id = over.id;
$$;

drop function gate.user_boards;
create function gate.user_boards(for_user uuid, in_session uuid)
returns table (
  board_id uuid, title text, shortname text, primary_color text, logo_url text, time_zone text, people_hidden boolean,
  suspended boolean, member_id uuid, slug text, is_board_admin boolean, status text, two_factor_missing boolean, opens_by uuid,
  opens_by_name text, unvouched boolean
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.id, b.title, b.shortname, b.primary_color, b.logo_url, b.time_zone, b.people_hidden,
         b.suspended_at is not null, m.id, m.slug, m.is_board_admin, m.status,
         b.two_factor_required and not public.has_second_factor(for_user) and not gate.came_by_two_factors(s.provider_id, s.strength),
         p.id, p.name, m.unvouched_since is not null
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
         b.suspended_at, m.unvouched_since, m.id as member_id, m.slug, m.is_board_admin, coalesce(belonging.groups, '[]') as groups,
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
  if entered.unvouched_since is not null then
    raise exception 'unvouched' using errcode = 'DAVOU', detail = entered.user_id::text;
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
  suspended boolean, magic_links text, two_factor_missing boolean, provider_missing boolean, unvouched boolean, member_id uuid, slug text,
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
         not is_opened_by(b.provider_required, b.provider_id, m.is_board_admin, s.provider_id, s.strength), m.unvouched_since is not null,
         m.id, m.slug, m.is_board_admin, coalesce(belonging.groups, '[]'), coalesce(belonging.ids, '{}'), coalesce(belonging.administered, '{}')
    into board_id, title, shortname, primary_color, logo_url, time_zone, people_hidden, suspended, magic_links, two_factor_missing,
         provider_missing, unvouched, member_id, slug, is_board_admin, groups, group_ids, administered
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
  'request_recovery', 'open_recovery', 'find_recovery', 'recovery_boards', 'begin_recovery', 'begin_further', 'read_recovery', 'vouch',
  'keep_recovery_passkey', 'use_recovery', 'stop_recovery', 'recovery_to_stop', 'own_recovery', 'recovery_officers',
  'open_unvouched_boards', 'sweep_recoveries', 'user_boards'
);
