-- The server can only add and read rows.
create table audit_entries (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  member_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id uuid,
  detail jsonb not null default '{}',
  at timestamptz not null default now()
);
create index audit_entries_board on audit_entries (board_id, at desc);
create index audit_entries_member on audit_entries (board_id, member_id, at desc, id desc);
create index audit_entries_subject_kind on audit_entries (board_id, subject_kind, at desc);
-- Serves queries about who opened a document and when.
create index audit_entries_openings on audit_entries (board_id, subject_id, at) include (member_id, action)
  where action in ('document.opened', 'document.downloaded');
-- Serves the report of all documents opened in a period.
create index audit_entries_openings_at on audit_entries (board_id, at, id) include (subject_id, member_id, action)
  where action in ('document.opened', 'document.downloaded');
call schema_tools.keep_within_board('audit_entries');
revoke update, delete on audit_entries from dais_serving;
create policy gate on audit_entries for select to dais_gate using (true);
grant select (board_id, at) on audit_entries to dais_gate;

-- The server can only add and read rows.
create table account_entries (
  id uuid primary key default uuidv7(),
  user_id uuid not null,
  by_user_id uuid,
  action text not null,
  detail jsonb not null default '{}',
  at timestamptz not null
);
create index account_entries_user on account_entries (user_id, at desc);
create index account_entries_by on account_entries (by_user_id);
call schema_tools.keep_to_user('account_entries');
grant select, insert on account_entries to dais_serving;
