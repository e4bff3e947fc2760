create table setup_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  created_at timestamptz not null default now()
);
call schema_tools.keep_to_gate('setup_tokens');

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

-- Uses up the token, so only one of several concurrent calls succeeds.
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

-- Set-up links are deleted as soon as the installation is in use.
create function gate.sweep_expired(seen_at timestamptz)
returns void language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.sessions where expires_at < seen_at;
  delete from public.pending_sign_ins where expires_at < seen_at;
  delete from public.passkey_challenges where expires_at < seen_at;
  delete from public.provider_sign_ins where expires_at < seen_at;
  delete from public.signing_confirmations where expires_at < seen_at;
  if exists (select from public.users) then
    delete from public.setup_tokens;
  end if;
end $$;

call schema_tools.open_gate('is_empty_installation', 'issue_setup_token', 'is_setup_token', 'set_up', 'sweep_expired');
