-- A meeting's row holds how many items its agenda has, sub-items left out, and how many documents it has with them: lists of meetings need
-- not count for each. What is added is counted anew, so that it does not matter who counted before.
alter table meetings
  add column agenda_item_count int not null default 0,
  add column document_count int not null default 0;

create function count_meetings(changed uuid[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if changed is null then
    return;
  end if;
  -- Locked first, so that what is counted then holds what others have written meanwhile.
  perform from meetings t where t.id = any(changed) order by t.id for no key update;
  update meetings t
  set agenda_item_count = counted.items, document_count = counted.documents
  from (
    select m.id,
      (select count(*) from agenda_items i where i.board_id = m.board_id and i.meeting_id = m.id and i.depth = 0) as items,
      (select count(*) from documents d where d.board_id = m.board_id and d.meeting_id = m.id and d.deleted_at is null) + (
        select count(*) from agenda_items i join documents d on d.board_id = i.board_id and d.agenda_item_id = i.id
        where i.board_id = m.board_id and i.meeting_id = m.id and d.deleted_at is null
      ) as documents
    from meetings m where m.id = any(changed)
  ) counted
  where t.id = counted.id and (t.agenda_item_count, t.document_count) is distinct from (counted.items::int, counted.documents::int);
end $$;

-- The meetings of rows that a statement wrote. Documents of an item that is deleted go with it: the item's own trigger counts then.
create function count_written_items() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform count_meetings((select array_agg(distinct w.meeting_id) from written w));
  return null;
end $$;
create function count_written_papers() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform count_meetings((
    select array_agg(distinct coalesce(w.meeting_id, i.meeting_id))
    from written w left join agenda_items i on i.id = w.agenda_item_id
    where w.deleted_at is null and coalesce(w.meeting_id, i.meeting_id) is not null
  ));
  return null;
end $$;
create function count_changed_item() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform count_meetings(array[old.meeting_id, new.meeting_id]);
  return null;
end $$;
create function count_changed_paper() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform count_meetings((
    select array_agg(distinct holder.meeting_id) from (
      values (old.meeting_id), (new.meeting_id)
      union all select i.meeting_id from agenda_items i where i.id in (old.agenda_item_id, new.agenda_item_id)
    ) holder (meeting_id)
    where holder.meeting_id is not null
  ));
  return null;
end $$;
revoke all on function count_written_items, count_written_papers, count_changed_item, count_changed_paper from public;

alter table meetings no force row level security;
alter table agenda_items no force row level security;
alter table documents no force row level security;
select count_meetings(array_agg(id)) from meetings;
alter table meetings force row level security;
alter table agenda_items force row level security;
alter table documents force row level security;

create trigger count_added_items after insert on agenda_items referencing new table as written
  for each statement execute function count_written_items();
create trigger count_removed_items after delete on agenda_items referencing old table as written
  for each statement execute function count_written_items();
create trigger count_changed_item after update of depth on agenda_items
  for each row when (old.depth <> new.depth) execute function count_changed_item();
create trigger count_added_papers after insert on documents referencing new table as written
  for each statement execute function count_written_papers();
create trigger count_removed_papers after delete on documents referencing old table as written
  for each statement execute function count_written_papers();
create trigger count_changed_paper after update of meeting_id, agenda_item_id, deleted_at on documents
  for each row when (
    (old.meeting_id, old.agenda_item_id, old.deleted_at is null) is distinct from (new.meeting_id, new.agenda_item_id, new.deleted_at is null)
  ) execute function count_changed_paper();
