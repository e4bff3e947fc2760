-- When a password was last set; empty while it is the one that the account was made with.
alter table users add column password_changed_at timestamptz;
grant select (password_changed_at) on users to dais_serving;
grant update (email, password_hash, password_changed_at) on users to dais_gate;

-- A new address waits here until it is confirmed from its own mailbox. One at a time per user.
create table email_changes (
  user_id uuid primary key references users on delete cascade,
  new_email text not null check (length(new_email) between 3 and 254),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_changes_expiry on email_changes (expires_at);

-- What was typed into the form of a forgotten password. A job looks later whether somebody has that address, so that
-- asking takes the same time either way; what belongs to nobody is then deleted.
create table password_resets (
  id uuid primary key default uuidv7(),
  email text not null check (length(email) <= 254),
  user_id uuid references users on delete cascade,
  token_hash bytea unique check (length(token_hash) = 32),
  requested_at timestamptz not null,
  expires_at timestamptz,
  check (num_nulls(user_id, token_hash, expires_at) in (0, 3))
);
create index password_resets_user on password_resets (user_id);
create index password_resets_requested on password_resets (requested_at);

-- The kinds of mail that a member does not want of a board. No row: it is sent.
create table muted_mail (
  board_id uuid not null references boards,
  member_id uuid not null,
  choice text not null check (length(choice) between 1 and 60),
  created_at timestamptz not null default now(),
  primary key (board_id, member_id, choice),
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);

call house.keep_to_gate('email_changes', 'password_resets');
call house.keep_within_board('muted_mail');
create policy gate on muted_mail for select to dais_gate using (true);
grant select on muted_mail to dais_gate;

-- Mail to a user as such is in the gate's sight alone.
create policy gate on mail_messages to dais_gate using (board_id is null) with check (board_id is null);
grant select, insert, update on mail_messages to dais_gate;
create index mail_messages_user on mail_messages (user_id) where user_id is not null;

create function gate.add_user_mail(for_user uuid, mail_kind text, mail_sealed bytea, seen_at timestamptz)
returns uuid language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.mail_messages (user_id, kind, sealed, queued_at) values (for_user, mail_kind, mail_sealed, seen_at) returning id
$$;

-- Locks one waiting message for whoever sends it.
create function gate.take_user_mail(wanted uuid)
returns table (user_id uuid, kind text, sealed bytea, email text, first_name text, last_name text, is_disabled boolean)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, m.kind, m.sealed, u.email, u.first_name, u.last_name, u.disabled_at is not null
  from public.mail_messages m join public.users u on u.id = m.user_id
  where m.id = wanted and m.board_id is null and m.sent_at is null and m.failed_at is null
  for update of m
$$;

-- What the message holds besides is forgotten with its end.
create function gate.note_user_mail(wanted uuid, new_sent_at timestamptz, new_failed_at timestamptz, new_error text)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.mail_messages m
  set sent_at = new_sent_at, failed_at = new_failed_at, last_error = new_error, attempts = m.attempts + 1,
      sealed = case when new_sent_at is null and new_failed_at is null then m.sealed end
  where m.id = wanted and m.board_id is null
$$;

-- Of many who change one password at once, one succeeds: the others' hash is no longer the old one. Every session and
-- every link that could still change the account goes with it; who changes it begins a session anew.
create function gate.change_password(for_user uuid, old_hash text, new_hash text, seen_at timestamptz)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.users u set password_hash = new_hash, password_changed_at = seen_at
    where u.id = for_user and u.password_hash = old_hash and u.disabled_at is null;
  if not found then
    return false;
  end if;
  delete from public.sessions s where s.user_id = for_user;
  delete from public.password_resets r where r.user_id = for_user;
  delete from public.email_changes c where c.user_id = for_user;
  return true;
end $$;

create function gate.request_password_reset(typed_email text, seen_at timestamptz)
returns uuid language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.password_resets (email, requested_at) values (typed_email, seen_at) returning id
$$;

-- Whose the request is, from then on; nobody's is deleted.
create function gate.open_password_reset(wanted uuid, new_hash bytea, until timestamptz)
returns uuid language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  owner uuid;
begin
  update public.password_resets r set user_id = u.id, token_hash = new_hash, expires_at = until
    from public.users u
    where r.id = wanted and r.token_hash is null and lower(u.email) = lower(r.email) and u.disabled_at is null
    returning u.id into owner;
  if owner is null then
    delete from public.password_resets r where r.id = wanted and r.token_hash is null;
  end if;
  return owner;
end $$;

create function gate.is_password_reset_open(wanted_hash bytea, seen_at timestamptz)
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from public.password_resets r join public.users u on u.id = r.user_id
    where r.token_hash = wanted_hash and r.expires_at > seen_at and u.disabled_at is null
  )
$$;

-- Spends the link; whoever races, one succeeds. Answers whose password it now is.
create function gate.use_password_reset(wanted_hash bytea, new_password_hash text, seen_at timestamptz)
returns uuid language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  owner uuid;
begin
  delete from public.password_resets r where r.token_hash = wanted_hash and r.expires_at > seen_at returning r.user_id into owner;
  if owner is null then
    return null;
  end if;
  update public.users u set password_hash = new_password_hash, password_changed_at = seen_at
    where u.id = owner and u.disabled_at is null;
  if not found then
    return null;
  end if;
  delete from public.sessions s where s.user_id = owner;
  delete from public.password_resets r where r.user_id = owner;
  delete from public.email_changes c where c.user_id = owner;
  return owner;
end $$;

create function gate.begin_email_change(for_user uuid, wanted_email text, new_hash bytea, seen_at timestamptz, until timestamptz)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.email_changes (user_id, new_email, token_hash, created_at, expires_at)
  values (for_user, wanted_email, new_hash, seen_at, until)
  on conflict (user_id) do update set new_email = excluded.new_email, token_hash = excluded.token_hash,
    created_at = excluded.created_at, expires_at = excluded.expires_at
$$;

-- The address that waits for its confirmation: by its link, or of a user.
create function gate.find_email_change(wanted_hash bytea, seen_at timestamptz)
returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.new_email from public.email_changes c join public.users u on u.id = c.user_id
  where c.token_hash = wanted_hash and c.expires_at > seen_at and u.disabled_at is null
$$;
create function gate.waiting_email(for_user uuid, seen_at timestamptz)
returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select new_email from public.email_changes where user_id = for_user and expires_at > seen_at
$$;
create function gate.drop_email_change(for_user uuid)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.email_changes where user_id = for_user
$$;

-- Spends the link. Fails on the unique address when another account has got it meanwhile. Resets that wait in the old
-- mailbox open nothing any more.
create function gate.confirm_email_change(wanted_hash bytea, seen_at timestamptz)
returns table (user_id uuid, old_email text, new_email text)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  change public.email_changes;
  old text;
begin
  delete from public.email_changes c where c.token_hash = wanted_hash and c.expires_at > seen_at returning c.* into change;
  if change.user_id is null then
    return;
  end if;
  select u.email into old from public.users u where u.id = change.user_id and u.disabled_at is null for update;
  if old is null then
    return;
  end if;
  update public.users u set email = change.new_email where u.id = change.user_id;
  delete from public.password_resets r where r.user_id = change.user_id;
  return query select change.user_id, old, change.new_email;
end $$;

create function gate.muted_mail_of(for_user uuid)
returns table (board_id uuid, choice text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.board_id, c.choice from public.muted_mail c
  join public.members m on m.board_id = c.board_id and m.id = c.member_id
  where m.user_id = for_user and m.status = 'active'
$$;

create function gate.sweep_account_links(seen_at timestamptz)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.email_changes where expires_at < seen_at;
  delete from public.password_resets where coalesce(expires_at, requested_at + interval '2 days') < seen_at;
$$;

call house.open_gate(
  'add_user_mail', 'take_user_mail', 'note_user_mail', 'change_password', 'request_password_reset', 'open_password_reset',
  'is_password_reset_open', 'use_password_reset', 'begin_email_change', 'find_email_change', 'waiting_email',
  'drop_email_change', 'confirm_email_change', 'muted_mail_of', 'sweep_account_links'
);
