-- A copy of a large PDF whose pages a viewer finds without reading through the file; for viewing alone.
alter table document_versions
  add column reading_key text unique,
  add column reading_bytes bigint check (reading_bytes > 0),
  add constraint document_versions_reading check ((reading_key is null) = (reading_bytes is null));
