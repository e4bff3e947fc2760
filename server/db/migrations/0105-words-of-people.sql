-- The words of people, as of all else that is searched: each search worked them out anew, of every member and of all that profiles say.
alter table members
  add column name_words tsvector generated always as (search_vector(board_id, first_name || ' ' || last_name)) stored,
  add column email_words tsvector generated always as (search_vector(board_id, email)) stored;
alter table profile_values add column words tsvector not null generated always as (search_vector(board_id, value)) stored;

create aggregate search_joined(tsvector) (sfunc = tsvector_concat, stype = tsvector, parallel = safe);
