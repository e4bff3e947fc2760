-- A visit lasts while its reader keeps looking. What was added since the one before is new, for the whole visit.
alter table invitees add column previous_visited_at timestamptz;

create index documents_newest on documents (board_id, created_at desc, id desc) where deleted_at is null;
