create table recent_documents (
  board_id uuid not null references boards,
  member_id uuid not null,
  document_id uuid not null,
  opened_at timestamptz not null default now(),
  primary key (board_id, member_id, document_id),
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade,
  foreign key (board_id, document_id) references documents (board_id, id) on delete cascade
);
create index recent_documents_member on recent_documents (board_id, member_id, opened_at desc);
create index recent_documents_document on recent_documents (board_id, document_id);
call schema_tools.keep_within_board('recent_documents');

create table reading_positions (
  board_id uuid not null references boards,
  member_id uuid not null,
  document_id uuid not null,
  page int not null check (page >= 1),
  updated_at timestamptz not null default now(),
  primary key (board_id, member_id, document_id),
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade,
  foreign key (board_id, document_id) references documents (board_id, id) on delete cascade
);
create index reading_positions_document on reading_positions (board_id, document_id);
call schema_tools.keep_within_board('reading_positions');
