-- What is put among the papers of a resolution that circulates, or taken back from the deleted ones, is refused like what is changed there.
create or replace function keep_papers_of_resolution() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  papers public.documents[];
begin
  if tg_table_name = 'document_versions' then
    papers := array(select d from public.documents d where d.board_id = new.board_id and d.id = new.document_id);
  elsif tg_op = 'INSERT' then
    papers := array[new];
  elsif tg_op = 'DELETE' then
    papers := array[old];
  else
    papers := array[old, new];
  end if;
  if exists (
    select from unnest(papers) paper
    join public.written_resolutions w on w.board_id = paper.board_id and w.id = paper.written_resolution_id
    where paper.deleted_at is null and w.round > 0
  ) then
    raise exception 'This paper was put to the vote.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

drop trigger keep_paper on documents;
create trigger keep_changed_paper after update of title, position, deleted_at, hidden, written_resolution_id on documents for each row
  when (old.written_resolution_id is not null or new.written_resolution_id is not null) execute function keep_papers_of_resolution();
create trigger keep_removed_paper after delete on documents for each row
  when (old.written_resolution_id is not null) execute function keep_papers_of_resolution();
