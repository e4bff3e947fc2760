-- A written resolution holds papers.
alter table documents add column written_resolution_id uuid;
alter table documents add foreign key (board_id, written_resolution_id) references written_resolutions (board_id, id);
alter table documents drop constraint documents_one_home;
alter table documents add constraint documents_one_home
  check (num_nonnulls(meeting_id, agenda_item_id, category_id, folder_id, announcement_id, written_resolution_id) = 1);
create index documents_written_resolution on documents (board_id, written_resolution_id, position)
  where written_resolution_id is not null;

-- What was put to the vote, as it stood when it was circulated: {document_id, title, version_id} in their order.
alter table written_resolutions add column papers jsonb not null default '[]';

-- Once it is circulated, its papers stay as they are; what was deleted before may be deleted for good.
create function keep_papers_of_resolution() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  paper public.documents;
begin
  if tg_table_name = 'document_versions' then
    select * into paper from public.documents d where d.board_id = new.board_id and d.id = new.document_id;
  elsif tg_op = 'INSERT' then
    paper := new;
  else
    paper := old;
  end if;
  if paper.written_resolution_id is null or paper.deleted_at is not null then return null; end if;
  if exists (
    select from public.written_resolutions w
    where w.board_id = paper.board_id and w.id = paper.written_resolution_id and w.round > 0
  ) then
    raise exception 'This paper was put to the vote.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
revoke all on function keep_papers_of_resolution from public;
create trigger keep_added_paper after insert on documents for each row
  when (new.written_resolution_id is not null) execute function keep_papers_of_resolution();
create trigger keep_paper after delete or update of title, position, deleted_at, hidden, written_resolution_id on documents for each row
  when (old.written_resolution_id is not null) execute function keep_papers_of_resolution();
create trigger keep_version_of_paper after insert on document_versions for each row execute function keep_papers_of_resolution();

create or replace function keep_written_resolution() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state not in ('draft', 'circulating') then
    raise exception 'This resolution is decided.' using errcode = 'integrity_constraint_violation';
  end if;
  if old.state = 'circulating'
    and (old.title, old.text, old.body_id, old.papers) is distinct from (new.title, new.text, new.body_id, new.papers) then
    raise exception 'This resolution circulates.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
