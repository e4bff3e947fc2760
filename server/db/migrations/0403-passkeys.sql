create table passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique check (length(credential_id) between 16 and 1023),
  -- In COSE format (RFC 9053).
  public_key bytea not null,
  -- Authenticators without a counter report zero.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  -- Whether a passkey provider syncs the passkey to other devices.
  is_backed_up boolean not null,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);
call schema_tools.keep_to_user('passkeys');
grant select, insert, update, delete on passkeys to dais_serving;
create policy gate on passkeys to dais_gate using (true) with check (true);
grant select, update on passkeys to dais_gate;

-- Handles have a separate table, because other members can read rows of users.
create table passkey_handles (
  user_id uuid primary key references users on delete cascade,
  handle bytea not null unique check (length(handle) >= 32)
);
call schema_tools.keep_to_user('passkey_handles');
grant select, insert on passkey_handles to dais_serving;
create policy gate on passkey_handles for select to dais_gate using (true);
grant select on passkey_handles to dais_gate;

-- A challenge can be used once, by one browser and for one purpose.
create table passkey_challenges (
  challenge bytea primary key,
  browser_hash bytea not null check (length(browser_hash) = 32),
  purpose text not null check (purpose in ('add', 'sign-in', 'second-factor', 'confirm', 'join', 'sign')),
  expires_at timestamptz not null,
  constraint passkey_challenges_length check (length(challenge) = case when purpose = 'sign' then 96 else 32 end)
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
call schema_tools.keep_to_gate('passkey_challenges');

create function gate.add_passkey_challenge(new_challenge bytea, browser bytea, for_purpose text, until timestamptz)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.passkey_challenges (challenge, browser_hash, purpose, expires_at) values (new_challenge, browser, for_purpose, until)
$$;

create function gate.spend_passkey_challenge(given bytea, browser bytea, for_purpose text, seen_at timestamptz)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.passkey_challenges c
    where c.challenge = given and c.browser_hash = browser and c.purpose = for_purpose and c.expires_at > seen_at;
  return found;
end $$;

create function gate.find_passkey(wanted_credential bytea)
returns table (passkey_id uuid, user_id uuid, email text, is_disabled boolean, opens_at timestamptz, public_key bytea, handle bytea)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.id, u.id, u.email, u.disabled_at is not null, u.opens_at, p.public_key, h.handle
  from public.passkeys p join public.users u on u.id = p.user_id join public.passkey_handles h on h.user_id = u.id
  where p.credential_id = wanted_credential
$$;

call schema_tools.open_gate('add_passkey_challenge', 'spend_passkey_challenge', 'find_passkey');
