-- What site administration keeps about a board; the board itself does not show it.
alter table boards add column plan_note text not null default '' check (length(plan_note) <= 500);

-- Figures of boards, and nothing of what stands in them: sizes and times alone. What search reads it sees already.
grant select (board_id, byte_size) on document_versions to dais_gate;
create policy gate on audit_entries for select to dais_gate using (true);
grant select (board_id, at) on audit_entries to dais_gate;
grant update (disabled_at, is_site_admin) on users to dais_gate;

-- Boards by title, a page at a time; no row for whoever is no site admin (any more).
create function gate.site_boards(by_user uuid, find text, state text, skip int, most int)
returns table (
  id uuid, title text, shortname text, primary_color text, logo_url text, time_zone text, suspended_at timestamptz,
  created_at timestamptz, plan_note text, active_members bigint, invited_members bigint, has_admin boolean, documents bigint,
  stored_bytes bigint, meetings bigint, last_active_at timestamptz, found bigint
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with page as (
    select b.*, count(*) over () as found
    from public.boards b
    where exists (select from public.users u where u.id = by_user and u.is_site_admin and u.disabled_at is null)
      and (find = '' or position(lower(find) in lower(b.title)) > 0 or position(lower(find) in b.shortname) > 0)
      and (state = 'all' or (state = 'suspended') = (b.suspended_at is not null))
    order by lower(b.title), b.id
    offset skip limit most
  )
  select p.id, p.title, p.shortname, p.primary_color, p.logo_url, p.time_zone, p.suspended_at, p.created_at, p.plan_note,
         (select count(*) from public.members m where m.board_id = p.id and m.status = 'active'),
         (select count(*) from public.members m where m.board_id = p.id and m.status = 'invited' and m.removed_at is null),
         exists (
           select from public.members m join public.users u on u.id = m.user_id
           where m.board_id = p.id and m.is_board_admin and m.status = 'active' and u.disabled_at is null
         ),
         (select count(*) from public.documents d where d.board_id = p.id and d.deleted_at is null),
         (select coalesce(sum(v.byte_size), 0)::bigint from public.document_versions v where v.board_id = p.id),
         (select count(*) from public.meetings t where t.board_id = p.id and t.deleted_at is null),
         (select max(e.at) from public.audit_entries e where e.board_id = p.id),
         p.found
  from page p order by lower(p.title), p.id
$$;

-- Users by name, with the boards that they are on.
create function gate.site_users(by_user uuid, find text, state text, on_board uuid, skip int, most int)
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
         exists (select from public.two_factors t where t.user_id = p.id and t.confirmed_at is not null),
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

-- Who opens the installation to others, and who is shut out of it. Site admins are locked in one order, so that of two who
-- take the right from each other at once one keeps it. Answers what came of it: done, same, missing, last or refused.
create function gate.set_user_standing(by_user uuid, wanted uuid, disable boolean, site_admin boolean, seen_at timestamptz)
returns text language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  before public.users;
begin
  perform from public.users u where u.is_site_admin or u.id = wanted order by u.id for no key update;
  if not exists (select from public.users u where u.id = by_user and u.is_site_admin and u.disabled_at is null) then
    return 'refused';
  end if;
  select * into before from public.users u where u.id = wanted;
  if before.id is null then
    return 'missing';
  end if;
  if (before.disabled_at is not null) = disable and before.is_site_admin = site_admin then
    return 'same';
  end if;
  if before.is_site_admin and before.disabled_at is null and (disable or not site_admin) and not exists (
    select from public.users u where u.is_site_admin and u.disabled_at is null and u.id <> wanted
  ) then
    return 'last';
  end if;
  update public.users u
  set is_site_admin = site_admin,
      disabled_at = case when not disable then null else coalesce(u.disabled_at, seen_at) end
  where u.id = wanted;
  if disable then
    delete from public.sessions s where s.user_id = wanted;
    delete from public.pending_sign_ins s where s.user_id = wanted;
  end if;
  return 'done';
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

call house.open_gate('site_boards', 'site_users', 'set_user_standing', 'end_sign_ins');

-- How jobs fare. The queue's own role looks; payloads and errors stay with it.
create function gate.job_health(seen_at timestamptz)
returns table (name text, due bigint, later bigint, running bigint, retrying bigint, given_up bigint, oldest timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select j.task_identifier,
           count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= seen_at),
           count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at > seen_at),
           count(*) filter (where j.locked_at is not null),
           count(*) filter (where j.attempts > 0 and j.attempts < j.max_attempts),
           count(*) filter (where j.attempts >= j.max_attempts and j.locked_at is null),
           min(j.run_at) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= seen_at)
    from graphile_worker.jobs j group by j.task_identifier order by j.task_identifier;
end $$;
alter function gate.job_health owner to dais_queue;
revoke all on function gate.job_health from public;
grant execute on function gate.job_health to dais_serving;
