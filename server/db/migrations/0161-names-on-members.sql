-- A member's row holds their name, address and picture: those of their account, or before they join those of their latest invitation. So
-- lists of people read one table, and row-level security need not ask of each account whether it is a fellow's.
alter table members
  add column first_name text,
  add column last_name text,
  add column email text,
  add column img_url text;
grant update (first_name, last_name, email, img_url) on members to dais_gate;

-- The gate copies an account, which is on many boards, and which nobody on a board sees before its member is there.
create function gate.name_member() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.user_id is not null then
    select u.first_name, u.last_name, u.email, u.img_url into new.first_name, new.last_name, new.email, new.img_url
      from public.users u where u.id = new.user_id;
  end if;
  return new;
end $$;
create function gate.name_account() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.members m
  set first_name = new.first_name, last_name = new.last_name, email = new.email, img_url = new.img_url
  where m.user_id = new.id;
  return null;
end $$;
call house.open_gate('name_member', 'name_account');

-- Under the rights of whoever invites.
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

alter table members no force row level security;
alter table users no force row level security;
alter table invitations no force row level security;
update members m
set first_name = u.first_name, last_name = u.last_name, email = u.email, img_url = u.img_url
from users u where u.id = m.user_id;
update members m
set first_name = latest.first_name, last_name = latest.last_name, email = latest.email
from (
  select distinct on (i.board_id, i.member_id) i.board_id, i.member_id, i.first_name, i.last_name, i.email
  from invitations i order by i.board_id, i.member_id, i.created_at desc
) latest
where m.user_id is null and m.board_id = latest.board_id and m.id = latest.member_id;
alter table members force row level security;
alter table users force row level security;
alter table invitations force row level security;

create trigger members_named before insert or update of user_id on members
  for each row execute function gate.name_member();
create trigger users_named after update on users
  for each row when ((old.first_name, old.last_name, old.email, old.img_url) is distinct from (new.first_name, new.last_name, new.email, new.img_url))
  execute function gate.name_account();
create trigger invitations_named after insert or update of first_name, last_name, email on invitations
  for each row execute function name_invited();
