-- Sending an invitation again gives it a new secret and its full lifetime.
create table invitations (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  member_id uuid not null,
  email text not null check (length(email) between 3 and 254),
  first_name text not null check (length(first_name) <= 100),
  last_name text not null check (length(last_name) <= 100),
  token_hash bytea not null unique check (length(token_hash) = 32),
  invited_by uuid,
  created_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  redeemed_at timestamptz,
  revoked_at timestamptz,
  constraint invitations_have_a_name check (first_name <> '' or last_name <> ''),
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade,
  foreign key (board_id, invited_by) references members (board_id, id)
);
create unique index invitations_open_email on invitations (board_id, lower(email)) where redeemed_at is null and revoked_at is null;
create index invitations_member on invitations (board_id, member_id);
create index invitations_inviter on invitations (board_id, invited_by);
call schema_tools.keep_within_board('invitations');
create policy gate on invitations for select to dais_gate using (true);
grant select on invitations to dais_gate;

create function name_invited() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update members m
  set first_name = latest.first_name, last_name = latest.last_name, email = latest.email
  from (
    select i.first_name, i.last_name, i.email from invitations i
    where i.board_id = new.board_id and i.member_id = new.member_id order by i.created_at desc limit 1
  ) latest
  where m.board_id = new.board_id and m.id = new.member_id and m.user_id is null;
  return null;
end $$;
revoke all on function name_invited from public;
create trigger invitations_named after insert or update of first_name, last_name, email on invitations
  for each row execute function name_invited();

-- `state` is `open`, or the reason why the invitation does not work.
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

call schema_tools.open_gate('find_invitation');
