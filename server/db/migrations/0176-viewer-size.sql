-- The size that a user last chose for documents, where there is room for more than one.
alter table users add column viewer_size text not null default 'normal' check (viewer_size in ('normal', 'maximized'));
grant select (viewer_size), update (viewer_size) on users to dais_serving;

-- As before, with it.
drop function gate.find_session;
create function gate.find_session(wanted_hash bytea, idle interval, seen_at timestamptz)
returns table (
  session_id uuid, user_id uuid, board_id uuid, remember boolean, email text, first_name text, last_name text, img_url text,
  is_site_admin boolean, theme text, viewer_size text, has_two_factor boolean, password_confirmed_at timestamptz
) language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Written at most once in five minutes, so that reading stays reading.
  update public.sessions s set last_seen_at = seen_at,
      expires_at = case when s.remember then s.expires_at else least(seen_at + idle, s.created_at + interval '30 days') end
    where s.token_hash = wanted_hash and s.expires_at > seen_at and s.last_seen_at < seen_at - interval '5 minutes';
  return query
    select s.id, u.id, s.board_id, s.remember, u.email, u.first_name, u.last_name, u.img_url, u.is_site_admin, u.theme,
           u.viewer_size, exists (select from public.two_factors t where t.user_id = u.id and t.confirmed_at is not null),
           s.password_confirmed_at
    from public.sessions s join public.users u on u.id = s.user_id
    where s.token_hash = wanted_hash and s.expires_at > seen_at and u.disabled_at is null;
end $$;
call house.open_gate('find_session');
