-- As it was when it was circulated: whether who votes confirms it with their password.
alter table written_resolutions add column confirms_ballots boolean not null default false;
