create table meeting_templates (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  name text not null check (length(name) between 1 and 255),
  type text not null check (type in ('hybrid', 'in-person', 'remote')),
  length_minutes int not null check (length_minutes between 0 and 10080),
  location text not null check (length(location) <= 300),
  join_url text not null check (length(join_url) <= 2000),
  audience_id uuid not null,
  -- Items in reading order, each with the id of the item from which it was copied.
  agenda_items jsonb not null,
  unique (board_id, id),
  unique (board_id, name),
  unique (board_id, audience_id),
  foreign key (board_id, audience_id) references audiences (board_id, id)
);
call schema_tools.keep_within_board('meeting_templates');
