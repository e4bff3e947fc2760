-- Stores a proof of SECRET_KEY, so that a server with a wrong key stops before it writes data.
create table schema_tools.installation (
  is_only boolean primary key default true check (is_only),
  key_proof bytea not null check (octet_length(key_proof) = 32)
);

create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
grant select, insert, update, delete on rate_limits to dais_serving;
