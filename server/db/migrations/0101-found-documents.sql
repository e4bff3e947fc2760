-- Which documents hold all parts of what is wanted, in the title or on pages of the current version, as one array: as rows they would be
-- written and read twice more. The board is worked out once, and `is true` keeps the index of boards out, which holds more than the words'.
-- A phrase of three words or more may still be in two pieces; whoever asks looks for it on the way to the page.
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
call house.open_gate('search_documents');
