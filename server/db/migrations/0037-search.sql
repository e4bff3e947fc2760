-- Search (docs/decisions/090-search.md). Words are compared without case, accents and punctuation, everywhere by one function.
create extension if not exists unaccent with schema public;
create extension if not exists pg_trgm with schema public;

-- A text as its words, one blank between two. It depends on nothing but its argument: the rules of `unaccent` come with PostgreSQL,
-- and the collation is PostgreSQL's own, whatever the database's is.
create function search_fold(text) returns text language sql immutable strict parallel safe
return btrim(regexp_replace(
  lower(public.unaccent('public.unaccent'::regdictionary, normalize($1, nfkc)) collate "pg_c_utf8"),
  '[^[:alnum:]]+' collate "pg_c_utf8", ' ', 'g'
));

-- What every word of a board begins with in its vectors. A full-text index keeps one list for each word: without this it would
-- hold the pages of all boards, and each search would cost what the whole installation holds. Two boards that share a beginning
-- are told apart by `board_id`.
create function search_board(uuid) returns text language sql immutable strict parallel safe
return translate(left(md5($1::text), 6), '0123456789abcdef', 'ghijklmnopqrstuv');

-- Beyond 300,000 bytes PostgreSQL might refuse the vector; so much stands on no page that somebody reads.
create function search_vector(board uuid, given text) returns tsvector language sql immutable strict parallel safe
return (
  select to_tsvector(
    'pg_catalog.simple'::regconfig,
    regexp_replace(
      case when octet_length(folded) > 300000 then left(folded, 75000) else folded end,
      '([^ ]+)', public.search_board(board) || '\1', 'g'
    )
  )
  from (select public.search_fold(given) as folded offset 0) plain
);

-- Titles weigh more than what stands below them.
alter table meetings add column words tsvector generated always as (
  setweight(search_vector(board_id, title), 'A') || search_vector(board_id, location) || search_vector(board_id, description)
) stored;
alter table agenda_items add column words tsvector generated always as (
  search_vector(board_id, title) || search_vector(board_id, presenter) || search_vector(board_id, description)
) stored;
alter table announcements add column words tsvector generated always as (
  setweight(search_vector(board_id, title), 'A') || search_vector(board_id, body_text)
) stored;
alter table documents add column words tsvector generated always as (setweight(search_vector(board_id, title), 'A')) stored;
-- Texts and vectors stand aside, so that thousands of pages that have a word are looked through without reading them.
alter table document_texts set (toast_tuple_target = 128);
alter table document_texts add column words tsvector generated always as (search_vector(board_id, text)) stored;

-- What is new is in its place at once: a list of what is pending would make some search pay for the writing of others.
create index meetings_words on meetings using gin (words) with (fastupdate = off);
create index agenda_items_words on agenda_items using gin (words) with (fastupdate = off);
create index announcements_words on announcements using gin (words) with (fastupdate = off);
create index documents_words on documents using gin (words) with (fastupdate = off);
create index document_texts_words on document_texts using gin (words) with (fastupdate = off);

-- Every word that stands inside a board's documents, once, for words that were typed with a slip. Only words that a search finds for
-- its reader are ever used, never this list.
create table vocabulary (
  board_id uuid not null references boards,
  word text not null,
  primary key (board_id, word)
);
alter table vocabulary enable row level security;
alter table vocabulary force row level security;
create policy same_board on vocabulary to dais_serving using (board_id = (select current_board_id())) with check (board_id = (select current_board_id()));
grant select, insert, update, delete on vocabulary to dais_serving;

-- The gate looks for words: full-text operators are not leakproof, so under the serving role's policies their indexes would go
-- unused. It reads vectors and ids, never a text, and each of its functions answers for the transaction's board alone.
create policy gate on agenda_items for select to dais_gate using (true);
create policy gate on document_versions for select to dais_gate using (true);
create policy gate on document_texts for select to dais_gate using (true);
create policy gate on vocabulary to dais_gate using (true) with check (true);
grant select (board_id, meeting_id, words) on agenda_items to dais_gate;
grant select (board_id, id, document_id, number) on document_versions to dais_gate;
grant select (board_id, version_id, page, words) on document_texts to dais_gate;
grant select, insert, delete on vocabulary to dais_gate;

-- Which meetings have every wanted thing in their own words or in their agenda's; how many of them in the title. Deleted ones and
-- those out of the reader's sight too: whoever asks leaves them out.
create function gate.search_meetings(wanted tsquery[])
returns table (id uuid, in_title int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select found.id, bit_count(bit_or(found.titled)::bit(32))::int
  from (
    select m.id, 1 << w.n::int as bit, case when ts_filter(m.words, '{a}') @@ w.q then 1 << w.n::int else 0 end as titled
    from unnest(wanted) with ordinality w (q, n)
    join public.meetings m on m.board_id = public.current_board_id() and m.words @@ w.q
    union all
    select i.meeting_id, 1 << w.n::int, 0
    from unnest(wanted) with ordinality w (q, n)
    join public.agenda_items i on i.board_id = public.current_board_id() and i.words @@ w.q
  ) found
  group by found.id
  having bit_count(bit_or(found.bit)::bit(32)) = cardinality(wanted)
$$;

create function gate.search_announcements(wanted tsquery[])
returns table (id uuid, in_title int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.id, sum(case when ts_filter(a.words, '{a}') @@ w.q then 1 else 0 end)::int
  from unnest(wanted) w (q)
  join public.announcements a on a.board_id = public.current_board_id() and a.words @@ w.q
  group by a.id
  having count(*) = cardinality(wanted)
$$;

-- The same of documents: in the title, or on the pages of the current version.
create function gate.search_documents(wanted tsquery[])
returns table (id uuid, in_title int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with of_versions as (
    select t.version_id, bit_or(1 << w.n::int) as bits
    from unnest(wanted) with ordinality w (q, n)
    join public.document_texts t on t.board_id = public.current_board_id() and t.words @@ w.q
    group by t.version_id
  ), found as (
    select v.document_id as id, p.bits, 0 as titled
    from of_versions p
    join public.document_versions v on v.board_id = public.current_board_id() and v.id = p.version_id
    where not exists (
      select from public.document_versions later
      where later.board_id = v.board_id and later.document_id = v.document_id and later.number > v.number
    )
    union all
    select d.id, 1 << w.n::int, 1 << w.n::int
    from unnest(wanted) with ordinality w (q, n)
    join public.documents d on d.board_id = public.current_board_id() and d.words @@ w.q
  )
  select found.id, bit_count(bit_or(found.titled)::bit(32))::int
  from found
  group by found.id
  having bit_count(bit_or(found.bits)::bit(32)) = cardinality(wanted)
$$;

-- On which pages of some versions the wanted things stand, and how many of them on each.
create function gate.search_pages(wanted tsquery[], versions uuid[])
returns table (version_id uuid, page int, found int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.version_id, t.page, count(*)::int
  from unnest(versions) of_version (id)
  join public.document_texts t on t.board_id = public.current_board_id() and t.version_id = of_version.id
  join unnest(wanted) w (q) on t.words @@ w.q
  group by t.version_id, t.page
$$;

-- Words that look like those that were typed: out of documents, and out of the titles and agendas of the board, whoever may see
-- them. All of them: whoever asks leaves out what the reader may not find before taking the best.
create function gate.words_alike(typed text[], alike_min real)
returns table (typed_word text, word text, alike real)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with known as materialized (
    select v.word from public.vocabulary v where v.board_id = public.current_board_id()
    union
    select substr(titles.lexeme, 7)
    from (
      select unnest(tsvector_to_array(m.words)) as lexeme from public.meetings m where m.board_id = public.current_board_id()
      union
      select unnest(tsvector_to_array(i.words)) from public.agenda_items i where i.board_id = public.current_board_id()
      union
      select unnest(tsvector_to_array(a.words)) from public.announcements a where a.board_id = public.current_board_id()
      union
      select unnest(tsvector_to_array(d.words)) from public.documents d where d.board_id = public.current_board_id()
    ) titles
  )
  select t.word, known.word, public.similarity(known.word, t.word)
  from unnest(typed) t (word)
  join known on length(known.word) between length(t.word) - 3 and length(t.word) + 3
    and public.similarity(known.word, t.word) >= alike_min
$$;

-- The vocabulary follows the texts. One board's texts take turns: two jobs that learned the same words in another order would wait
-- for each other.
create function gate.learn_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('vocabulary'), hashtext(b.board_id::text)) from (select distinct board_id from new_texts order by 1) b;
  insert into public.vocabulary (board_id, word)
    select distinct t.board_id, substr(w.lexeme, 7)
    from new_texts t, unnest(tsvector_to_array(t.words)) w (lexeme)
    where substr(w.lexeme, 7) ~ ('^[[:alpha:]]{4,40}$' collate "pg_c_utf8")
    on conflict do nothing;
  return null;
end $$;

-- What is purged takes its words along, unless another text has them.
create function gate.forget_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('vocabulary'), hashtext(b.board_id::text)) from (select distinct board_id from old_texts order by 1) b;
  delete from public.vocabulary v
    using (select distinct t.board_id, w.lexeme from old_texts t, unnest(tsvector_to_array(t.words)) w (lexeme)) gone
    where v.board_id = gone.board_id and v.word = substr(gone.lexeme, 7)
      and not exists (
        select from public.document_texts t
        where t.board_id = gone.board_id and t.words @@ quote_literal(gone.lexeme)::tsquery
      );
  return null;
end $$;

do $$
declare
  f regprocedure;
begin
  foreach f in array array[
    'gate.search_meetings(tsquery[])'::regprocedure, 'gate.search_announcements(tsquery[])'::regprocedure,
    'gate.search_documents(tsquery[])'::regprocedure, 'gate.search_pages(tsquery[], uuid[])'::regprocedure,
    'gate.words_alike(text[], real)'::regprocedure, 'gate.learn_words()'::regprocedure, 'gate.forget_words()'::regprocedure
  ] loop
    execute format('alter function %s owner to dais_gate', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to dais_serving', f);
  end loop;
end
$$;

create trigger document_texts_learn after insert on document_texts
  referencing new table as new_texts for each statement execute function gate.learn_words();
create trigger document_texts_forget after delete on document_texts
  referencing old table as old_texts for each statement execute function gate.forget_words();

-- What was read before.
alter table document_texts no force row level security;
alter table vocabulary no force row level security;
insert into vocabulary (board_id, word)
  select distinct t.board_id, substr(w.lexeme, 7) from document_texts t, unnest(tsvector_to_array(t.words)) w (lexeme)
  where substr(w.lexeme, 7) ~ ('^[[:alpha:]]{4,40}$' collate "pg_c_utf8");
alter table document_texts force row level security;
alter table vocabulary force row level security;
