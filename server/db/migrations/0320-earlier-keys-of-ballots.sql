-- Of the ballots that this one replaced, the newest first: a late retry of an earlier one must not count again.
alter table ballots add column earlier_key_hashes bytea[] not null default '{}' check (cardinality(earlier_key_hashes) <= 100);
