-- A user's two-factor authentication: the authenticator app's secret, sealed with the installation's key.
create table two_factors (
  user_id uuid primary key references users on delete cascade,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- This is null until a first code has proved that the app has the secret. Until then, sign-in requires no code.
  confirmed_at timestamptz,
  -- The time step of the newest accepted code (RFC 6238, section 5.2). Codes up to this step cannot be used again.
  last_used_step bigint,
  constraint two_factors_last_step check (confirmed_at is null or last_used_step is not null)
);
-- An HMAC with the installation's key, because codes are short and this table alone must not reveal them.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
call schema_tools.keep_to_user('two_factors', 'recovery_codes');
grant select, insert, update, delete on two_factors, recovery_codes to dais_serving;
create policy gate on two_factors for select to dais_gate using (true);
grant select (user_id, confirmed_at) on two_factors to dais_gate;
