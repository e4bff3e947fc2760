-- Search by document: one narrow row holds every word of a document's title and of its current version's pages, and every two that
-- stand side by side. Pages are read of what is shown alone.

-- The words of a vector, and each two neighbours as one with a blank between them. Neighbours are found up to PostgreSQL's last position,
-- and where both together are of a length that it takes.
create function search_lexemes(words tsvector) returns text[] language sql immutable strict parallel safe as $$
  with placed as materialized (
    select l.lexeme, p.at::int as at from unnest(words) l, unnest(l.positions) p (at) where p.at < 16383
  )
  select array(
    select l.lexeme from unnest(words) l
    union
    select one.lexeme || ' ' || substr(other.lexeme, 7)
    from placed one join placed other on other.at = one.at + 1
    where octet_length(one.lexeme) + octet_length(other.lexeme) <= 1000
  )
$$;

-- What was typed as words of the board, in order.
create function search_words(board uuid, given text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(l.lexeme order by p.at), '{}') from unnest(search_vector(board, given)) l, unnest(l.positions) p (at)
$$;

-- One after the other, for vectors with positions; the last one by its beginning, or whole.
create function search_phrase(words text[], is_exact boolean) returns tsquery language sql immutable strict parallel safe as $$
  select string_agg(
    quote_literal(w.word) || case when is_exact or w.nth < cardinality(words) then '' else ':*' end, ' <-> ' order by w.nth
  )::tsquery
  from unnest(words) with ordinality w (word, nth)
$$;

-- The same for rows of `document_words`, which hold all of these, or it is not there: the word, or each two neighbours.
create function search_parts(words text[], is_exact boolean) returns tsquery[] language sql immutable strict parallel safe as $$
  select case when cardinality(words) = 1 then array[search_phrase(words, is_exact)] else array(
    select (quote_literal(pair.lexeme) || case when is_exact or pair.nth < cardinality(words) - 1 then '' else ':*' end)::tsquery
    from (
      select words[nth] || ' ' || substr(words[nth + 1], 7) as lexeme, nth, octet_length(words[nth]) + octet_length(words[nth + 1]) as size
      from generate_series(1, cardinality(words) - 1) nth
    ) pair
    where pair.size <= 1000
    union all
    -- Too long to stand side by side.
    select search_phrase(array[words[nth]], is_exact or nth < cardinality(words))
    from generate_series(1, cardinality(words)) nth
    where octet_length(words[nth]) > 400
  ) end
$$;

create table document_words (
  board_id uuid not null references boards,
  document_id uuid not null,
  part int not null default 0 check (part >= 0),
  -- A vector holds a megabyte at most: the words of a long document are in several rows.
  is_whole boolean not null,
  byte_size int not null check (byte_size >= 0),
  -- The current one; null where there is none.
  version_id uuid,
  words tsvector not null,
  primary key (board_id, document_id, part),
  foreign key (board_id, document_id) references documents (board_id, id) on delete cascade
) with (toast_tuple_target = 128);
call house.keep_within_board('document_words');
create policy gate on document_words to dais_gate using (true) with check (true);
grant select, insert, update, delete on document_words to dais_gate;

-- Adds words to a document's row; what does not fit begins another.
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

-- Writes the rows of documents anew.
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

-- A document's rows are written by one transaction at a time: a page that comes while its version is replaced would stay. Documents
-- are locked before the vocabulary.
create function lock_document_words(documents uuid[]) returns void language sql volatile as $$
  select pg_advisory_xact_lock(hashtext('document_words'), hashtext(id::text)) from (select distinct unnest(documents) as id order by 1) each
$$;
revoke all on function lock_document_words from public;
grant execute on function lock_document_words to dais_gate;

-- Pages that came.
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

-- A title, a version or pages that came or went.
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
    -- Of a first version nobody has read a page yet; a document that goes takes its rows along.
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
call house.open_gate('index_pages', 'index_document');

create trigger words_of_new after insert on documents
  referencing new table as changed for each statement execute function gate.index_document();
create trigger words_of_title after update of title on documents
  for each row when (old.title is distinct from new.title) execute function gate.index_document();
create trigger words_of_new after insert on document_versions
  referencing new table as changed for each statement execute function gate.index_document();
create trigger words_of_gone after delete on document_versions
  referencing old table as changed for each statement execute function gate.index_document();
-- By their names they come before those of the vocabulary.
create trigger add_words after insert on document_texts
  referencing new table as new_texts for each statement execute function gate.index_pages();
create trigger clear_words after delete on document_texts
  referencing old table as changed for each statement execute function gate.index_document();

-- The vocabulary learns titles and agendas, too, and finds what looks alike by three letters at a time, each with its board before it.
create function search_letters(board uuid, word text) returns text[] language sql immutable strict parallel safe as $$
  select array(select search_board(board) || letters from unnest(show_trgm(word)) letters)
$$;
alter table vocabulary add column letters text[] generated always as (search_letters(board_id, word)) stored;

-- Whether anything of the board that is searched holds the word.
create function is_word_used(board uuid, lexeme text) returns boolean language sql stable as $$
  select exists (select from document_texts t where (t.board_id = board) is true and t.words @@ quote_literal(lexeme)::tsquery)
    or exists (select from documents d where (d.board_id = board) is true and d.words @@ quote_literal(lexeme)::tsquery)
    or exists (select from meetings m where (m.board_id = board) is true and m.words @@ quote_literal(lexeme)::tsquery)
    or exists (select from agenda_items i where (i.board_id = board) is true and i.words @@ quote_literal(lexeme)::tsquery)
    or exists (select from announcements a where (a.board_id = board) is true and a.words @@ quote_literal(lexeme)::tsquery)
$$;
revoke all on function is_word_used from public;
grant execute on function is_word_used to dais_gate;

create or replace function gate.forget_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('vocabulary'), hashtext(b.board_id::text)) from (select distinct board_id from old_texts order by 1) b;
  delete from public.vocabulary v
    using (select distinct t.board_id, w.lexeme from old_texts t, unnest(tsvector_to_array(t.words)) w (lexeme)) gone
    where v.board_id = gone.board_id and v.word = substr(gone.lexeme, 7) and not public.is_word_used(gone.board_id, gone.lexeme);
  return null;
end $$;

-- What changed in a title, an agenda or an announcement. At the end of its transaction, when it waits for nothing else: whoever learns
-- or forgets words of the board meanwhile is waited for.
create function gate.keep_vocabulary() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  board uuid := case when tg_op = 'DELETE' then old.board_id else new.board_id end;
  before text[] := case when tg_op = 'INSERT' then '{}'::text[] else tsvector_to_array(old.words) end;
  after text[] := case when tg_op = 'DELETE' then '{}'::text[] else tsvector_to_array(new.words) end;
begin
  perform pg_advisory_xact_lock(hashtext('vocabulary'), hashtext(board::text));
  insert into public.vocabulary (board_id, word)
    select board, substr(came.lexeme, 7) from (select unnest(after) except select unnest(before)) came (lexeme)
    where substr(came.lexeme, 7) ~ ('^[[:alpha:]]{4,40}$' collate "pg_c_utf8")
    on conflict do nothing;
  delete from public.vocabulary v
    using (select unnest(before) except select unnest(after)) gone (lexeme)
    where v.board_id = board and v.word = substr(gone.lexeme, 7) and not public.is_word_used(board, gone.lexeme);
  return null;
end $$;
call house.open_gate('keep_vocabulary');

create procedure house.keep_vocabulary(variadic tables text[]) language plpgsql as $$
declare
  each_table text;
begin
  foreach each_table in array tables loop
    execute format('create constraint trigger vocabulary_of_new after insert or delete on %I deferrable initially deferred for each row execute function gate.keep_vocabulary()', each_table);
    execute format('create constraint trigger vocabulary_of_changed after update on %I deferrable initially deferred for each row when (old.words is distinct from new.words) execute function gate.keep_vocabulary()', each_table);
  end loop;
end
$$;
call house.keep_vocabulary('documents', 'meetings', 'agenda_items', 'announcements');

-- The documents, titles and agendas that are there.
set local role dais_gate;
select index_documents(array(select d.id from documents d));
insert into vocabulary (board_id, word)
  select distinct titles.board_id, substr(titles.lexeme, 7)
  from (
    select d.board_id, unnest(tsvector_to_array(d.words)) as lexeme from documents d
    union all
    select m.board_id, unnest(tsvector_to_array(m.words)) from meetings m
    union all
    select i.board_id, unnest(tsvector_to_array(i.words)) from agenda_items i
    union all
    select a.board_id, unnest(tsvector_to_array(a.words)) from announcements a
  ) titles
  where substr(titles.lexeme, 7) ~ ('^[[:alpha:]]{4,40}$' collate "pg_c_utf8")
  on conflict do nothing;
reset role;

-- Two: nearly every document is in one row, which has all the words or is not it.
create index document_words_whole on document_words using gin (words) with (fastupdate = off) where is_whole;
create index document_words_parts on document_words using gin (words) with (fastupdate = off) where not is_whole;
create index vocabulary_letters on vocabulary using gin (letters) with (fastupdate = off);

-- Which documents hold all parts of what is wanted, in the title or on pages of the current version. A phrase of three words
-- or more may still be in two pieces: `phrases` are looked for as they are. The board is worked out once, and `is true` keeps the index of
-- boards out, which holds more than the words'.
drop function gate.search_documents;
create function gate.search_documents(wanted tsquery[], phrases tsquery[])
returns table (id uuid, version_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select found.document_id, found.version_id
  from (
    select w.document_id, w.version_id
    from public.document_words w
    where (w.board_id = (select public.current_board_id())) is true and w.is_whole
      and w.words @@ (select string_agg('(' || q::text || ')', ' & ')::tsquery from unnest(wanted) q)
    union all
    select w.document_id, (array_agg(w.version_id))[1]
    from unnest(wanted) with ordinality each (q, nth)
    join public.document_words w
      on (w.board_id = (select public.current_board_id())) is true and not w.is_whole and w.words @@ each.q
    group by w.document_id
    having count(distinct each.nth) = cardinality(wanted)
  ) found
  where cardinality(phrases) = 0 or not exists (
    select from unnest(phrases) phrase (q)
    -- In this order.
    where not case
      when exists (
        select from public.document_texts t
        where t.board_id = (select public.current_board_id()) and t.version_id = found.version_id and t.words @@ phrase.q
      ) then true
      else exists (
        select from public.documents d
        where d.board_id = (select public.current_board_id()) and d.id = found.document_id and d.words @@ phrase.q
      )
    end
  )
$$;

-- Words of the board that look like those that were typed, whoever may see them. All of them: whoever asks leaves out what the reader may not
-- find before taking the best. What is so much alike has that part of its letters in common, three at a time: their index is used, whatever
-- PostgreSQL knows of the vocabulary.
create or replace function gate.similar_words(typed text[], similarity_min real)
returns table (typed_word text, word text, similarity real)
language sql stable security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
  select t.word, near.word, public.similarity(near.word, t.word)
  from unnest(typed) t (word)
  cross join lateral (
    select v.word
    from unnest(public.search_letters(public.current_board_id(), t.word)) part (letters)
    join public.vocabulary v on (v.board_id = (select public.current_board_id())) is true and v.letters @> array[part.letters]
    group by v.word
    having count(*) + 0.01 >= similarity_min * cardinality(public.search_letters(public.current_board_id(), t.word))
  ) near
  where length(near.word) between length(t.word) - 3 and length(t.word) + 3
    and public.similarity(near.word, t.word) >= similarity_min
$$;
call house.open_gate('search_documents');
