-- A confirmation is valid for one signature on one file.
create table signing_confirmations (
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the request, the version and the file's bytes.
  about bytea not null check (length(about) = 32),
  method text not null check (method in ('passkey', 'password', 'password-code', 'provider')),
  name text not null default '' check (length(name) <= 100),
  -- The passkey's challenge, key and signature, in base64url.
  assertion jsonb,
  expires_at timestamptz not null,
  primary key (user_id, about)
);
create index signing_confirmations_expiry on signing_confirmations (expires_at);
call schema_tools.keep_to_gate('signing_confirmations');

create function gate.keep_signing_confirmation(for_user uuid, on_file bytea, by_method text, by_name text, signed jsonb, until timestamptz)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.signing_confirmations (user_id, about, method, name, assertion, expires_at)
    values (for_user, on_file, by_method, by_name, signed, until)
  on conflict (user_id, about) do update
    set method = excluded.method, name = excluded.name, assertion = excluded.assertion, expires_at = excluded.expires_at
$$;

create function gate.take_signing_confirmation(for_user uuid, on_file bytea, seen_at timestamptz)
returns table (method text, name text, assertion jsonb)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.signing_confirmations c
  where c.user_id = for_user and c.about = on_file and c.expires_at > seen_at
  returning c.method, c.name, c.assertion
$$;
call schema_tools.open_gate('keep_signing_confirmation', 'take_signing_confirmation');
