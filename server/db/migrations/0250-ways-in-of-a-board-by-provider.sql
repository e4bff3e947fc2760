-- Where a board opens by a provider, neither a password nor a mailbox makes the second factor that would open it to an admin otherwise. And a
-- new password leaves the session in which it is chosen as strong as it was.

-- A board that this user administers, which opens by a provider and not to this session; of several the first by title.
create function gate.shut_by_provider(for_user uuid, in_session uuid)
returns table (title text, provider text) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.title, p.name
  from public.members m join public.boards b on b.id = m.board_id join public.providers p on p.id = b.provider_id
  left join public.sessions s on s.id = in_session and s.user_id = m.user_id
  where m.user_id = for_user and m.status = 'active' and m.is_board_admin
    and not public.is_opened_by(b.provider_required, b.provider_id, m.is_board_admin, s.provider_id, s.strength)
  order by lower(b.title), b.id limit 1
$$;

-- As before, with the provider that the board opens by.
drop function gate.find_invitation;
create function gate.find_invitation(wanted_hash bytea, seen_at timestamptz)
returns table (
  invitation_id uuid, board_id uuid, member_id uuid, email text, first_name text, last_name text, account_exists boolean,
  title text, logo_url text, primary_color text, state text, opens_by uuid, opens_by_name text
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.id, i.board_id, i.member_id, i.email, i.first_name, i.last_name,
         exists (select from public.users u where lower(u.email) = lower(i.email)), b.title, b.logo_url, b.primary_color,
         case when i.redeemed_at is not null then 'redeemed'
              when i.revoked_at is not null then 'revoked'
              when i.expires_at <= seen_at then 'expired'
              when b.suspended_at is not null then 'suspended'
              else 'open' end,
         p.id, p.name
  from public.invitations i join public.boards b on b.id = i.board_id
  left join public.providers p on p.id = b.provider_id and b.provider_required
  where i.token_hash = wanted_hash
$$;

-- As before, but for the session that asks, which is given a new token.
drop function gate.change_password;
create function gate.change_password(for_user uuid, in_session uuid, old_hash text, new_hash text, seen_at timestamptz)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.users u set password_hash = new_hash, password_changed_at = seen_at
    where u.id = for_user and u.password_hash = old_hash and u.disabled_at is null;
  if not found then
    return false;
  end if;
  delete from public.sessions s where s.user_id = for_user and s.id <> in_session;
  delete from public.password_resets r where r.user_id = for_user;
  delete from public.email_changes c where c.user_id = for_user;
  return true;
end $$;

call house.open_gate('shut_by_provider', 'find_invitation', 'change_password');
