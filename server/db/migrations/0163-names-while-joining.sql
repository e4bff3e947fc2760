-- Whoever joins a board while their account gets another name: the lock waits for the change that is under way, and holds back one that
-- would not see the new member yet.
create or replace function gate.name_member() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.user_id is not null then
    select u.first_name, u.last_name, u.email, u.img_url into new.first_name, new.last_name, new.email, new.img_url
      from public.users u where u.id = new.user_id for share;
  end if;
  return new;
end $$;

-- Those that missed a change before.
alter table members no force row level security;
alter table users no force row level security;
update members m
set first_name = u.first_name, last_name = u.last_name, email = u.email, img_url = u.img_url
from users u
where u.id = m.user_id
  and (m.first_name, m.last_name, m.email, m.img_url) is distinct from (u.first_name, u.last_name, u.email, u.img_url);
alter table members force row level security;
alter table users force row level security;
