-- Search finds motions and written resolutions, by their texts and titles.

alter table motions add column words tsvector generated always as (setweight(search_vector(board_id, text), 'A')) stored;
create index motions_words on motions using gin (words) with (fastupdate = off);
alter table written_resolutions add column words tsvector generated always as (
  setweight(search_vector(board_id, title), 'A') || search_vector(board_id, text)
) stored;
create index written_resolutions_words on written_resolutions using gin (words) with (fastupdate = off);

-- Which of the transaction's board have every wanted thing; how many of them in the title. Those that the reader may not see too.
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
call house.open_gate('search_motions', 'search_resolutions');
create policy gate on motions for select to dais_gate using (true);
grant select on motions to dais_gate;

-- Whether anything of the board that is searched holds the word.
create or replace function is_word_used(board uuid, lexeme text) returns boolean language sql stable as $$
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
call house.keep_vocabulary('motions', 'written_resolutions');

-- The words of those that are there.
set local role dais_gate;
insert into vocabulary (board_id, word)
  select distinct a.board_id, substr(w.lexeme, 7)
  from (select board_id, words from motions union all select board_id, words from written_resolutions) a
  cross join unnest(tsvector_to_array(a.words)) w (lexeme)
  where substr(w.lexeme, 7) ~ ('^[[:alpha:]]{4,40}$' collate "pg_c_utf8")
  on conflict do nothing;
reset role;
