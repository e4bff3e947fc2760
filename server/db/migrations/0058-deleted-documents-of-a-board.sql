-- What editors can bring back is listed by board; the index before it serves the purge, which looks through all boards.
create index documents_board_deleted on documents (board_id, deleted_at desc) where deleted_at is not null;
