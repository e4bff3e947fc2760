-- Sign-ins that still need a code after the correct password.
create table pending_sign_ins (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  remember boolean not null,
  next text not null check (length(next) <= 2000),
  sealed_invitation bytea,
  connection_id uuid references provider_connections on delete cascade,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index pending_sign_ins_user on pending_sign_ins (user_id);
create index pending_sign_ins_expiry on pending_sign_ins (expires_at);
create index pending_sign_ins_connection on pending_sign_ins (connection_id) where connection_id is not null;
call schema_tools.keep_to_gate('pending_sign_ins');

-- A new password ends all pending sign-ins, because they may have begun with the old one.
create function end_pending_sign_ins() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.pending_sign_ins where user_id = new.id;
  return null;
end $$;
create trigger users_password_changed after update of password_hash on users
  for each row when (old.password_hash is distinct from new.password_hash) execute function end_pending_sign_ins();
