-- How often a passkey was offered after signing in without one.
alter table users add column passkey_offers smallint not null default 0 check (passkey_offers between 0 and 3);
grant select (passkey_offers), update (passkey_offers) on users to dais_serving;
