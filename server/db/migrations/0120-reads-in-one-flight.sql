-- Reads: who reads, which board it is and what the page shows travel together.

-- Who acts, besides the board and the user: set by whatever enters a board. No policy of row-level security asks for them.
create function current_member_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('dais.member_id', true), '')::uuid $$;
-- 'board-admin', 'group-admin' of some group, or 'member'; by a secret address always 'member'.
create function current_rights() returns text language sql stable parallel safe
  as $$ select current_setting('dais.rights', true) $$;
grant execute on function current_member_id, current_rights to dais_serving;

create policy gate on group_members for select to dais_gate using (true);
grant select on group_members to dais_gate;

-- Enters a board for a read, in a transaction that may be read-only: finds the session, the board (its id, or that of a meeting or
-- a document on it) and the member, and sets them for the statement that follows. Raises whatever refuses the reader, so that this statement
-- does not run; the codes are those of server/db/flight.ts. `is_stale`: the session's last use is to be written after the answer.
create function gate.enter(session_hash bytea, seen_at timestamptz, access text, board_from text, wanted uuid)
returns json language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  entered record;
  session record;
  wanted_board uuid;
begin
  select s.id, s.board_id, s.last_seen_at < seen_at - interval '5 minutes' as is_stale, u.id as user_id,
         exists (select from public.two_factors t where t.user_id = u.id and t.confirmed_at is not null) as has_two_factor
    into session
    from public.sessions s join public.users u on u.id = s.user_id
    where s.token_hash = session_hash and s.expires_at > seen_at and u.disabled_at is null;
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
    raise exception 'not-found' using errcode = 'DA404';
  end if;
  if entered.two_factor_required and not session.has_two_factor then
    raise exception 'two-factor-missing' using errcode = 'DA2FA';
  end if;
  if access = 'board-admin' and not entered.is_board_admin then
    raise exception 'forbidden' using errcode = 'DA403';
  end if;
  perform set_config('dais.board_id', entered.board_id::text, true), set_config('dais.user_id', session.user_id::text, true),
    set_config('dais.member_id', entered.member_id::text, true), set_config('dais.rights', entered.rights, true);
  return json_build_object(
    'session_id', session.id, 'user_id', session.user_id, 'is_stale', session.is_stale,
    'board_id', entered.board_id, 'title', entered.title, 'shortname', entered.shortname, 'primary_color', entered.primary_color,
    'logo_url', entered.logo_url, 'time_zone', entered.time_zone, 'people_hidden', entered.people_hidden, 'magic_links', entered.magic_links,
    'member_id', entered.member_id, 'slug', entered.slug, 'is_board_admin', entered.is_board_admin, 'groups', entered.groups
  );
end $$;
call house.open_gate('enter');

-- As before, and sets who acts, so that a page's statement also runs after a change.
drop function enter_board;
create function enter_board(wanted_board uuid, wanted_user uuid, is_signed_in boolean)
returns table (
  board_id uuid, title text, shortname text, primary_color text, logo_url text, time_zone text, people_hidden boolean,
  suspended boolean, magic_links text, two_factor_missing boolean, member_id uuid, slug text, is_board_admin boolean, groups jsonb
) language plpgsql volatile as $$
begin
  perform set_config('dais.board_id', wanted_board::text, true), set_config('dais.user_id', coalesce(wanted_user::text, ''), true);
  select b.id, b.title, b.shortname, b.primary_color, b.logo_url, b.time_zone, b.people_hidden,
         b.suspended_at is not null, b.magic_links,
         b.two_factor_required and not exists (
           select from two_factors t where t.user_id = wanted_user and t.confirmed_at is not null
         ),
         m.id, m.slug, m.is_board_admin,
         coalesce((
           select jsonb_agg(jsonb_build_object('id', g.group_id, 'is_group_admin', g.is_group_admin) order by g.group_id)
           from group_members g where g.board_id = wanted_board and g.member_id = m.id
         ), '[]'::jsonb)
    into board_id, title, shortname, primary_color, logo_url, time_zone, people_hidden, suspended, magic_links, two_factor_missing,
         member_id, slug, is_board_admin, groups
    from boards b join members m on m.board_id = b.id
    where b.id = wanted_board and m.user_id = wanted_user and m.status = 'active';
  if not found then
    return;
  end if;
  perform set_config('dais.member_id', member_id::text, true), set_config('dais.rights', case
    when not is_signed_in then 'member'
    when is_board_admin then 'board-admin'
    when groups @> '[{"is_group_admin": true}]' then 'group-admin'
    else 'member'
  end, true);
  return next;
end $$;
revoke all on function enter_board from public;
grant execute on function enter_board to dais_serving;

-- When somebody was last here, written after the answer, in batches over all boards. A visit lasts a while; within it, what was new
-- at its begin stays new.
create policy gate on invitees to dais_gate using (true) with check (true);
grant select (board_id, meeting_id, member_id, last_visited_at, previous_visited_at), update (last_visited_at, previous_visited_at) on invitees to dais_gate;
create function gate.note_meeting_visits(boards uuid[], meetings uuid[], members uuid[], at timestamptz[], visit interval, pause interval)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.invitees i
  set last_visited_at = noted.at,
      previous_visited_at = case when noted.at < i.last_visited_at + visit then i.previous_visited_at else i.last_visited_at end
  from unnest(boards, meetings, members, at) noted (board_id, meeting_id, member_id, at)
  where i.board_id = noted.board_id and i.meeting_id = noted.meeting_id and i.member_id = noted.member_id
    and (i.last_visited_at is null or noted.at >= i.last_visited_at + pause)
$$;
call house.open_gate('note_meeting_visits');
