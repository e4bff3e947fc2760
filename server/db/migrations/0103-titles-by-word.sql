-- Documents with matching titles, once for each match, so that they are counted without reading titles. The offset
-- keeps the planner, which does not know how common a word is, from comparing every title with each query.
create or replace function gate.search_titles(wanted tsquery[]) returns uuid[]
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select array(
    select hit.id
    from unnest(wanted) each (q)
    cross join lateral (
      select d.id from public.documents d
      where (d.board_id = (select public.current_board_id())) is true and d.words @@ each.q
      offset 0
    ) hit
  )
$$;
