create table meeting_defaults (
  board_id uuid primary key references boards,
  type text not null check (type in ('hybrid', 'in-person', 'remote')),
  length_minutes int not null check (length_minutes between 0 and 10080),
  location text not null default '' check (length(location) <= 300),
  join_url text not null default '' check (length(join_url) <= 2000),
  -- Items in reading order, with their title, presenter, duration in minutes and description.
  agenda_items jsonb not null default '[]',
  updated_at timestamptz not null default now()
);
call schema_tools.keep_within_board('meeting_defaults');
