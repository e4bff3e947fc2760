-- Stores the search words of people, like those of everything else. Before, each search computed them for every member
-- and profile.
alter table members
  add column name_words tsvector generated always as (search_vector(board_id, first_name || ' ' || last_name)) stored,
  add column email_words tsvector generated always as (search_vector(board_id, email)) stored;
alter table profile_values add column words tsvector not null generated always as (search_vector(board_id, value)) stored;

-- Joins vectors up to PostgreSQL's limit, so that an overfilled profile breaks no search.
create function search_join(whole tsvector, next tsvector) returns tsvector language sql stable parallel safe
return case when pg_column_size(whole) > 500000 then whole else whole || next end;
create aggregate search_joined(tsvector) (sfunc = search_join, stype = tsvector, initcond = '', parallel = safe);
