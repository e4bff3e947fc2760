create table documents (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  title text not null check (length(title) between 1 and 255),
  extension text not null,
  mime_type text not null,
  is_link boolean not null default false,
  link_url text,
  meeting_id uuid,
  agenda_item_id uuid,
  category_id uuid,
  folder_id uuid,
  announcement_id uuid,
  written_resolution_id uuid,
  position int not null default 0,
  hidden boolean not null default false,
  printing_disabled boolean not null default false,
  not_on_devices boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  words tsvector generated always as (setweight(search_vector(board_id, title), 'A')) stored,
  -- The id of the container, for example an agenda item or a folder.
  home_id uuid not null generated always as (
    coalesce(meeting_id, agenda_item_id, announcement_id, category_id, folder_id, written_resolution_id)
  ) stored,
  unique (board_id, id),
  constraint documents_one_home
    check (num_nonnulls(meeting_id, agenda_item_id, category_id, folder_id, announcement_id, written_resolution_id) = 1),
  constraint documents_link_url check (is_link = (link_url is not null)),
  foreign key (board_id, created_by) references members (board_id, id),
  foreign key (board_id, deleted_by) references members (board_id, id)
);
create index documents_agenda_item on documents (board_id, agenda_item_id, position) where deleted_at is null;
create index documents_meeting on documents (board_id, meeting_id, position) where deleted_at is null;
create index documents_announcement on documents (board_id, announcement_id, position) where announcement_id is not null;
create index documents_written_resolution on documents (board_id, written_resolution_id, position)
  where written_resolution_id is not null;
-- One index for each sort order of a library list, because lists can be long.
create index documents_category_position on documents (board_id, category_id, position, id) where deleted_at is null;
create index documents_category_title on documents (board_id, category_id, lower(title), id) where deleted_at is null;
create index documents_category_created on documents (board_id, category_id, created_at, id) where deleted_at is null;
create index documents_category_kind on documents (board_id, category_id, extension, id) where deleted_at is null;
create index documents_folder_position on documents (board_id, folder_id, position, id) where deleted_at is null;
create index documents_folder_title on documents (board_id, folder_id, lower(title), id) where deleted_at is null;
create index documents_folder_created on documents (board_id, folder_id, created_at, id) where deleted_at is null;
create index documents_folder_kind on documents (board_id, folder_id, extension, id) where deleted_at is null;
-- Includes `home_id`, so that a search can count visible documents from the index alone.
create index documents_newest on documents (board_id, created_at desc, id desc) include (home_id, hidden) where deleted_at is null;
-- The first index serves the job that purges deleted documents, the second an editor's list of deleted documents.
create index documents_deleted on documents (deleted_at) where deleted_at is not null;
create index documents_board_deleted on documents (board_id, deleted_at desc) where deleted_at is not null;
-- Fastupdate is off, because searches would otherwise have to process pending writes of other users.
create index documents_words on documents using gin (words) with (fastupdate = off);
call schema_tools.keep_within_board('documents');
create policy gate on documents for select to dais_gate using (true);
grant select on documents to dais_gate;

create function gate.board_of_document(wanted uuid, for_user uuid)
returns uuid language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.board_id from public.documents t join public.members m on m.board_id = t.board_id
  where t.id = wanted and m.user_id = for_user and m.status = 'active'
$$;

call schema_tools.open_gate('board_of_document');

create table document_versions (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  document_id uuid not null,
  number int not null check (number >= 1),
  filename text not null check (length(filename) between 1 and 255),
  storage_key text not null unique,
  byte_size bigint not null check (byte_size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  page_count int,
  -- `none` means that no preview was requested or possible.
  preview_state text not null default 'none' check (preview_state in ('none', 'waiting', 'made', 'failed')),
  preview_key text unique,
  preview_bytes bigint check (preview_bytes > 0),
  -- Whether the file contains tracked changes, which the preview shows as accepted.
  has_tracked_changes boolean not null default false,
  -- A copy for the viewer, for example of a large PDF whose pages must load without reading the whole file.
  reading_key text unique,
  reading_bytes bigint check (reading_bytes > 0),
  -- True if an editor replaced the file and hid the old version from readers.
  withdrawn boolean not null default false,
  -- Unset while extraction is pending or if the file has no text.
  text_read_at timestamptz,
  -- When text extraction finished for all pages, including scanned ones.
  text_complete_at timestamptz,
  marks_destroyed_at timestamptz,
  marks_base int not null default 0,
  created_by uuid,
  created_at timestamptz not null default now(),
  unique (board_id, id),
  unique (board_id, document_id, number),
  constraint document_versions_preview check ((preview_state = 'made') = (preview_key is not null and preview_bytes is not null)),
  constraint document_versions_reading check ((reading_key is null) = (reading_bytes is null)),
  foreign key (board_id, document_id) references documents (board_id, id) on delete cascade,
  foreign key (board_id, created_by) references members (board_id, id)
);
call schema_tools.keep_within_board('document_versions');
create policy gate on document_versions for select to dais_gate using (true);
grant select (board_id, id, document_id, number, byte_size) on document_versions to dais_gate;

-- A file without pages has one row.
create table document_texts (
  board_id uuid not null references boards,
  version_id uuid not null,
  page int not null check (page >= 1),
  text text not null check (length(text) <= 200000),
  -- Stored uncompressed, because decompression would take most of the time of a phrase search.
  words tsvector storage external generated always as (search_vector(board_id, text)) stored,
  primary key (board_id, version_id, page),
  foreign key (board_id, version_id) references document_versions (board_id, id) on delete cascade
) with (toast_tuple_target = 8160);
create index document_texts_words on document_texts using gin (words) with (fastupdate = off);
call schema_tools.keep_within_board('document_texts');
create policy gate on document_texts for select to dais_gate using (true);
grant select (board_id, version_id, page, words) on document_texts to dais_gate;
