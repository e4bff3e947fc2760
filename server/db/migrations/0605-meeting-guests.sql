create table meeting_guests (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  role text not null default '' check (length(role) <= 200),
  created_at timestamptz not null default now(),
  unique (board_id, id),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade
);
create index meeting_guests_meeting on meeting_guests (board_id, meeting_id);
call schema_tools.keep_within_board('meeting_guests');
