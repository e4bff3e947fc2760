create table version_comparisons (
  board_id uuid not null references boards,
  from_id uuid not null,
  to_id uuid not null,
  -- The pages that changed. Unset if most of the text has changed.
  pages int[],
  changes jsonb not null default '[]',
  -- True if some pages have no text and were therefore not compared.
  has_pictures boolean not null,
  primary key (board_id, from_id, to_id),
  foreign key (board_id, from_id) references document_versions (board_id, id) on delete cascade,
  foreign key (board_id, to_id) references document_versions (board_id, id) on delete cascade
);
create index version_comparisons_to on version_comparisons (board_id, to_id);
call schema_tools.keep_within_board('version_comparisons');

create table placed_annotations (
  board_id uuid not null references boards,
  version_id uuid not null,
  member_id uuid not null,
  from_id uuid not null,
  came_along text[] not null,
  stayed text[] not null,
  primary key (board_id, version_id, member_id),
  foreign key (board_id, version_id) references document_versions (board_id, id) on delete cascade,
  foreign key (board_id, from_id) references document_versions (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index placed_annotations_from on placed_annotations (board_id, from_id);
create index placed_annotations_member on placed_annotations (board_id, member_id);
call schema_tools.keep_within_board('placed_annotations');
