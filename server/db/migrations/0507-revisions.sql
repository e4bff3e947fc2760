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

-- Counts the pages that changed since the version that the member last opened. Unset if the versions were not compared
-- or that version was withdrawn.
create function changed_pages_since_opening(member uuid, document uuid, version uuid) returns int language sql stable as $$
  select cardinality(compared.pages) from recent_documents recent
  join version_comparisons compared on compared.board_id = recent.board_id and compared.to_id = version
  where recent.board_id = current_board_id() and recent.member_id = member and recent.document_id = document
    and compared.from_id = (
      select case when not earlier.withdrawn then earlier.id end from document_versions earlier
      where earlier.board_id = recent.board_id and earlier.document_id = document and earlier.created_at <= recent.opened_at
      order by earlier.number desc limit 1
    )
$$;

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
