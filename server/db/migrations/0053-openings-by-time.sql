-- The openings of a period, in their order: for a report of all papers and for its file. Those of one paper have 0052's index.
create index audit_entries_openings_at on audit_entries (board_id, at, id) include (subject_id, member_id, action)
  where action in ('document.opened', 'document.downloaded');
