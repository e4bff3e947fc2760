-- Entering asks once: session, account, board, member and groups are one row. The groups are set for the statements that follow, which
-- need not read them again for each audience. No policy of row-level security asks for them.

create function current_group_ids() returns uuid[] language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('dais.group_ids', true), ''), '{}')::uuid[] $$;
-- Of those the ones that the member administers.
create function current_administered_group_ids() returns uuid[] language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('dais.administered_group_ids', true), ''), '{}')::uuid[] $$;
grant execute on function current_group_ids, current_administered_group_ids to dais_serving;

-- Enters a board for a read, in a transaction that may be read-only: finds the session (by its token, or its id), the board (its id, or
-- that of a meeting or a document on it) and the member, and sets them for the statement that follows. Raises whatever refuses the reader,
-- so that this statement does not run; the codes are those of server/db/entry.ts. `is_use_due`: the session's last use is to be written
-- after the answer.
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
  if entered.two_factor_required and not exists (
    select from public.two_factors t where t.user_id = entered.user_id and t.confirmed_at is not null
  ) then
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

-- As before, and sets the groups.
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
         b.two_factor_required and not exists (
           select from two_factors t where t.user_id = wanted_user and t.confirmed_at is not null
         ),
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
