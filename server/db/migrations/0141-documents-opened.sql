-- What members opened last, written after the answer, in batches over all boards. A document that is at the top of its member's list stays
-- unwritten, since a page may ask often; one that is gone for good is left out.
create policy gate on recent_documents to dais_gate using (true) with check (true);
grant select, insert, update (opened_at) on recent_documents to dais_gate;
create function gate.note_opened_documents(boards uuid[], documents uuid[], members uuid[], at timestamptz[])
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.recent_documents as recent (board_id, member_id, document_id, opened_at)
  select m.board_id, m.id, d.id, noted.at
  from unnest(boards, documents, members, at) noted (board_id, document_id, member_id, at)
  join public.members m on m.board_id = noted.board_id and m.id = noted.member_id
  join public.documents d on d.board_id = noted.board_id and d.id = noted.document_id
  on conflict (board_id, member_id, document_id) do update set opened_at = excluded.opened_at
  where recent.opened_at < excluded.opened_at and (
    exists (
      select from public.recent_documents other
      where other.board_id = recent.board_id and other.member_id = recent.member_id
        and other.document_id <> recent.document_id and other.opened_at >= recent.opened_at
    )
    or exists (
      select from unnest(documents, members) besides (document_id, member_id)
      where besides.member_id = recent.member_id and besides.document_id <> recent.document_id
    )
  )
$$;
call house.open_gate('note_opened_documents');
