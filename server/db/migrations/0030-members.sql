-- Members: users, who they are on a board, groups, audiences, profiles.

create table users (
  id uuid primary key default uuidv7(),
  email text not null check (length(email) between 3 and 254),
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) between 1 and 100),
  img_url text,
  password_hash text not null,
  -- When a password was last set; null while it is the one that the account was made with.
  password_changed_at timestamptz,
  is_site_admin boolean not null default false,
  disabled_at timestamptz,
  theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));
create unique index users_picture on users (img_url) where img_url is not null;
-- A user's row is visible to the user, and to the boards that the user is on (policy `fellow`, below the table of members).
call house.force_row_security('users');
create policy self on users to dais_serving using (id = (select current_user_id())) with check (id = (select current_user_id()));
create policy gate on users to dais_gate using (true) with check (true);
grant select (id, email, first_name, last_name, img_url, password_changed_at, is_site_admin, disabled_at, theme, created_at),
  update (first_name, last_name, img_url, theme) on users to dais_serving;
grant select, insert, update (email, password_hash, password_changed_at, is_site_admin, disabled_at) on users to dais_gate;

alter table account_entries
  add foreign key (user_id) references users on delete cascade,
  add foreign key (by_user_id) references users on delete set null;
alter table mail_messages add foreign key (user_id) references users;

create function gate.create_user(new_email text, new_first_name text, new_last_name text, new_password_hash text)
returns uuid language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.users (email, first_name, last_name, password_hash)
  values (new_email, new_first_name, new_last_name, new_password_hash) returning id
$$;

-- Whoever is removed from a board is in no list any more; the row stays, because minutes, answers and the log
-- name them. They may be invited again, then as another member.
create table members (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  user_id uuid references users,
  is_board_admin boolean not null default false,
  status text not null check (status in ('invited', 'active', 'inactive')),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  unique (board_id, id),
  unique (board_id, slug),
  -- A pending member is not anybody's account yet.
  constraint members_invited_has_no_user check (status <> 'invited' or user_id is null),
  constraint members_active_has_user check (status <> 'active' or user_id is not null),
  constraint members_removed_is_inactive check (removed_at is null or status = 'inactive')
);
create unique index members_user on members (board_id, user_id) where user_id is not null and removed_at is null;
create index members_of_user on members (user_id);
call house.keep_within_board('members');
create policy gate on members to dais_gate using (true) with check (true);
grant select, insert on members to dais_gate;

create policy fellow on users for select to dais_serving
  using (exists (select from members where members.user_id = users.id and members.board_id = (select current_board_id())));

alter table audit_entries add foreign key (board_id, member_id) references members (board_id, id);
alter table mail_messages add foreign key (board_id, member_id) references members (board_id, id) on delete cascade;
alter table muted_mail add foreign key (board_id, member_id) references members (board_id, id) on delete cascade;
alter table uploads add foreign key (board_id, member_id) references members (board_id, id);

-- The board of a member whose unsubscribe address was proved to be ours.
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

-- Whose picture an address shows, if the reader is that user or is active on one of their boards.
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

-- The addresses among these that are still somebody's picture: the others' files may go.
create function gate.pictures_in_use(urls text[])
returns setof text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.img_url from public.users u where u.img_url = any (urls)
$$;

call house.open_gate('create_user', 'board_of_member', 'muted_mail_of', 'find_visible_picture', 'pictures_in_use');

-- Committees: members of a board who meet and read on their own.
create table groups (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 10000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (board_id, id)
);
create unique index groups_name on groups (board_id, lower(name));
call house.keep_within_board('groups');

create table group_members (
  board_id uuid not null references boards,
  group_id uuid not null,
  member_id uuid not null,
  is_group_admin boolean not null default false,
  -- A member whom a group admin added is no reason for that group admin to edit what is for them.
  added_by_board_admin boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (board_id, group_id, member_id),
  foreign key (board_id, group_id) references groups (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index group_members_member on group_members (board_id, member_id);
call house.keep_within_board('group_members');

-- Who an item is for: the whole board, or some groups; plus single members. Every item that has an audience holds
-- one of its own. A group that is named here cannot be deleted before it is said what becomes of its audiences.
create table audiences (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  whole_board boolean not null,
  unique (board_id, id)
);
create table audience_groups (
  board_id uuid not null references boards,
  audience_id uuid not null,
  group_id uuid not null,
  primary key (board_id, audience_id, group_id),
  foreign key (board_id, audience_id) references audiences (board_id, id) on delete cascade,
  foreign key (board_id, group_id) references groups (board_id, id)
);
create index audience_groups_group on audience_groups (board_id, group_id);
create table audience_members (
  board_id uuid not null references boards,
  audience_id uuid not null,
  member_id uuid not null,
  primary key (board_id, audience_id, member_id),
  foreign key (board_id, audience_id) references audiences (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index audience_members_member on audience_members (board_id, member_id);
call house.keep_within_board('audiences', 'audience_groups', 'audience_members');

-- What a board asks of its people. `filled_by` tells the two lists apart: profile fields are the member's own to fill,
-- position fields a board admin's. A retired field is asked of nobody and keeps its values until it is deleted.
create table profile_fields (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  filled_by text not null check (filled_by in ('member', 'admin')),
  name text not null check (length(name) between 1 and 100),
  kind text not null check (kind in ('text', 'long-text', 'email', 'phone', 'url', 'date', 'choice', 'address')),
  required boolean not null default false,
  visibility text not null default 'everyone' check (visibility in ('everyone', 'admins')),
  -- Of a choice, in the order in which they are offered.
  options text[] not null default '{}' constraint profile_fields_options_of_choice check (kind = 'choice' or options = '{}'),
  position int not null,
  retired_at timestamptz,
  created_at timestamptz not null default now(),
  unique (board_id, id)
);
create index profile_fields_order on profile_fields (board_id, filled_by, position);
call house.keep_within_board('profile_fields');
-- Boards are made by the gate, so their fields are too.
create policy gate on profile_fields for insert to dais_gate with check (true);
grant insert on profile_fields to dais_gate;

-- Every board begins with these, however it is made; a board may rename, reorder and retire them.
create function give_position_fields() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.profile_fields (board_id, filled_by, name, kind, position)
  values (new.id, 'admin', 'Office held', 'text', 1),
    (new.id, 'admin', 'Term start', 'date', 2),
    (new.id, 'admin', 'Term end', 'date', 3);
  return null;
end $$;
revoke all on function give_position_fields from public;
create trigger give_position_fields after insert on boards for each row execute function give_position_fields();

-- No row: nothing was filled in. Dates are `YYYY-MM-DD`, a choice is the text of its option.
create table profile_values (
  board_id uuid not null references boards,
  member_id uuid not null,
  field_id uuid not null,
  value text not null check (length(value) between 1 and 10000),
  updated_at timestamptz not null default now(),
  primary key (board_id, member_id, field_id),
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade,
  foreign key (board_id, field_id) references profile_fields (board_id, id) on delete cascade
);
create index profile_values_field on profile_values (board_id, field_id);
call house.keep_within_board('profile_values');
