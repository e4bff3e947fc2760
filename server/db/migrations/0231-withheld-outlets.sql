-- Search finds no meeting by the words of an item that is withheld from who searches.
create policy gate on withheld for select to dais_gate using (true);
grant select (board_id, member_id, subject_id, lifted_at) on withheld to dais_gate;
create or replace function gate.search_meetings(wanted tsquery[])
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
grant select (id) on agenda_items to dais_gate;

-- A member has a book of their own with their annotations, and where something is withheld from them also without.
alter table board_books add column is_marked boolean not null default false;
alter table board_books no force row level security;
update board_books set is_marked = member_id is not null;
alter table board_books force row level security;
alter table board_books drop constraint board_books_board_id_meeting_id_member_id_key;
alter table board_books add unique nulls not distinct (board_id, meeting_id, member_id, is_marked);
