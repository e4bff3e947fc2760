-- All search compares words without case, accents and punctuation, through one function.
create extension if not exists unaccent with schema public;
create extension if not exists pg_trgm with schema public;

-- PostgreSQL has this collation since version 17. Version 16 gets the nearest one, from ICU.
do $$
begin
  if to_regcollation('pg_catalog.pg_c_utf8') is null then
    create collation public.pg_c_utf8 (provider = icu, locale = 'und');
  end if;
end $$;

-- Returns the words of a text, separated by single spaces. Immutable: the rules of `unaccent` come with PostgreSQL, and
-- the collation is PostgreSQL's own, independent of the database's.
create function search_fold(text) returns text language sql immutable strict parallel safe
return btrim(regexp_replace(
  lower(public.unaccent('public.unaccent'::regdictionary, normalize($1, nfkc)) collate "pg_c_utf8"),
  '[^[:alnum:]]+' collate "pg_c_utf8", ' ', 'g'
));

-- A prefix of every word in a board's vectors. A full-text index has one list per word, so without the prefix each
-- search would read the lists of the whole installation. If two boards share a prefix, `board_id` separates them.
create function search_board(uuid) returns text language sql immutable strict parallel safe
return translate(left(md5($1::text), 6), '0123456789abcdef', 'ghijklmnopqrstuv');

-- Above 300,000 bytes PostgreSQL might refuse the vector. No readable page has that much text.
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

-- Returns a vector's words, and each pair of neighbours as one word with a space. Pairs are found up to PostgreSQL's
-- last position and its maximum word length.
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

-- Returns the typed words with the board's prefix, in order.
create function search_words(board uuid, given text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(l.lexeme order by p.at), '{}') from unnest(search_vector(board, given)) l, unnest(l.positions) p (at)
$$;

-- A phrase query for vectors with positions. The last word matches by prefix unless the query is exact.
create function search_phrase(words text[], is_exact boolean) returns tsquery language sql immutable strict parallel safe as $$
  select string_agg(
    quote_literal(w.word) || case when is_exact or w.nth < cardinality(words) then '' else ':*' end, ' <-> ' order by w.nth
  )::tsquery
  from unnest(words) with ordinality w (word, nth)
$$;

-- The same for rows of `document_words`: a document that contains the phrase has all of these parts, which are the word
-- or each pair of neighbours.
create function search_parts(words text[], is_exact boolean) returns tsquery[] language sql immutable strict parallel safe as $$
  select case when cardinality(words) = 1 then array[search_phrase(words, is_exact)] else array(
    select (quote_literal(pair.lexeme) || case when is_exact or pair.nth < cardinality(words) - 1 then '' else ':*' end)::tsquery
    from (
      select words[nth] || ' ' || substr(words[nth + 1], 7) as lexeme, nth, octet_length(words[nth]) + octet_length(words[nth + 1]) as size
      from generate_series(1, cardinality(words) - 1) nth
    ) pair
    where pair.size <= 1000
    union all
    -- The pair is too long for one word.
    select search_phrase(array[words[nth]], is_exact or nth < cardinality(words))
    from generate_series(1, cardinality(words)) nth
    where octet_length(words[nth]) > 400
  ) end
$$;

-- Splits a word into trigrams with the board's prefix, to find similar words.
create function search_letters(board uuid, word text) returns text[] language sql immutable strict parallel safe as $$
  select array(select search_board(board) || letters from unnest(show_trgm(word)) letters)
$$;

-- Joins vectors up to PostgreSQL's limit, so that an overfilled profile breaks no search.
create function search_join(whole tsvector, next tsvector) returns tsvector language sql stable parallel safe
return case when pg_column_size(whole) > 500000 then whole else whole || next end;
create aggregate search_joined(tsvector) (sfunc = search_join, stype = tsvector, initcond = '', parallel = safe);
