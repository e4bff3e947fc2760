-- The same answers as before (0055), by one plan for any words (docs/decisions/130-one-plan-for-searches.md). The board is worked out once, not
-- for every page that has a word; `is true` keeps the index of boards out, which holds more than the word's; `limit` says what PostgreSQL cannot
-- know of an array, that it holds few things; and without nested loops it never compares each version with every page.
create or replace function gate.search_documents(wanted tsquery[])
returns table (id uuid, in_title int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp set enable_nestloop = off as $$
  with asked as materialized (
    select w.q, 1 << w.n::int as bit from unnest(wanted) with ordinality w (q, n) limit cardinality(wanted)
  ), current as materialized (
    select distinct on (v.document_id) v.id, v.document_id
    from public.document_versions v
    where v.board_id = (select public.current_board_id())
    order by v.document_id, v.number desc
  ), found as (
    select on_pages.document_id as id, asked.bit as bits, 0 as titled
    from asked cross join lateral (
      select current.document_id
      from current
      where current.id in (
        select t.version_id from public.document_texts t
        where (t.board_id = (select public.current_board_id())) is true and t.words @@ asked.q
      )
    ) on_pages
    union all
    select d.id, asked.bit, asked.bit
    from asked
    join public.documents d on (d.board_id = (select public.current_board_id())) is true and d.words @@ asked.q
  )
  select found.id, bit_count(bit_or(found.titled)::bit(32))::int
  from found
  group by found.id
  having bit_count(bit_or(found.bits)::bit(32)) = cardinality(wanted)
$$;
