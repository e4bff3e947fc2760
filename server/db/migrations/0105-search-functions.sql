-- Searches use these extensions: the first removes accents, and the second finds similar words.
create extension if not exists unaccent with schema public;
create extension if not exists pg_trgm with schema public;

-- PostgreSQL 16 lacks the collation pg_c_utf8, so create the nearest ICU equivalent.
do $$
begin
  if to_regcollation('pg_catalog.pg_c_utf8') is null then
    create collation public.pg_c_utf8 (provider = icu, locale = 'und');
  end if;
end $$;

-- Thai, Lao, Burmese, Khmer, Chinese and Japanese. Must equal `unspaced` in domain/find-in-text.ts.
create function search_unspaced() returns text language sql immutable parallel safe
return '\u0e01-\u0e3a\u0e40-\u0e4e\u0e50-\u0e59\u0e81-\u0edf\u1000-\u1049\u1050-\u109d\u1780-\u17d3\u17dc-\u17e9\u3005-\u3007'
  || '\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff'
  || '\uf900-\ufaff\U00020000-\U0003ffff';

-- Marked immutable, because PostgreSQL itself supplies the `unaccent` rules and the collation.
create function search_plain(text) returns text language sql immutable strict parallel safe
return lower(public.unaccent('public.unaccent'::regdictionary, normalize($1, nfkc)) collate "pg_c_utf8");

create function search_blanked(plain text) returns text language sql immutable strict parallel safe
return btrim(regexp_replace(plain, '[^[:alnum:]' || public.search_unspaced() || ']+' collate "pg_c_utf8", ' ', 'g'));

-- In scripts without spaces, each letter becomes a word.
create function search_fold(text) returns text language sql immutable strict parallel safe
return public.search_blanked(
  regexp_replace(public.search_plain($1), '([' || public.search_unspaced() || '])' collate "pg_c_utf8", ' \1 ', 'g')
);

-- Pairs the letters of scripts without spaces: 董事会 becomes 董 董事 事会 会.
create function search_paired(text) returns text language sql immutable strict parallel safe
return (
  select public.search_blanked(
    case when plain ~ ('[' || public.search_unspaced() || ']') then
      regexp_replace(
        regexp_replace(
          regexp_replace(
            plain,
            '(?<=[' || public.search_unspaced() || '])[\s\u200b-\u200d\u2060\ufeff]+(?=[' || public.search_unspaced() || '])', '', 'g'
          ),
          '([' || public.search_unspaced() || ']+)', ' \1 ', 'g'
        ),
        '([' || public.search_unspaced() || '])', '\1 \1', 'g'
      )
    else plain end
  )
  from (select public.search_plain($1) as plain offset 0) folded
);

-- Returns the prefix of a board's words in the index. Without it, a search would read the index entries of all boards.
create function search_board(uuid) returns text language sql immutable strict parallel safe
return translate(left(md5($1::text), 6), '0123456789abcdef', 'ghijklmnopqrstuv');

-- Cuts texts of more than 300,000 bytes, because their vectors could exceed PostgreSQL's limit of one megabyte.
create function search_vector(board uuid, given text) returns tsvector language sql immutable strict parallel safe
return (
  select to_tsvector(
    'pg_catalog.simple'::regconfig,
    regexp_replace(
      case when octet_length(paired) > 300000 then left(paired, 75000) else paired end,
      '([^ ]+)', public.search_board(board) || '\1', 'g'
    )
  )
  from (select public.search_paired(given) as paired offset 0) plain
);

-- Also returns pairs of adjacent words.
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

create function search_words(board uuid, given text) returns text[] language sql immutable strict parallel safe as $$
  select typed.words[begun.at : typed.size - (typed.size > begun.at and typed.words[typed.size] ~ typed.single)::int]
  from (
    select coalesce(array_agg(l.lexeme order by p.at), '{}') as words, count(*)::int as size,
      '^.{6}[' || search_unspaced() || ']$' as single
    from unnest(search_vector(board, given)) l, unnest(l.positions) p (at)
  ) typed
  cross join lateral (select case when typed.size > 1 and typed.words[1] ~ typed.single then 2 else 1 end as at) begun
$$;

-- The last word matches by prefix unless the query is exact.
create function search_phrase(words text[], is_exact boolean) returns tsquery language sql immutable strict parallel safe as $$
  select string_agg(
    quote_literal(w.word) || case when is_exact or w.nth < cardinality(words) then '' else ':*' end, ' <-> ' order by w.nth
  )::tsquery
  from unnest(words) with ordinality w (word, nth)
$$;

create function search_parts(words text[], is_exact boolean) returns tsquery[] language sql immutable strict parallel safe as $$
  select case when cardinality(words) = 1 then array[search_phrase(words, is_exact)] else array(
    select (quote_literal(pair.lexeme) || case when is_exact or pair.nth < cardinality(words) - 1 then '' else ':*' end)::tsquery
    from (
      select words[nth] || ' ' || substr(words[nth + 1], 7) as lexeme, nth, octet_length(words[nth]) + octet_length(words[nth + 1]) as size
      from generate_series(1, cardinality(words) - 1) nth
    ) pair
    where pair.size <= 1000
    union all
    select search_phrase(array[words[nth]], is_exact or nth < cardinality(words))
    from generate_series(1, cardinality(words)) nth
    where octet_length(words[nth]) > 400
  ) end
$$;

create function search_letters(board uuid, word text) returns text[] language sql immutable strict parallel safe as $$
  select array(select search_board(board) || letters from unnest(show_trgm(word)) letters)
$$;

-- Joins vectors up to PostgreSQL's size limit.
create function search_join(whole tsvector, next tsvector) returns tsvector language sql stable parallel safe
return case when pg_column_size(whole) > 500000 then whole else whole || next end;
create aggregate search_joined(tsvector) (sfunc = search_join, stype = tsvector, initcond = '', parallel = safe);
