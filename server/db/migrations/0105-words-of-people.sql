-- Stores the search words of people, like those of everything else. Before, each search computed them for every member
-- and profile. Names in Chinese, Japanese and Korean are often typed with the family name first and without a space.
alter table members
  add column name_words tsvector generated always as (
    search_vector(board_id, first_name || ' ' || last_name)
      || case when last_name ~ ('[' || search_unspaced() || '\uac00-\ud7a3]') then search_vector(board_id, last_name || first_name) else '' end
  ) stored,
  add column email_words tsvector generated always as (search_vector(board_id, email)) stored;
alter table profile_values add column words tsvector not null generated always as (search_vector(board_id, value)) stored;

-- Joins vectors up to PostgreSQL's limit, so that an overfilled profile breaks no search.
create function search_join(whole tsvector, next tsvector) returns tsvector language sql stable parallel safe
return case when pg_column_size(whole) > 500000 then whole else whole || next end;
create aggregate search_joined(tsvector) (sfunc = search_join, stype = tsvector, initcond = '', parallel = safe);
