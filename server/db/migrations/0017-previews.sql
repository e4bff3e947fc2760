-- A read-only PDF of an office or HTML file, made once by a job; `none` where nobody asked, or nothing is to be made.
alter table document_versions
  add column preview_state text not null default 'none' check (preview_state in ('none', 'waiting', 'made', 'failed')),
  add column preview_key text unique,
  add column preview_bytes bigint check (preview_bytes > 0),
  add check ((preview_state = 'made') = (preview_key is not null and preview_bytes is not null)),
  -- When the text was read out of it; null while it waits, or where there is none to be had.
  add column text_read_at timestamptz;

-- What stands on the pages of a version, for search. Files without pages have one.
create table document_texts (
  board_id uuid not null references boards,
  version_id uuid not null,
  page int not null check (page >= 1),
  text text not null check (length(text) <= 200000),
  primary key (board_id, version_id, page),
  foreign key (board_id, version_id) references document_versions (board_id, id) on delete cascade
);
call house.keep_within_board('document_texts');
