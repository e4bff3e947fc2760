-- What is withheld from a member, whatever their role: an agenda item, its sub-items, and what is or was in them.

-- A row for each thing, since what is moved out of the item stays withheld. The ids have no foreign keys: the log outlives what it
-- is about, and stays withheld with it.
create table withheld (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  member_id uuid not null,
  subject_id uuid not null,
  -- The item that the desk withheld. Lifting ends all of its rows.
  agenda_item_id uuid not null,
  withheld_by uuid not null,
  reason text not null check (length(reason) between 1 and 500),
  withheld_at timestamptz not null,
  -- Kept, as a quorum of the past is counted anew from them.
  lifted_at timestamptz,
  constraint withheld_in_order check (lifted_at >= withheld_at),
  constraint withheld_never_by_oneself check (withheld_by <> member_id),
  foreign key (board_id, member_id) references members (board_id, id),
  foreign key (board_id, withheld_by) references members (board_id, id)
);
create unique index withheld_standing on withheld (board_id, member_id, subject_id, agenda_item_id) where lifted_at is null;
create index withheld_subject on withheld (board_id, subject_id);
create index withheld_item on withheld (board_id, agenda_item_id);
create index withheld_by on withheld (board_id, withheld_by);
create index withheld_member on withheld (board_id, member_id);
call house.keep_within_board('withheld');

-- The act beside what its member declared; they need not have declared anything.
alter table declarations add column withheld_at timestamptz;
alter table declarations add column withheld_by uuid;
alter table declarations add column reason text not null default '' check (length(reason) <= 500);
alter table declarations add constraint declarations_withheld check (
  (withheld_at is null) = (withheld_by is null) and (withheld_at is null or (recused_at <= withheld_at and reason <> ''))
);
alter table declarations add foreign key (board_id, withheld_by) references members (board_id, id);
create index declarations_withholder on declarations (board_id, withheld_by) where withheld_by is not null;
alter table declarations drop constraint declarations_nature_check;
alter table declarations add constraint declarations_nature check (
  length(nature) <= 500 and (nature <> '' or withheld_at is not null)
);

-- Withholds a thing from everybody from whom the item is withheld that it is in.
create function withhold_with_item(of_board uuid, subject uuid, item uuid) returns void
language sql set search_path = pg_catalog, public, pg_temp as $$
  insert into withheld (board_id, member_id, subject_id, agenda_item_id, withheld_by, reason, withheld_at)
  select w.board_id, w.member_id, subject, w.agenda_item_id, w.withheld_by, w.reason, w.withheld_at
  from withheld w where w.board_id = of_board and w.subject_id = item and w.lifted_at is null
  on conflict do nothing
$$;

-- Of a table whose rows lie in agenda items by `agenda_item_id`.
create function withhold_in_item() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform withhold_with_item(new.board_id, new.id, new.agenda_item_id);
  return null;
end $$;

-- An item's sub-items follow it until one that is no deeper.
create function withhold_sub_items(of_board uuid, item uuid) returns void
language sql set search_path = pg_catalog, public, pg_temp as $$
  select withhold_with_item(of_board, sub.id, item)
  from agenda_items above
  join agenda_items sub on sub.board_id = above.board_id and sub.meeting_id = above.meeting_id and sub.position > above.position
  where above.board_id = of_board and above.id = item and sub.depth > above.depth and not exists (
    select from agenda_items next
    where next.board_id = above.board_id and next.meeting_id = above.meeting_id
      and next.position > above.position and next.position < sub.position and next.depth <= above.depth
  )
$$;

-- Once an agenda has its order again; for all of its moved rows together.
create function withhold_moved_items() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  done text := coalesce(current_setting('dais.withheld_meetings', true), '');
begin
  if position(new.meeting_id::text in done) > 0 then
    return null;
  end if;
  perform set_config('dais.withheld_meetings', concat_ws(' ', done, new.meeting_id), true);
  perform withhold_sub_items(new.board_id, item.id)
  from agenda_items item
  where item.board_id = new.board_id and item.meeting_id = new.meeting_id and exists (
    select from withheld w where w.board_id = item.board_id and w.subject_id = item.id and w.lifted_at is null
  );
  return null;
end $$;

-- With an item all that is in it.
create function withhold_what_is_in() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform withhold_sub_items(new.board_id, new.subject_id);
  perform withhold_with_item(new.board_id, d.id, new.subject_id) from documents d
  where d.board_id = new.board_id and d.agenda_item_id = new.subject_id;
  perform withhold_with_item(new.board_id, m.id, new.subject_id) from motions m
  where m.board_id = new.board_id and m.agenda_item_id = new.subject_id;
  perform withhold_with_item(new.board_id, a.id, new.subject_id) from action_items a
  where a.board_id = new.board_id and a.agenda_item_id = new.subject_id;
  return null;
end $$;
revoke all on function withhold_with_item, withhold_in_item, withhold_sub_items, withhold_moved_items, withhold_what_is_in from public;
grant execute on function withhold_with_item, withhold_sub_items to dais_serving;

create trigger withhold_what_is_in after insert on withheld for each row execute function withhold_what_is_in();
create constraint trigger withhold_moved_items after insert or update of position, depth on agenda_items
  deferrable initially deferred for each row execute function withhold_moved_items();
create trigger withhold_in_item after insert or update of agenda_item_id on documents
  for each row when (new.agenda_item_id is not null) execute function withhold_in_item();
create trigger withhold_in_item after insert or update of agenda_item_id on motions
  for each row execute function withhold_in_item();
create trigger withhold_in_item after insert or update of agenda_item_id on action_items
  for each row when (new.agenda_item_id is not null) execute function withhold_in_item();
