-- Documents that contain all parts of the queries, in the title or on pages of the current version, as one array, since
-- rows would be written and read twice more. The board is computed once, and `is true` prevents the use of the board
-- index, which has more rows than the words' index. A phrase of three or more words may still be split; the caller
-- checks it on the way to the page.
drop function gate.search_documents(tsquery[], tsquery[]);
create function gate.search_documents(wanted tsquery[]) returns uuid[]
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select array(
    select w.document_id
    from public.document_words w
    where (w.board_id = (select public.current_board_id())) is true and w.is_whole
      and w.words @@ (select string_agg('(' || q::text || ')', ' & ')::tsquery from unnest(wanted) q)
    union all
    select w.document_id
    from unnest(wanted) with ordinality each (q, nth)
    join public.document_words w
      on (w.board_id = (select public.current_board_id())) is true and not w.is_whole and w.words @@ each.q
    group by w.document_id
    having count(distinct each.nth) = cardinality(wanted)
  )
$$;
call schema_tools.open_gate('search_documents');

-- Computes the trigrams of the typed words once, not for each similar word.
create or replace function gate.similar_words(typed text[], similarity_min real)
returns table (typed_word text, word text, similarity real)
language sql stable security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
  select given.word, near.word, public.similarity(near.word, given.word)
  from (
    select t.word, public.search_letters(public.current_board_id(), t.word) as letters from unnest(typed) t (word) offset 0
  ) given
  cross join lateral (
    select v.word
    from unnest(given.letters) part (letters)
    join public.vocabulary v on (v.board_id = (select public.current_board_id())) is true and v.letters @> array[part.letters]
    group by v.word
    having count(*) + 0.01 >= similarity_min * cardinality(given.letters)
  ) near
  where length(near.word) between length(given.word) - 3 and length(given.word) + 3
    and public.similarity(near.word, given.word) >= similarity_min
$$;
