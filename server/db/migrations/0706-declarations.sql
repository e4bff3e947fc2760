create table declarations (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  agenda_item_id uuid not null,
  member_id uuid not null,
  nature text not null,
  declared_at timestamptz not null,
  -- From this time on, the member cannot vote on the item.
  recused_at timestamptz,
  -- Set when the chair or secretary ends the recusal.
  lifted_at timestamptz,
  lifted_by uuid,
  -- Set when the chair or secretary withholds the item, which hides the whole item from the member.
  withheld_at timestamptz,
  withheld_by uuid,
  reason text not null default '' check (length(reason) <= 500),
  constraint declarations_nature check (length(nature) <= 500 and (nature <> '' or withheld_at is not null)),
  constraint declarations_withheld check (
    (withheld_at is null) = (withheld_by is null) and (withheld_at is null or (recused_at <= withheld_at and reason <> ''))
  ),
  constraint declarations_in_order check (recused_at >= declared_at and lifted_at >= declared_at),
  constraint declarations_lifted check ((lifted_at is null) = (lifted_by is null)),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, agenda_item_id) references agenda_items (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id),
  foreign key (board_id, lifted_by) references members (board_id, id),
  foreign key (board_id, withheld_by) references members (board_id, id)
);
create unique index declarations_standing on declarations (board_id, agenda_item_id, member_id) where lifted_at is null;
create index declarations_meeting on declarations (board_id, meeting_id);
create index declarations_item on declarations (board_id, agenda_item_id);
create index declarations_member on declarations (board_id, member_id);
create index declarations_lifter on declarations (board_id, lifted_by) where lifted_by is not null;
create index declarations_withholder on declarations (board_id, withheld_by) where withheld_by is not null;
call schema_tools.keep_within_board('declarations');
