-- Raises an error for a rejected caller, so that the following statements do not run. server/db/entry.ts lists the
-- error codes.
create function gate.enter(session_hash bytea, known_session uuid, seen_at timestamptz, access text, board_from text, wanted uuid)
returns json language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  entered record;
  wanted_hash bytea := session_hash;
  wanted_board uuid;
begin
  -- Separate branches, because PostgreSQL does not plan statements that do not run.
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
         b.id as board_id, b.title, b.shortname, b.primary_color, b.logo_url, b.time_zone, b.date_style, b.paper_size, b.watermark, b.people_hidden, b.magic_links, b.two_factor_required,
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
    'logo_url', entered.logo_url, 'time_zone', entered.time_zone, 'date_style', entered.date_style, 'paper_size', entered.paper_size, 'watermark', entered.watermark, 'people_hidden', entered.people_hidden, 'magic_links', entered.magic_links,
    'member_id', entered.member_id, 'slug', entered.slug, 'is_board_admin', entered.is_board_admin, 'groups', entered.groups
  );
end $$;

call schema_tools.open_gate('enter');
