-- A device is recognised by the random id in its cookie.

create table devices (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null check (length(token_hash) = 32),
  user_agent text not null check (length(user_agent) <= 300),
  address text not null check (length(address) <= 45),
  created_at timestamptz not null,
  -- A session on the device may have a later last_seen_at.
  last_seen_at timestamptz not null,
  trusted_at timestamptz,
  trusted_until timestamptz,
  constraint devices_trust check (num_nulls(trusted_at, trusted_until) in (0, 2)),
  unique (user_id, token_hash)
);
call schema_tools.keep_to_user('devices');
grant select (id, user_id, user_agent, address, created_at, last_seen_at, trusted_at, trusted_until),
  update (last_seen_at, trusted_at, trusted_until), delete on devices to dais_serving;
create policy gate on devices to dais_gate using (true) with check (true);
grant select, insert, update, delete on devices to dais_gate;

alter table sessions
  add foreign key (connection_id) references provider_connections on delete cascade,
  add foreign key (passkey_id) references passkeys on delete set null,
  add foreign key (device_id) references devices on delete set null;
create index sessions_connection on sessions (connection_id) where connection_id is not null;
create index sessions_passkey on sessions (passkey_id) where passkey_id is not null;
create index sessions_device on sessions (device_id) where device_id is not null;
