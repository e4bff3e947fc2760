-- A book without annotations is shared by everyone who sees the same meeting.
create table board_books (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid,
  document_id uuid,
  -- Unset if the book is shared.
  member_id uuid,
  is_marked boolean not null default false,
  requested_by uuid,
  -- Hash of the book's contents, which shows whether the book is out of date.
  fingerprint text not null,
  state text not null check (state in ('waiting', 'made', 'failed')),
  papers_done int not null default 0 check (papers_done >= 0),
  storage_key text unique,
  byte_size bigint check (byte_size > 0),
  page_count int check (page_count >= 1),
  -- Format: [{"id": document, "why": reason}].
  left_out jsonb not null default '[]',
  requested_at timestamptz not null,
  made_at timestamptz,
  unique (board_id, id),
  unique nulls not distinct (board_id, meeting_id, document_id, member_id, is_marked),
  constraint board_books_subject check ((meeting_id is null) <> (document_id is null) and (document_id is null or member_id is not null)),
  constraint board_books_made check ((state = 'made') = (storage_key is not null and byte_size is not null and page_count is not null and made_at is not null)),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, document_id) references documents (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade,
  foreign key (board_id, requested_by) references members (board_id, id) on delete set null (requested_by)
);
create index board_books_document on board_books (board_id, document_id);
create index board_books_member on board_books (board_id, member_id);
create index board_books_requested on board_books (requested_at);
create index board_books_requested_by on board_books (board_id, requested_by);
call schema_tools.keep_within_board('board_books');
