-- The one order of the library's lists that had no index.
create index documents_category_kind on documents (board_id, category_id, extension, id) where deleted_at is null;
create index documents_folder_kind on documents (board_id, folder_id, extension, id) where deleted_at is null;
