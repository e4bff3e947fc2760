-- What was voted on stays: its papers are not deleted, and while a vote is open none of them gets another file.
create index votes_papers on votes using gin (papers jsonb_path_ops);
create function keep_voted_papers() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  board uuid;
  paper uuid;
begin
  if tg_table_name = 'document_versions' then
    board := new.board_id;
    paper := new.document_id;
  else
    board := old.board_id;
    paper := old.id;
  end if;
  perform from public.votes v
  where v.board_id = board and v.papers @> jsonb_build_array(jsonb_build_object('document_id', paper))
    and (tg_table_name = 'documents' or v.state = 'open');
  if found then
    raise exception 'This paper was put to the vote.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
revoke all on function keep_voted_papers from public;
create trigger keep_voted_paper after delete on documents for each row execute function keep_voted_papers();
create trigger keep_voted_paper_there after update of deleted_at on documents for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function keep_voted_papers();
create trigger keep_version_of_voted_paper after insert on document_versions for each row execute function keep_voted_papers();
