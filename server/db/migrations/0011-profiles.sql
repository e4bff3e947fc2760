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
  options text[] not null default '{}' check (kind = 'choice' or options = '{}'),
  position int not null,
  retired_at timestamptz,
  created_at timestamptz not null default now(),
  unique (board_id, id)
);
create index profile_fields_order on profile_fields (board_id, filled_by, position);

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

alter table boards no force row level security;
insert into profile_fields (board_id, filled_by, name, kind, position)
  select id, 'admin', given.name, given.kind, given.position
  from boards cross join (values ('Office held', 'text', 1), ('Term start', 'date', 2), ('Term end', 'date', 3)) as given (name, kind, position);
alter table boards force row level security;

call house.keep_within_board('profile_fields', 'profile_values');
-- Boards are made by the gate, so their fields are too.
create policy gate on profile_fields for insert to dais_gate with check (true);
grant insert on profile_fields to dais_gate;
create unique index users_picture on users (img_url) where img_url is not null;

-- Whose picture an address shows, if the reader is that user or is active on one of their boards.
create function gate.picture_in_sight(wanted_url text, reader uuid)
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

call house.open_gate('picture_in_sight', 'pictures_in_use');
