-- The library: sections that have an audience, and folders nested in them.
create table categories (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 300),
  position int not null,
  audience_id uuid not null,
  -- Shown to editors alone.
  hidden boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  unique (board_id, id),
  unique (board_id, audience_id),
  foreign key (board_id, audience_id) references audiences (board_id, id),
  foreign key (board_id, created_by) references members (board_id, id),
  foreign key (board_id, deleted_by) references members (board_id, id)
);
create index categories_board on categories (board_id, position) where deleted_at is null;

create table folders (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  category_id uuid not null,
  -- Null for a folder that stands in its category directly.
  parent_id uuid,
  -- The ids of the folders that lead to it, from the top one to its own: kept right by whatever moves folders, so that one
  -- look tells what a folder stands in.
  path uuid[] not null check (cardinality(path) between 1 and 8 and path[cardinality(path)] = id),
  name text not null check (length(name) between 1 and 100),
  position int not null,
  -- A top folder may narrow its category's audience; deeper ones have that of their top folder.
  audience_id uuid,
  hidden boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  unique (board_id, id),
  unique (board_id, audience_id),
  check (audience_id is null or parent_id is null),
  check ((parent_id is null) = (cardinality(path) = 1)),
  foreign key (board_id, category_id) references categories (board_id, id) on delete cascade,
  foreign key (board_id, parent_id) references folders (board_id, id) on delete cascade,
  foreign key (board_id, audience_id) references audiences (board_id, id),
  foreign key (board_id, created_by) references members (board_id, id),
  foreign key (board_id, deleted_by) references members (board_id, id)
);
create index folders_place on folders (board_id, category_id, parent_id, position) where deleted_at is null;
create index folders_parent on folders (board_id, parent_id);
create index folders_path on folders using gin (path);

-- A document in the library stands in a category directly, or in a folder.
alter table documents
  add column category_id uuid,
  add column folder_id uuid,
  add column hidden boolean not null default false,
  add column deleted_by uuid,
  add foreign key (board_id, category_id) references categories (board_id, id) on delete cascade,
  add foreign key (board_id, folder_id) references folders (board_id, id) on delete cascade,
  add foreign key (board_id, deleted_by) references members (board_id, id);
alter table documents drop constraint documents_check;
alter table documents add constraint documents_one_place
  check (num_nonnulls(meeting_id, agenda_item_id, category_id, folder_id) = 1);
-- One index for each order that a long list can be read in.
create index documents_category_position on documents (board_id, category_id, position, id) where deleted_at is null;
create index documents_category_title on documents (board_id, category_id, lower(title), id) where deleted_at is null;
create index documents_category_created on documents (board_id, category_id, created_at, id) where deleted_at is null;
create index documents_folder_position on documents (board_id, folder_id, position, id) where deleted_at is null;
create index documents_folder_title on documents (board_id, folder_id, lower(title), id) where deleted_at is null;
create index documents_folder_created on documents (board_id, folder_id, created_at, id) where deleted_at is null;

call house.keep_within_board('categories', 'folders');
