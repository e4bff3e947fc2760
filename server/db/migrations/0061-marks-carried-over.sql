-- Whether a member's marks on the version before were taken over into these. Of those that stand now it is not known: taking over
-- again could bring back what was taken away.
alter table annotations
  add column carried boolean not null default false;
alter table annotations no force row level security;
update annotations set carried = true;
alter table annotations force row level security;

-- When the last page had been read, those of scans too; null while any is still to come.
alter table document_versions
  add column text_whole_at timestamptz;
alter table document_versions no force row level security;
update document_versions set text_whole_at = text_read_at;
alter table document_versions force row level security;
