-- The words of people, as of all else that is searched: each search worked them out anew, of every member and of all that profiles say.
alter table members
  add column name_words tsvector generated always as (search_vector(board_id, first_name || ' ' || last_name)) stored,
  add column email_words tsvector generated always as (search_vector(board_id, email)) stored;
alter table profile_values add column words tsvector not null generated always as (search_vector(board_id, value)) stored;

-- One after the other, as far as PostgreSQL takes them: a profile that is filled on purpose breaks no search.
create function search_join(whole tsvector, next tsvector) returns tsvector language sql stable parallel safe
return case when pg_column_size(whole) > 500000 then whole else whole || next end;
create aggregate search_joined(tsvector) (sfunc = search_join, stype = tsvector, initcond = '', parallel = safe);
