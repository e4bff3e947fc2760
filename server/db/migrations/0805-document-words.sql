-- All words and word pairs of a document in few rows, so that a search reads pages only for the results that it shows.
create table document_words (
  board_id uuid not null references boards,
  document_id uuid not null,
  part int not null default 0 check (part >= 0),
  -- False for a long document, because a vector is limited to one megabyte.
  is_whole boolean not null,
  byte_size int not null check (byte_size >= 0),
  version_id uuid,
  words tsvector not null,
  primary key (board_id, document_id, part),
  foreign key (board_id, document_id) references documents (board_id, id) on delete cascade
) with (toast_tuple_target = 128);
call schema_tools.keep_within_board('document_words');
create policy gate on document_words to dais_gate using (true) with check (true);
grant select, insert, update, delete on document_words to dais_gate;
create index document_words_whole on document_words using gin (words) with (fastupdate = off) where is_whole;
create index document_words_parts on document_words using gin (words) with (fastupdate = off) where not is_whole;

create function index_words(board uuid, document uuid, version uuid, lexemes text[]) returns void language sql volatile as $$
  with last as (
    select w.part, w.byte_size from document_words w where w.board_id = board and w.document_id = document order by w.part desc limit 1
  ), fresh as (
    select given.lexeme, sum(octet_length(given.lexeme)) over (order by given.lexeme) as bytes
    from (
      select unnest(lexemes) as lexeme
      except
      select unnest(tsvector_to_array(w.words)) from document_words w where w.board_id = board and w.document_id = document
    ) given
  ), placed as (
    select coalesce((select last.part from last), 0) + (coalesce((select last.byte_size from last), 0) + fresh.bytes)::int / 800000 as part,
      fresh.lexeme
    from fresh
  )
  insert into document_words as known (board_id, document_id, part, is_whole, byte_size, version_id, words)
  select board, document, placed.part, placed.part = 0, sum(octet_length(placed.lexeme)), version, array_to_tsvector(array_agg(placed.lexeme))
  from placed group by placed.part
  on conflict (board_id, document_id, part) do update
    set words = known.words || excluded.words, byte_size = known.byte_size + excluded.byte_size;
  update document_words w set is_whole = false
  where w.board_id = board and w.document_id = document and w.is_whole
    and exists (select from document_words more where more.board_id = board and more.document_id = document and more.part > 0);
$$;

create function index_documents(documents uuid[]) returns void language plpgsql volatile as $$
declare
  document record;
begin
  for document in
    select d.board_id, d.id, d.words, (
      select v.id from document_versions v where v.board_id = d.board_id and v.document_id = d.id order by v.number desc limit 1
    ) as version_id
    from documents d where d.id = any(documents) order by d.id
  loop
    delete from document_words w where w.board_id = document.board_id and w.document_id = document.id;
    perform index_words(document.board_id, document.id, document.version_id, array(
      select unnest(search_lexemes(document.words))
      union
      select unnest(search_lexemes(t.words)) from document_texts t
      where t.board_id = document.board_id and t.version_id = document.version_id
    ));
  end loop;
end $$;
revoke all on function index_words, index_documents from public;
grant execute on function index_words, index_documents to dais_gate;

-- Serialises changes to a document's words. Take this lock before that of the vocabulary.
create function lock_document_words(documents uuid[]) returns void language sql volatile as $$
  select pg_advisory_xact_lock(hashtext('document_words'), hashtext(id::text)) from (select distinct unnest(documents) as id order by 1) each
$$;
revoke all on function lock_document_words from public;
grant execute on function lock_document_words to dais_gate;

create function gate.index_pages() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform public.lock_document_words(array(
    select v.document_id from new_texts t join public.document_versions v on v.board_id = t.board_id and v.id = t.version_id
  ));
  perform public.index_words(read.board_id, read.document_id, read.version_id, read.lexemes)
  from (
    select v.board_id, v.document_id, v.id as version_id, array_agg(distinct w.lexeme) as lexemes
    from new_texts t
    join public.document_versions v on v.board_id = t.board_id and v.id = t.version_id
    cross join unnest(public.search_lexemes(t.words)) w (lexeme)
    where not exists (
      select from public.document_versions later
      where later.board_id = v.board_id and later.document_id = v.document_id and later.number > v.number
    )
    group by v.board_id, v.document_id, v.id
  ) read;
  return null;
end $$;

create function gate.index_document() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  documents uuid[];
begin
  if tg_table_name = 'documents' then
    if tg_op = 'UPDATE' then
      documents := array[new.id];
      perform public.lock_document_words(documents);
    else
      documents := array(select c.id from changed c);
    end if;
  elsif tg_table_name = 'document_versions' then
    documents := array(select distinct c.document_id from changed c);
    -- First versions have no pages yet, so they need no lock.
    perform public.lock_document_words(array(
      select c.document_id from changed c
      where case when tg_op = 'INSERT' then c.number > 1 else exists (select from public.documents d where d.id = c.document_id) end
    ));
  else
    documents := array(
      select distinct v.document_id from changed c join public.document_versions v on v.board_id = c.board_id and v.id = c.version_id
    );
    perform public.lock_document_words(documents);
  end if;
  perform public.index_documents(documents);
  return null;
end $$;
call schema_tools.open_gate('index_pages', 'index_document');

create trigger words_of_new after insert on documents
  referencing new table as changed for each statement execute function gate.index_document();
create trigger words_of_title after update of title on documents
  for each row when (old.title is distinct from new.title) execute function gate.index_document();
create trigger words_of_new after insert on document_versions
  referencing new table as changed for each statement execute function gate.index_document();
create trigger words_of_gone after delete on document_versions
  referencing old table as changed for each statement execute function gate.index_document();
-- Triggers run in the order of their names, so these run before those of the vocabulary.
create trigger add_words after insert on document_texts
  referencing new table as new_texts for each statement execute function gate.index_pages();
create trigger clear_words after delete on document_texts
  referencing old table as changed for each statement execute function gate.index_document();

create function is_word_used(board uuid, lexeme text) returns boolean language sql stable as $$
  select exists (select from document_texts t where (t.board_id = board) is true and t.words @@ quote_literal(lexeme)::tsquery)
    or exists (select from documents d where (d.board_id = board) is true and d.words @@ quote_literal(lexeme)::tsquery)
    or exists (select from meetings m where (m.board_id = board) is true and m.words @@ quote_literal(lexeme)::tsquery)
    or exists (select from agenda_items i where (i.board_id = board) is true and i.words @@ quote_literal(lexeme)::tsquery)
    or exists (select from announcements a where (a.board_id = board) is true and a.words @@ quote_literal(lexeme)::tsquery)
    or exists (select from action_items a where (a.board_id = board) is true and a.words @@ quote_literal(lexeme)::tsquery)
    or exists (select from minutes_sections s where (s.board_id = board) is true and s.words @@ quote_literal(lexeme)::tsquery)
    or exists (select from motions m where (m.board_id = board) is true and m.words @@ quote_literal(lexeme)::tsquery)
    or exists (select from written_resolutions r where (r.board_id = board) is true and r.words @@ quote_literal(lexeme)::tsquery)
$$;
revoke all on function is_word_used from public;
grant execute on function is_word_used to dais_gate;

call schema_tools.keep_vocabulary(
  'documents', 'meetings', 'agenda_items', 'announcements', 'action_items', 'minutes_sections', 'motions', 'written_resolutions'
);
