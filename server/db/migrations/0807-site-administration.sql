-- Each function checks that `by_user` is still a site admin.

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

create function gate.site_users(by_user uuid, find text, state text, skip int, most int)
returns table (
  id uuid, first_name text, last_name text, email text, is_site_admin boolean, disabled_at timestamptz,
  has_two_factor boolean, sessions bigint, last_seen_at timestamptz, boards jsonb, found bigint
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with page as (
    select u.*, count(*) over () as found
    from public.users u
    where exists (select from public.users a where a.id = by_user and a.is_site_admin and a.disabled_at is null)
      and (find = '' or position(lower(find) in lower(u.first_name || ' ' || u.last_name || ' ' || u.email)) > 0)
      and case state when 'disabled' then u.disabled_at is not null when 'site-admins' then u.is_site_admin else true end
    order by lower(coalesce(nullif(u.last_name, ''), u.first_name)), lower(u.first_name), u.id
    offset skip limit most
  )
  select p.id, p.first_name, p.last_name, p.email, p.is_site_admin, p.disabled_at,
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
  from page p order by lower(coalesce(nullif(p.last_name, ''), p.first_name)), lower(p.first_name), p.id
$$;

-- Locks site admins in a fixed order, so that two who revoke each other's rights concurrently cannot both lose them.
-- Returns done, same, missing, last or refused.
create function gate.set_user_access(by_user uuid, wanted uuid, disable boolean, site_admin boolean, seen_at timestamptz)
returns text language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  before public.users;
  is_disabled boolean;
  is_admin boolean;
begin
  perform from public.users u where u.is_site_admin or u.id = wanted order by u.id for no key update;
  if not exists (select from public.users u where u.id = by_user and u.is_site_admin and u.disabled_at is null) then
    return 'refused';
  end if;
  select * into before from public.users u where u.id = wanted;
  if before.id is null then
    return 'missing';
  end if;
  is_disabled := coalesce(disable, before.disabled_at is not null);
  is_admin := coalesce(site_admin, before.is_site_admin);
  if (before.disabled_at is not null) = is_disabled and before.is_site_admin = is_admin then
    return 'same';
  end if;
  if before.is_site_admin and before.disabled_at is null and (is_disabled or not is_admin) and not exists (
    select from public.users u where u.is_site_admin and u.disabled_at is null and u.id <> wanted
  ) then
    return 'last';
  end if;
  update public.users u
  set is_site_admin = is_admin,
      disabled_at = case when not is_disabled then null else coalesce(u.disabled_at, seen_at) end
  where u.id = wanted;
  if is_disabled then
    delete from public.sessions s where s.user_id = wanted;
    delete from public.pending_sign_ins s where s.user_id = wanted;
  end if;
  return 'done';
end $$;

create function gate.list_mail(by_user uuid, wanted_state text, before_time timestamptz, before_id uuid, most int)
returns table (
  id uuid, kind text, board_title text, recipient text, state text, queued_at timestamptz, ended_at timestamptz, attempts int,
  last_error text, is_repeatable boolean
)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Builds one query per state, so that each can use its own index.
  return query execute format($query$
    select m.id, m.kind, b.title, coalesce(u.email, of_member.email, of_invitation.email, author.email, of_author.email),
           case when m.sent_at is not null then 'sent' when m.failed_at is not null then 'failed'
                when m.dropped_at is not null then 'dropped' else 'queued' end,
           m.queued_at, coalesce(m.sent_at, m.failed_at, m.dropped_at), m.attempts, m.last_error, m.is_repeatable
    from public.mail_messages m
    left join public.boards b on b.id = m.board_id
    left join public.users u on u.id = m.user_id
    left join public.members member on member.board_id = m.board_id and member.id = m.member_id
    left join public.users of_member on of_member.id = member.user_id
    left join lateral (
      select i.email from public.invitations i
      where i.board_id = m.board_id and i.member_id = m.member_id and member.user_id is null
      order by i.created_at desc limit 1
    ) of_invitation on true
    left join public.paper_authors author on m.member_id is null and author.board_id = m.board_id and author.id = m.subject_id
    left join public.members of_author on of_author.board_id = author.board_id and of_author.id = author.member_id
    where exists (select from public.users a where a.id = $4 and a.is_site_admin and a.disabled_at is null)
      and %s and ($1::timestamptz is null or (m.queued_at, m.id) < ($1, $2))
    order by m.queued_at desc, m.id desc
    limit $3
  $query$, case wanted_state
    when 'sent' then 'm.sent_at is not null'
    when 'failed' then 'm.failed_at is not null'
    when 'dropped' then 'm.dropped_at is not null'
    when 'queued' then 'm.sent_at is null and m.failed_at is null and m.dropped_at is null'
    else 'true' end) using before_time, before_id, most, by_user;
end
$$;

create function gate.count_mail(by_user uuid, since timestamptz)
returns table (queued int, sent int, failed int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select
    (select count(*)::int from public.mail_messages where sent_at is null and failed_at is null and dropped_at is null),
    (select count(*)::int from public.mail_messages where queued_at > since and sent_at is not null),
    (select count(*)::int from public.mail_messages where queued_at > since and failed_at is not null)
  where exists (select from public.users a where a.id = by_user and a.is_site_admin and a.disabled_at is null)
$$;

create function gate.board_of_mail(by_user uuid, wanted uuid)
returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.board_id from public.mail_messages m
  where m.id = wanted
    and exists (select from public.users a where a.id = by_user and a.is_site_admin and a.disabled_at is null)
$$;

call schema_tools.open_gate('site_boards', 'site_users', 'set_user_access', 'list_mail', 'count_mail', 'board_of_mail');
