-- What a member declares on an agenda item: an interest, with which they may recuse themselves from deciding on it.
create table declarations (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  agenda_item_id uuid not null,
  member_id uuid not null,
  nature text not null check (length(nature) between 1 and 500),
  declared_at timestamptz not null,
  -- From then on they have no vote on the item.
  recused_at timestamptz,
  -- By the desk: they may vote again.
  lifted_at timestamptz,
  lifted_by uuid,
  constraint declarations_in_order check (recused_at >= declared_at and lifted_at >= declared_at),
  constraint declarations_lifted check ((lifted_at is null) = (lifted_by is null)),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, agenda_item_id) references agenda_items (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id),
  foreign key (board_id, lifted_by) references members (board_id, id)
);
create unique index declarations_standing on declarations (board_id, agenda_item_id, member_id) where lifted_at is null;
create index declarations_meeting on declarations (board_id, meeting_id);
create index declarations_item on declarations (board_id, agenda_item_id);
create index declarations_member on declarations (board_id, member_id);
create index declarations_lifter on declarations (board_id, lifted_by) where lifted_by is not null;
call house.keep_within_board('declarations');

-- As they were at closing, and how they counted.
alter table votes add column recused_counts text not null default 'absent'
  check (recused_counts in ('absent', 'present', 'out-of-office'));
alter table votes add column recused int check (recused >= 0);
alter table votes add column recused_present int check (recused_present <= recused);
