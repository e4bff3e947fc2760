create table two_factors (
  user_id uuid primary key references users on delete cascade,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- Unset until the first code has proved that the app has the secret.
  confirmed_at timestamptz,
  -- The time step of the newest accepted code. A code of this step or earlier is rejected (RFC 6238, section 5.2).
  last_used_step bigint,
  constraint two_factors_last_step check (confirmed_at is null or last_used_step is not null)
);
-- The hash is an HMAC with the installation's key. Codes are short, so a plain hash could be reversed.
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
