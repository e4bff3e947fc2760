create table annotations (
  board_id uuid not null references boards,
  version_id uuid not null,
  member_id uuid not null,
  xfdf text not null check (length(xfdf) < 65000),
  revision int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (board_id, version_id, member_id),
  foreign key (board_id, version_id) references document_versions (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index annotations_member on annotations (board_id, member_id, updated_at desc);
call schema_tools.keep_within_board('annotations');
