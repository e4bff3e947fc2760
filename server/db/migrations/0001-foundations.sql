-- Roles. They belong to the whole cluster, so a second installation finds them made.
--   dais_serving  what the serving login may do; it owns nothing
--   dais_gate     owns the functions that must look before a board is known; nobody signs in as it
--   dais_queue    owns the job queue's schema
do $$
declare
  wanted text;
begin
  foreach wanted in array array['dais_serving', 'dais_gate', 'dais_queue'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin nosuperuser nobypassrls', wanted);
      exception when duplicate_object or unique_violation then
        null; -- another installation's migration made it in the same moment
      end;
    end if;
    if not pg_has_role(current_user, wanted, 'set') then
      execute format('grant %I to current_user with inherit true, set true', wanted);
    end if;
  end loop;
end
$$;

do $$
begin
  execute format('grant create on database %I to dais_queue', current_database());
end
$$;

create schema gate;
revoke all on schema gate from public;
grant usage on schema gate to dais_serving, dais_gate;
grant create on schema gate to dais_gate;
revoke create on schema public from public;
grant usage on schema public to dais_serving, dais_gate;

-- What the transaction was opened for. Empty means none: every tenant row is then out of sight.
create function current_board_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('dais.board_id', true), '')::uuid $$;
create function current_user_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('dais.user_id', true), '')::uuid $$;

create table boards (
  id uuid primary key default uuidv7(),
  shortname text not null unique check (shortname ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  title text not null check (length(title) between 1 and 120),
  primary_color text not null default '#124e52' check (primary_color ~ '^#[0-9a-f]{6}$'),
  logo_url text,
  time_zone text not null,
  people_hidden boolean not null default false,
  suspended_at timestamptz,
  created_at timestamptz not null default now()
);

create table users (
  id uuid primary key default uuidv7(),
  email text not null check (length(email) between 3 and 254),
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) between 1 and 100),
  img_url text,
  password_hash text not null,
  is_site_admin boolean not null default false,
  disabled_at timestamptz,
  theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  board_id uuid references boards on delete set null,
  remember boolean not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table members (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  user_id uuid references users,
  is_board_admin boolean not null default false,
  status text not null check (status in ('invited', 'active', 'inactive')),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  created_at timestamptz not null default now(),
  unique (board_id, id),
  unique (board_id, slug),
  -- A pending member is not anybody's account yet.
  check (status <> 'invited' or user_id is null),
  check (status <> 'active' or user_id is not null)
);
create unique index members_user on members (board_id, user_id) where user_id is not null;
create index members_of_user on members (user_id);

create table invitations (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  member_id uuid not null,
  email text not null check (length(email) between 3 and 254),
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) between 1 and 100),
  token_hash bytea not null unique check (length(token_hash) = 32),
  invited_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  redeemed_at timestamptz,
  revoked_at timestamptz,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade,
  foreign key (board_id, invited_by) references members (board_id, id)
);
create unique index invitations_open_email on invitations (board_id, lower(email)) where redeemed_at is null and revoked_at is null;
create index invitations_member on invitations (board_id, member_id);

create table audit_entries (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  member_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id uuid,
  detail jsonb not null default '{}',
  at timestamptz not null default now(),
  foreign key (board_id, member_id) references members (board_id, id)
);
create index audit_entries_board on audit_entries (board_id, at desc);

-- Messages: what was said stays unwritten here; `sealed` holds what the mail needs and cannot derive,
-- encrypted with the installation's key, and is emptied once it went out.
create table mail_messages (
  id uuid primary key default uuidv7(),
  board_id uuid references boards,
  user_id uuid references users,
  member_id uuid,
  kind text not null,
  subject_id uuid,
  sealed bytea,
  queued_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  attempts int not null default 0,
  last_error text,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index mail_messages_board on mail_messages (board_id, queued_at desc);

create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

create table setup_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  created_at timestamptz not null default now()
);
