-- Word searches run as dais_gate, because full-text operators are not leakproof and row-level security would prevent
-- index use. They return ids and vectors, never text.

-- The caller must remove deleted and invisible meetings.
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
    where i.id <> all(array(
      select h.subject_id from public.withheld h
      where h.board_id = public.current_board_id() and h.member_id = public.current_member_id() and h.lifted_at is null
    ))
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

create function gate.search_action_items(wanted tsquery[])
returns table (id uuid, in_title int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.id, sum(case when ts_filter(i.words, '{a}') @@ w.q then 1 else 0 end)::int
  from unnest(wanted) w (q)
  join public.action_items i on i.board_id = public.current_board_id() and i.words @@ w.q
  group by i.id
  having count(*) = cardinality(wanted)
$$;
create function gate.search_minutes(wanted tsquery[])
returns table (id uuid, in_title int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, sum(case when ts_filter(s.words, '{a}') @@ w.q then 1 else 0 end)::int
  from unnest(wanted) w (q)
  join public.minutes_sections s on s.board_id = public.current_board_id() and s.words @@ w.q
  group by s.id
  having count(*) = cardinality(wanted)
$$;
create function gate.search_motions(wanted tsquery[])
returns table (id uuid, in_title int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.id, count(*)::int
  from unnest(wanted) w (q)
  join public.motions m on m.board_id = public.current_board_id() and m.words @@ w.q
  group by m.id
  having count(*) = cardinality(wanted)
$$;
create function gate.search_resolutions(wanted tsquery[])
returns table (id uuid, in_title int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.id, sum(case when ts_filter(r.words, '{a}') @@ w.q then 1 else 0 end)::int
  from unnest(wanted) w (q)
  join public.written_resolutions r on r.board_id = public.current_board_id() and r.words @@ w.q
  group by r.id
  having count(*) = cardinality(wanted)
$$;

-- `is true` keeps the planner from using the board index. A phrase of more than two words may match only in parts, so
-- the caller must check the rows that it shows.
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

-- `offset 0` stops the planner from merging the subquery and comparing every title with every query.
create function gate.search_titles(wanted tsquery[]) returns uuid[]
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

create function gate.search_pages(wanted tsquery[], versions uuid[])
returns table (version_id uuid, page int, found int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.version_id, t.page, count(*)::int
  from unnest(versions) of_version (id)
  join public.document_texts t on t.board_id = public.current_board_id() and t.version_id = of_version.id
  join unnest(wanted) w (q) on t.words @@ w.q
  group by t.version_id, t.page
$$;

-- The caller must remove words that the reader could not find. Sequential scans are disabled so that the trigram index
-- is used.
create function gate.similar_words(typed text[], similarity_min real)
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

call schema_tools.open_gate(
  'search_meetings', 'search_announcements', 'search_action_items', 'search_minutes', 'search_motions', 'search_resolutions', 'search_documents',
  'search_titles', 'search_pages', 'similar_words'
);
