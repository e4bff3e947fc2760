create table users (
  id uuid primary key default uuidv7(),
  email text not null check (length(email) between 3 and 254),
  first_name text not null check (length(first_name) <= 100),
  last_name text not null check (length(last_name) <= 100),
  img_url text,
  -- Unset if the user signs in without a password.
  password_hash text,
  -- Unset for the account's first password.
  password_changed_at timestamptz,
  -- Set when passkeys replace the password. From then on, a mailed link cannot set a new password.
  password_given_up_at timestamptz,
  passkey_offers smallint not null default 0 check (passkey_offers between 0 and 3),
  is_site_admin boolean not null default false,
  disabled_at timestamptz,
  -- After a site admin resets a second factor, the user can sign in only through a provider until this time.
  opens_at timestamptz,
  theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  viewer_size text not null default 'normal' check (viewer_size in ('normal', 'maximized')),
  created_at timestamptz not null default now(),
  constraint users_have_a_name check (first_name <> '' or last_name <> ''),
  constraint users_given_up check (password_given_up_at is null or password_hash is null)
);
create unique index users_email on users (lower(email));
create unique index users_picture on users (img_url) where img_url is not null;
-- A user's row is visible to that user and to members of the same boards.
call schema_tools.force_row_security('users');
create policy self on users to dais_serving using (id = current_user_id()) with check (id = current_user_id());
create policy gate on users to dais_gate using (true) with check (true);
grant select (
    id, email, first_name, last_name, img_url, password_changed_at, password_given_up_at, passkey_offers, is_site_admin, disabled_at, opens_at,
    theme, viewer_size, created_at
  ), update (first_name, last_name, img_url, theme, viewer_size, password_given_up_at, passkey_offers, opens_at) on users to dais_serving;
grant select, insert, update (email, password_hash, password_changed_at, password_given_up_at, is_site_admin, disabled_at) on users to dais_gate;

alter table account_entries
  add foreign key (user_id) references users on delete cascade,
  add foreign key (by_user_id) references users on delete set null;
alter table mail_messages add foreign key (user_id) references users;

create function gate.create_user(new_email text, new_first_name text, new_last_name text, new_password_hash text)
returns uuid language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.users (email, first_name, last_name, password_hash)
  values (new_email, new_first_name, new_last_name, new_password_hash) returning id
$$;

-- A removed member's row stays, because minutes, replies and the log refer to it.
create table members (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  user_id uuid references users,
  is_board_admin boolean not null default false,
  status text not null check (status in ('invited', 'active', 'inactive')),
  -- Copied from the account or the latest invitation, so that lists of people need no join.
  first_name text,
  last_name text,
  email text,
  img_url text,
  has_namesake boolean not null default false,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  -- Lets a search find Chinese, Japanese and Korean names that are typed family name first without a space.
  name_words tsvector generated always as (
    search_vector(board_id, first_name || ' ' || last_name)
      || case when last_name ~ ('[' || search_unspaced() || '\uac00-\ud7a3]') then search_vector(board_id, last_name || first_name) else '' end
  ) stored,
  email_words tsvector generated always as (search_vector(board_id, email)) stored,
  unique (board_id, id),
  unique (board_id, slug),
  constraint members_invited_has_no_user check (status <> 'invited' or user_id is null),
  constraint members_active_has_user check (status <> 'active' or user_id is not null),
  constraint members_removed_is_inactive check (removed_at is null or status = 'inactive')
);
create unique index members_user on members (board_id, user_id) where user_id is not null and removed_at is null;
create index members_of_user on members (user_id);
call schema_tools.keep_within_board('members');
create policy gate on members to dais_gate using (true) with check (true);
grant select, insert, update (first_name, last_name, email, img_url, has_namesake) on members to dais_gate;

create function name_key(m members) returns text language sql immutable
return lower(normalize(btrim(m.first_name || ' ' || m.last_name), nfkc) collate "pg_c_utf8");

create function mark_namesakes() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.members m set has_namesake = not m.has_namesake
  where m.board_id = new.board_id and public.name_key(m) in (public.name_key(new), public.name_key(old)) and m.has_namesake <> exists (
    select from public.members other
    where other.board_id = m.board_id and other.id <> m.id and public.name_key(other) = public.name_key(m)
  );
  return null;
end $$;
create trigger members_namesakes_made after insert on members for each row execute function mark_namesakes();
create trigger members_namesakes_changed after update of first_name, last_name on members
  for each row when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name)) execute function mark_namesakes();

-- Locks the account, so that a concurrent change of its name cannot miss the new member.
create function gate.name_member() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.user_id is not null then
    select u.first_name, u.last_name, u.email, u.img_url into new.first_name, new.last_name, new.email, new.img_url
      from public.users u where u.id = new.user_id for share;
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
call schema_tools.open_gate('name_member', 'name_account');

create trigger members_named before insert or update of user_id on members
  for each row execute function gate.name_member();
create trigger users_named after update on users
  for each row when ((old.first_name, old.last_name, old.email, old.img_url) is distinct from (new.first_name, new.last_name, new.email, new.img_url))
  execute function gate.name_account();

create policy fellow on users for select to dais_serving
  using (exists (select from members where members.user_id = users.id and members.board_id = current_board_id()));

alter table audit_entries add foreign key (board_id, member_id) references members (board_id, id);
alter table mail_messages add foreign key (board_id, member_id) references members (board_id, id) on delete cascade;
alter table muted_mail add foreign key (board_id, member_id) references members (board_id, id) on delete cascade;
alter table uploads add foreign key (board_id, member_id) references members (board_id, id);

create function gate.board_of_member(wanted uuid)
returns uuid language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select board_id from public.members where id = wanted and removed_at is null
$$;

create function gate.muted_mail_of(for_user uuid)
returns table (board_id uuid, choice text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.board_id, c.choice from public.muted_mail c
  join public.members m on m.board_id = c.board_id and m.id = c.member_id
  where m.user_id = for_user and m.status = 'active'
$$;

-- Returns the owner of a picture URL if the reader is the owner or belongs to one of the owner's boards.
create function gate.find_visible_picture(wanted_url text, reader uuid)
returns uuid language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id from public.users u
  where u.img_url = wanted_url and (u.id = reader or exists (
    select from public.members theirs
    join public.members mine on mine.board_id = theirs.board_id
    join public.boards b on b.id = mine.board_id
    where theirs.user_id = u.id and mine.user_id = reader and mine.status = 'active' and b.suspended_at is null
  ))
$$;

create function gate.pictures_in_use(urls text[])
returns setof text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.img_url from public.users u where u.img_url = any (urls)
$$;

call schema_tools.open_gate('create_user', 'board_of_member', 'muted_mail_of', 'find_visible_picture', 'pictures_in_use');
