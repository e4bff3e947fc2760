-- One PDF of a meeting with its papers, made by a job. Without marks it is the same for everybody who sees the meeting; with
-- marks it is one member's own.
create table board_books (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  -- Null: without marks.
  member_id uuid,
  -- A hash of all that stands in it: what has another is out of date.
  fingerprint text not null,
  state text not null check (state in ('waiting', 'made', 'failed')),
  papers_done int not null default 0 check (papers_done >= 0),
  storage_key text unique,
  byte_size bigint check (byte_size > 0),
  page_count int check (page_count >= 1),
  -- [{"id": document, "why": reason}]
  left_out jsonb not null default '[]',
  asked_at timestamptz not null,
  made_at timestamptz,
  unique (board_id, id),
  unique nulls not distinct (board_id, meeting_id, member_id),
  check ((state = 'made') = (storage_key is not null and byte_size is not null and page_count is not null and made_at is not null)),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index board_books_member on board_books (board_id, member_id);
create index board_books_asked on board_books (asked_at);
alter table board_books enable row level security;
alter table board_books force row level security;
create policy same_board on board_books to dais_serving using (board_id = (select current_board_id())) with check (board_id = (select current_board_id()));
grant select, insert, update, delete on board_books to dais_serving;
