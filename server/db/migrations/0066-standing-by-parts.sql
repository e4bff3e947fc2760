-- What is not named (null) stays as it is, asked under the lock: of two site admins who change one user at once, neither takes back
-- what the other has done.
create or replace function gate.set_user_standing(by_user uuid, wanted uuid, disable boolean, site_admin boolean, seen_at timestamptz)
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

-- What one person did, newest first.
drop index audit_entries_member;
create index audit_entries_member on audit_entries (board_id, member_id, at desc, id desc);
