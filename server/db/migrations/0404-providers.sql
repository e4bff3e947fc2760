-- Users are identified by issuer and subject, never by email.

create table providers (
  id uuid primary key,
  kind text not null check (kind in ('entra', 'google', 'keycloak', 'other')),
  name text not null check (length(name) between 1 and 40),
  issuer text not null check (length(issuer) between 1 and 500),
  client_id text not null check (length(client_id) between 1 and 300),
  sealed_secret bytea not null,
  -- Google's `hd` parameter, which limits sign-ins to accounts of this domain.
  hosted_domain text check (length(hosted_domain) between 1 and 253),
  counts_as_two_factors boolean not null,
  switched_off_at timestamptz,
  created_at timestamptz not null,
  -- The scope must begin with openid.
  scope text not null default 'openid email' check (length(scope) between 6 and 200)
);
call schema_tools.keep_to_gate('providers');

create table provider_connections (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  provider_id uuid not null references providers on delete cascade,
  -- Connections are valid only for the issuer with which they were made.
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  -- Displayed, but never used to find an account.
  claimed_email text check (length(claimed_email) <= 254),
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (provider_id, issuer, subject)
);
create index provider_connections_user on provider_connections (user_id);
call schema_tools.keep_to_user('provider_connections');
grant select, insert, delete on provider_connections to dais_serving;
create policy gate on provider_connections to dais_gate using (true) with check (true);
grant select, update on provider_connections to dais_gate;

-- Each redirect to a provider can be used only once, and only by the browser that began it.
create table provider_sign_ins (
  state_hash bytea primary key check (length(state_hash) = 32),
  provider_id uuid not null references providers on delete cascade,
  browser_hash bytea not null check (length(browser_hash) = 32),
  purpose text not null check (purpose in ('sign-in', 'connect', 'confirm', 'sign', 'invitation', 'test')),
  session_id uuid references sessions on delete cascade,
  sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  failure text check (failure in ('failed', 'no-subject', 'not-connected', 'connected-elsewhere', 'too-many', 'tested', 'test-failed')),
  sealed_detail bytea,
  constraint provider_sign_ins_session check ((session_id is null) = (purpose in ('sign-in', 'invitation')))
);
create index provider_sign_ins_browser on provider_sign_ins (browser_hash);
create index provider_sign_ins_expiry on provider_sign_ins (expires_at);
create index provider_sign_ins_provider on provider_sign_ins (provider_id);
create index provider_sign_ins_session on provider_sign_ins (session_id);
call schema_tools.keep_to_gate('provider_sign_ins');

alter table boards add foreign key (provider_id) references providers on delete set null;
create index boards_provider on boards (provider_id) where provider_id is not null;
