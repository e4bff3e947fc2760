-- An invitation can be sent again: with a new secret, and good for as long as a first one.
alter table invitations add column sent_at timestamptz;
alter table invitations no force row level security;
update invitations set sent_at = created_at;
alter table invitations force row level security;
alter table invitations alter column sent_at set not null, alter column sent_at set default now();

-- The newest message of an invitation, for the list of those that are pending.
create index mail_messages_subject on mail_messages (board_id, subject_id, queued_at desc);

-- Whoever holds the secret of an invitation is told why it opens nothing any more.
drop function gate.find_invitation;
create function gate.find_invitation(wanted_hash bytea, seen_at timestamptz)
returns table (
  invitation_id uuid, board_id uuid, member_id uuid, email text, first_name text, last_name text, account_exists boolean,
  title text, logo_url text, primary_color text, state text
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.id, i.board_id, i.member_id, i.email, i.first_name, i.last_name,
         exists (select from public.users u where lower(u.email) = lower(i.email)), b.title, b.logo_url, b.primary_color,
         case when i.redeemed_at is not null then 'redeemed'
              when i.revoked_at is not null then 'revoked'
              when i.expires_at <= seen_at then 'expired'
              when b.suspended_at is not null then 'suspended'
              else 'open' end
  from public.invitations i join public.boards b on b.id = i.board_id
  where i.token_hash = wanted_hash
$$;
call house.open_gate('find_invitation');
