-- No foreign key to the session, because the row outlives the session.
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
call schema_tools.keep_within_board('sign_ins');
revoke update, delete on sign_ins from dais_serving;
