-- A sign-in as a board sees it: the first page that a session opened there. A board learns of visits to itself alone, and
-- nothing of the device or of when the session ended (docs/decisions/100-reports.md). No key to the session: it ends, and
-- the line stays.
create table sign_ins (
  board_id uuid not null references boards,
  session_id uuid not null,
  member_id uuid not null,
  at timestamptz not null,
  primary key (board_id, session_id),
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index sign_ins_member on sign_ins (board_id, member_id, at);
create index sign_ins_at on sign_ins (board_id, at);
call house.keep_within_board('sign_ins');
-- As the log: written, and never changed.
revoke update, delete on sign_ins from dais_serving;

-- Who opened which paper, and when, without the rest of the log.
create index audit_entries_openings on audit_entries (board_id, subject_id, at) include (member_id, action)
  where action in ('document.opened', 'document.downloaded');
