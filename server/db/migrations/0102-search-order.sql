-- The document's home in one column; for a document of an agenda item, the item. With it in the index of the newest, a
-- search counts the visible documents without reading them.
alter table documents add column home_id uuid not null
  generated always as (coalesce(meeting_id, agenda_item_id, announcement_id, category_id, folder_id, written_resolution_id)) stored;
drop index documents_newest;
create index documents_newest on documents (board_id, created_at desc, id desc) include (home_id, hidden) where deleted_at is null;

-- Documents whose titles match any of the queries, like `search_documents`.
create function gate.search_titles(wanted tsquery[]) returns uuid[]
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select array(
    select d.id
    from public.documents d
    where (d.board_id = (select public.current_board_id())) is true
      and d.words @@ (select string_agg('(' || q::text || ')', ' | ')::tsquery from unnest(wanted) q)
  )
$$;
call schema_tools.open_gate('search_titles');
