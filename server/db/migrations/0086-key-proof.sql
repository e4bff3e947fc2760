-- What tells the installation's own SECRET_KEY from another: a server, a backup or a change of the key with a wrong one would seal, copy
-- or give out what nobody can open. Only who migrates reads it. No backup holds the table: the manifest says the same, and a restore writes it.
create table house.installation (
  is_only boolean primary key default true check (is_only),
  key_proof bytea not null check (octet_length(key_proof) = 32)
);
