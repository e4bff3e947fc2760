-- Entering for a read, also once more within one request: by the session's id, since its token may be renewed meanwhile. A refusal
-- says whom it refuses, for the log.

drop function gate.enter;
-- Enters a board for a read, in a transaction that may be read-only: finds the session (by its token, or its id), the board (its id, or
-- that of a meeting or a document on it) and the member, and sets them for the statement that follows. Raises whatever refuses the reader,
-- so that this statement does not run; the codes are those of server/db/entry.ts. `is_use_due`: the session's last use is to be written
-- after the answer.
create function gate.enter(session_hash bytea, known_session uuid, seen_at timestamptz, access text, board_from text, wanted uuid)
returns json language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  entered record;
  session record;
  wanted_board uuid;
begin
  select s.id, s.board_id, s.last_seen_at < seen_at - interval '5 minutes' as is_use_due, u.id as user_id,
         exists (select from public.two_factors t where t.user_id = u.id and t.confirmed_at is not null) as has_two_factor
    into session
    from public.sessions s join public.users u on u.id = s.user_id
    where s.token_hash = coalesce(session_hash, (select k.token_hash from public.sessions k where k.id = known_session))
      and s.expires_at > seen_at and u.disabled_at is null;
  if not found then
    raise exception 'session-expired' using errcode = 'DA419';
  end if;
  -- In branches: what is not run is not planned either, and waits for no lock.
  if board_from = 'board' then
    wanted_board := coalesce(wanted, session.board_id);
  elsif board_from = 'meeting' then
    select t.board_id into wanted_board from public.meetings t where t.id = wanted;
  elsif board_from = 'document' then
    select d.board_id into wanted_board from public.documents d where d.id = wanted;
  end if;
  select b.id as board_id, b.title, b.shortname, b.primary_color, b.logo_url, b.time_zone, b.people_hidden, b.magic_links, b.two_factor_required,
         m.id as member_id, m.slug, m.is_board_admin,
         case
           when m.is_board_admin then 'board-admin'
           when exists (select from public.group_members g where g.board_id = b.id and g.member_id = m.id and g.is_group_admin) then 'group-admin'
           else 'member'
         end as rights,
         coalesce((
           select json_agg(json_build_object('id', g.group_id, 'is_group_admin', g.is_group_admin) order by g.group_id)
           from public.group_members g where g.board_id = b.id and g.member_id = m.id
         ), '[]'::json) as groups
    into entered
    from public.boards b join public.members m on m.board_id = b.id
    where b.id = wanted_board and b.suspended_at is null and m.user_id = session.user_id and m.status = 'active';
  if not found then
    raise exception 'not-found' using errcode = 'DA404', detail = session.user_id::text;
  end if;
  if entered.two_factor_required and not session.has_two_factor then
    raise exception 'two-factor-missing' using errcode = 'DA2FA', detail = session.user_id::text;
  end if;
  if access = 'board-admin' and not entered.is_board_admin then
    raise exception 'forbidden' using errcode = 'DA403', detail = session.user_id::text;
  end if;
  perform set_config('dais.board_id', entered.board_id::text, true), set_config('dais.user_id', session.user_id::text, true),
    set_config('dais.member_id', entered.member_id::text, true), set_config('dais.rights', entered.rights, true);
  return json_build_object(
    'session_id', session.id, 'user_id', session.user_id, 'is_use_due', session.is_use_due,
    'board_id', entered.board_id, 'title', entered.title, 'shortname', entered.shortname, 'primary_color', entered.primary_color,
    'logo_url', entered.logo_url, 'time_zone', entered.time_zone, 'people_hidden', entered.people_hidden, 'magic_links', entered.magic_links,
    'member_id', entered.member_id, 'slug', entered.slug, 'is_board_admin', entered.is_board_admin, 'groups', entered.groups
  );
end $$;
call house.open_gate('enter');
