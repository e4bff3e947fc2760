-- The agenda as a document: levels, purposes, presenters who are members, and what each field was changed by.
alter table agenda_items
  add column depth int not null default 0 check (depth between 0 and 2),
  add column purpose text check (purpose in ('information', 'discussion', 'decision')),
  -- The text beside it is the name as it was chosen; it stays when the member is removed.
  add column presenter_id uuid,
  add column revision int not null default 1,
  -- {field: {revision, by, at}}: the newest change of each field that was changed at all.
  add column changes jsonb not null default '{}',
  add foreign key (board_id, presenter_id) references members (board_id, id) on delete set null (presenter_id);
create index agenda_items_presenter on agenda_items (board_id, presenter_id) where presenter_id is not null;

-- Raised by every change of the meeting's items or their documents, so that an open page knows which answer is the newer.
alter table meetings add column agenda_revision int not null default 0;

-- Items stand far apart, so that one that moves is the only one written.
alter table agenda_items no force row level security;
update agenda_items set position = position * 1024;
alter table agenda_items force row level security;
alter table documents no force row level security;
update documents set position = position * 1024;
alter table documents force row level security;
