create table agenda_items (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  -- Positions have large gaps, so that moving an item updates one row.
  position int not null,
  depth int not null default 0 check (depth between 0 and 2),
  title text not null check (length(title) between 1 and 200),
  purpose text check (purpose in ('information', 'discussion', 'decision')),
  description text not null default '' check (length(description) <= 10000),
  -- The name stays after the member is removed.
  presenter text not null default '' check (length(presenter) <= 200),
  presenter_id uuid,
  minutes int check (minutes between 0 and 1440),
  kind text check (kind in ('declarations', 'minutes', 'action-items', 'written-resolutions')),
  minutes_of uuid,
  copied_from uuid,
  revision int not null default 1,
  -- The latest change of each field, as {field: {revision, by, at}}. Unchanged fields are omitted.
  changes jsonb not null default '{}',
  created_at timestamptz not null default now(),
  words tsvector generated always as (
    search_vector(board_id, title) || search_vector(board_id, presenter) || search_vector(board_id, description)
  ) stored,
  unique (board_id, id),
  unique (board_id, meeting_id, position) deferrable initially deferred,
  constraint agenda_items_minutes check (minutes_of is null or coalesce(kind = 'minutes', false)),
  constraint agenda_items_minutes_of
    foreign key (board_id, minutes_of) references meetings (board_id, id) on delete set null (minutes_of),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, presenter_id) references members (board_id, id) on delete set null (presenter_id)
);
create index agenda_items_presenter on agenda_items (board_id, presenter_id) where presenter_id is not null;
create index agenda_items_copied_from on agenda_items (board_id, copied_from) where copied_from is not null;
create index agenda_items_minutes_of on agenda_items (board_id, minutes_of) where minutes_of is not null;
create index agenda_items_words on agenda_items using gin (words) with (fastupdate = off);
call schema_tools.keep_within_board('agenda_items');
create policy gate on agenda_items for select to dais_gate using (true);
grant select (id, board_id, meeting_id, words) on agenda_items to dais_gate;

alter table documents add foreign key (board_id, agenda_item_id) references agenda_items (board_id, id) on delete cascade;

create function count_meetings(changed uuid[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if changed is null then
    return;
  end if;
  -- Lock first, so that the count includes what concurrent transactions have committed.
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
