-- To avoid deadlocks, lock a user's row before the user's rows in other tables.

create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  board_id uuid references boards on delete set null,
  remember boolean not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  begun_by text not null default 'password' check (begun_by in ('password', 'passkey', 'provider')),
  strength smallint not null default 1 check (strength in (1, 2)),
  -- True if a passkey, a code or a trusted device proved the second factor.
  own_factor boolean not null default false,
  connection_id uuid,
  provider_id uuid,
  passkey_id uuid,
  device_id uuid,
  constraint sessions_provider check (
    (begun_by = 'provider') = (connection_id is not null) and (connection_id is null) = (provider_id is null)
  )
);
create index sessions_user on sessions (user_id);
create index sessions_board on sessions (board_id);
create index sessions_expiry on sessions (expires_at);
call schema_tools.keep_to_user('sessions');
grant select (
    id, user_id, board_id, remember, user_agent, created_at, last_seen_at, expires_at, begun_by, strength, connection_id, provider_id,
    passkey_id, device_id
  ), delete on sessions to dais_serving;
create policy gate on sessions to dais_gate using (true) with check (true);
grant select, insert, update, delete on sessions to dais_gate;

create function end_streams_of_session() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('dais_live', json_build_object('ended_session', old.id)::text);
  return null;
end $$;
create trigger sessions_ended after delete on sessions for each row execute function end_streams_of_session();
