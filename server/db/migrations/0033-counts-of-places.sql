-- How many documents stand in a category or folder directly, so that opening a place need not read what it holds.
alter table categories
  add column document_count int not null default 0,
  add column hidden_count int not null default 0,
  add check (hidden_count between 0 and document_count);
alter table folders
  add column document_count int not null default 0,
  add column hidden_count int not null default 0,
  add check (hidden_count between 0 and document_count);

alter table documents no force row level security;
alter table categories no force row level security;
alter table folders no force row level security;
update categories c set document_count = counted.documents, hidden_count = counted.hidden
from (
  select board_id, category_id, count(*)::int as documents, (count(*) filter (where hidden))::int as hidden
  from documents where deleted_at is null and category_id is not null group by board_id, category_id
) counted
where counted.board_id = c.board_id and counted.category_id = c.id;
update folders f set document_count = counted.documents, hidden_count = counted.hidden
from (
  select board_id, folder_id, count(*)::int as documents, (count(*) filter (where hidden))::int as hidden
  from documents where deleted_at is null and folder_id is not null group by board_id, folder_id
) counted
where counted.board_id = f.board_id and counted.folder_id = f.id;
alter table documents force row level security;
alter table categories force row level security;
alter table folders force row level security;

-- Adds up what a statement changed, under the rights of whoever ran it. Places are changed in the order of their ids, so that
-- two who change several never wait for each other.
create type placed_document as (category_id uuid, folder_id uuid, hidden boolean);

create function add_to_counts(gone placed_document[], come placed_document[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  place record;
begin
  for place in
    select each.category_id, each.folder_id, sum(each.sign)::int as documents,
      coalesce(sum(each.sign) filter (where each.hidden), 0)::int as hidden
    from (
      select -1 as sign, g.category_id, g.folder_id, g.hidden from unnest(gone) g
      union all
      select 1, c.category_id, c.folder_id, c.hidden from unnest(come) c
    ) each
    group by each.category_id, each.folder_id
    order by coalesce(each.category_id, each.folder_id)
  loop
    if place.documents = 0 and place.hidden = 0 then continue; end if;
    update categories set document_count = document_count + place.documents, hidden_count = hidden_count + place.hidden
    where id = place.category_id;
    update folders set document_count = document_count + place.documents, hidden_count = hidden_count + place.hidden
    where id = place.folder_id;
  end loop;
end
$$;

create function count_added_documents() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_to_counts('{}', array(
    select row(category_id, folder_id, hidden)::placed_document from added
    where deleted_at is null and num_nonnulls(category_id, folder_id) = 1
  ));
  return null;
end
$$;

create function count_changed_documents() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_to_counts(array(
    select row(category_id, folder_id, hidden)::placed_document from before
    where deleted_at is null and num_nonnulls(category_id, folder_id) = 1
  ), array(
    select row(category_id, folder_id, hidden)::placed_document from after
    where deleted_at is null and num_nonnulls(category_id, folder_id) = 1
  ));
  return null;
end
$$;

create function count_removed_documents() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_to_counts(array(
    select row(category_id, folder_id, hidden)::placed_document from removed
    where deleted_at is null and num_nonnulls(category_id, folder_id) = 1
  ), '{}');
  return null;
end
$$;

create trigger count_added after insert on documents referencing new table as added
  for each statement execute function count_added_documents();
create trigger count_changed after update on documents referencing old table as before new table as after
  for each statement execute function count_changed_documents();
create trigger count_removed after delete on documents referencing old table as removed
  for each statement execute function count_removed_documents();
