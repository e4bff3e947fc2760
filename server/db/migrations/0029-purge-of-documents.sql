-- What was deleted of the library, and every deleted document, whose time to be restored is over; what holds others first.
create policy gate on categories for select to dais_gate using (true);
create policy gate on folders for select to dais_gate using (true);
grant select (board_id, id, deleted_at) on categories, folders to dais_gate;

create function gate.documents_to_purge(deleted_before timestamptz, most int)
returns table (board_id uuid, kind text, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select gone.board_id, gone.kind, gone.id
  from (
    select t.board_id, 'category' as kind, t.id, t.deleted_at, 1 as turn
    from public.categories t where t.deleted_at < deleted_before
    union all
    select t.board_id, 'folder', t.id, t.deleted_at, 2
    from public.folders t where t.deleted_at < deleted_before
    union all
    select t.board_id, 'document', t.id, t.deleted_at, 3
    from public.documents t where t.deleted_at < deleted_before
  ) gone
  order by gone.turn, gone.deleted_at
  limit most
$$;
call house.open_gate('documents_to_purge');

create index documents_deleted on documents (deleted_at) where deleted_at is not null;
create index folders_deleted on folders (deleted_at) where deleted_at is not null;
create index categories_deleted on categories (deleted_at) where deleted_at is not null;
