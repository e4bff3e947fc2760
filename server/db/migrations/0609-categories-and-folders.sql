create table categories (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 300),
  position int not null,
  audience_id uuid not null,
  hidden boolean not null default false,
  -- Counts are stored, so that opening the category need not compute them.
  document_count int not null default 0,
  hidden_count int not null default 0,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  unique (board_id, id),
  unique (board_id, audience_id),
  constraint categories_hidden_count check (hidden_count between 0 and document_count),
  foreign key (board_id, audience_id) references audiences (board_id, id),
  foreign key (board_id, created_by) references members (board_id, id),
  foreign key (board_id, deleted_by) references members (board_id, id)
);
create index categories_board on categories (board_id, position) where deleted_at is null;
create index categories_deleted on categories (deleted_at) where deleted_at is not null;

create table folders (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  category_id uuid not null,
  -- Unset for a folder directly in its category.
  parent_id uuid,
  -- Folder ids from the top folder to this one, so that one row is enough to find all parents.
  path uuid[] not null constraint folders_path_ends_in_own_id check (cardinality(path) between 1 and 8 and path[cardinality(path)] = id),
  name text not null check (length(name) between 1 and 100),
  position int not null,
  -- A top folder may narrow its category's audience. Deeper folders inherit it.
  audience_id uuid,
  hidden boolean not null default false,
  document_count int not null default 0,
  hidden_count int not null default 0,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  unique (board_id, id),
  unique (board_id, audience_id),
  constraint folders_audience_of_top check (audience_id is null or parent_id is null),
  constraint folders_path_of_top check ((parent_id is null) = (cardinality(path) = 1)),
  constraint folders_hidden_count check (hidden_count between 0 and document_count),
  foreign key (board_id, category_id) references categories (board_id, id) on delete cascade,
  foreign key (board_id, parent_id) references folders (board_id, id) on delete cascade,
  foreign key (board_id, audience_id) references audiences (board_id, id),
  foreign key (board_id, created_by) references members (board_id, id),
  foreign key (board_id, deleted_by) references members (board_id, id)
);
create index folders_order on folders (board_id, category_id, parent_id, position) where deleted_at is null;
create index folders_parent on folders (board_id, parent_id);
create index folders_path on folders using gin (path);
create index folders_deleted on folders (deleted_at) where deleted_at is not null;

call schema_tools.keep_within_board('categories', 'folders');
create policy gate on categories for select to dais_gate using (true);
create policy gate on folders for select to dais_gate using (true);
grant select (board_id, id, deleted_at) on categories, folders to dais_gate;

alter table documents
  add foreign key (board_id, category_id) references categories (board_id, id) on delete cascade,
  add foreign key (board_id, folder_id) references folders (board_id, id) on delete cascade;

create type counted_document as (category_id uuid, folder_id uuid, hidden boolean);

-- Updates the counters in the order of their ids, to avoid deadlocks.
create function add_to_counts(removed counted_document[], added counted_document[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  holder record;
begin
  for holder in
    select each.category_id, each.folder_id, sum(each.sign)::int as documents,
      coalesce(sum(each.sign) filter (where each.hidden), 0)::int as hidden
    from (
      select -1 as sign, r.category_id, r.folder_id, r.hidden from unnest(removed) r
      union all
      select 1, a.category_id, a.folder_id, a.hidden from unnest(added) a
    ) each
    group by each.category_id, each.folder_id
    order by coalesce(each.category_id, each.folder_id)
  loop
    if holder.documents = 0 and holder.hidden = 0 then continue; end if;
    update categories set document_count = document_count + holder.documents, hidden_count = hidden_count + holder.hidden
    where id = holder.category_id;
    update folders set document_count = document_count + holder.documents, hidden_count = hidden_count + holder.hidden
    where id = holder.folder_id;
  end loop;
end
$$;

create function count_added_documents() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_to_counts('{}', array(
    select row(category_id, folder_id, hidden)::counted_document from added
    where deleted_at is null and num_nonnulls(category_id, folder_id) = 1
  ));
  return null;
end
$$;

create function count_changed_documents() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_to_counts(array(
    select row(category_id, folder_id, hidden)::counted_document from before
    where deleted_at is null and num_nonnulls(category_id, folder_id) = 1
  ), array(
    select row(category_id, folder_id, hidden)::counted_document from after
    where deleted_at is null and num_nonnulls(category_id, folder_id) = 1
  ));
  return null;
end
$$;

create function count_removed_documents() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_to_counts(array(
    select row(category_id, folder_id, hidden)::counted_document from removed
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

-- Returns deleted items that can no longer be restored. Containers come before their contents.
create function gate.documents_to_purge(deleted_before timestamptz, most int)
returns table (board_id uuid, kind text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select deleted.board_id, deleted.kind, deleted.id
  from (
    select t.board_id, 'category' as kind, t.id, t.deleted_at, 1 as rank
    from public.categories t where t.deleted_at < deleted_before
    union all
    select t.board_id, 'folder', t.id, t.deleted_at, 2
    from public.folders t where t.deleted_at < deleted_before
    union all
    select t.board_id, 'document', t.id, t.deleted_at, 3
    from public.documents t where t.deleted_at < deleted_before
  ) deleted
  order by deleted.rank, deleted.deleted_at
  limit most
$$;

call schema_tools.open_gate('documents_to_purge');
