
create table seal_keys (
  board_id uuid primary key references boards,
  -- Format before encryption: {privateKey, certificates}.
  sealed bytea not null,
  made_at timestamptz not null
);

create table signature_requests (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  kind text not null check (kind in ('document', 'minutes', 'resolution', 'vote')),
  -- At most one of these four columns is set.
  document_id uuid,
  meeting_id uuid,
  resolution_id uuid,
  vote_id uuid,
  title text not null check (length(title) between 1 and 255),
  -- The id of the document's version, or of the stored PDF of minutes or a resolution.
  version_id uuid not null,
  storage_key text not null,
  byte_size bigint not null check (byte_size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  note text not null default '' check (length(note) <= 500),
  state text not null default 'open' check (state in ('open', 'complete', 'declined', 'voided', 'expired', 'ended')),
  requested_by uuid not null,
  requested_at timestamptz not null,
  ends_at timestamptz not null,
  stopped_at timestamptz,
  -- The last automatic reminder was due this many days before the deadline. 4 means that no reminder was due yet.
  reminded_days int not null default 4 check (reminded_days in (4, 3, 1)),
  reminded_at timestamptz,
  closed_at timestamptz,
  -- Unset if the server closed the request.
  closed_by uuid,
  reason text not null default '' check (length(reason) <= 500),
  sealed_at timestamptz,
  -- The seal's identifier, which is embedded in the sealed file.
  seal_id text unique check (length(seal_id) >= 22),
  sealed_key text unique,
  sealed_bytes bigint,
  sealed_sha256 bytea unique check (length(sealed_sha256) = 32),
  unique (board_id, id),
  constraint signature_requests_one_subject check (num_nonnulls(document_id, meeting_id, resolution_id, vote_id) <= 1),
  constraint signature_requests_closed check ((state = 'open') = (closed_at is null)),
  constraint signature_requests_sealed check (
    num_nonnulls(sealed_at, seal_id, sealed_key, sealed_bytes, sealed_sha256) in (0, 5)
    and (sealed_at is null or state = 'complete')
  ),
  foreign key (board_id, document_id) references documents (board_id, id) on delete set null (document_id),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete set null (meeting_id),
  foreign key (board_id, resolution_id) references written_resolutions (board_id, id),
  foreign key (board_id, vote_id) references votes (board_id, id),
  foreign key (board_id, requested_by) references members (board_id, id),
  foreign key (board_id, closed_by) references members (board_id, id)
);
-- Allows one request per document until its signed file is made.
create unique index signature_requests_document on signature_requests (board_id, document_id)
  where document_id is not null and (state = 'open' or (state = 'complete' and sealed_at is null));
create unique index signature_requests_meeting on signature_requests (board_id, meeting_id)
  where meeting_id is not null and (state = 'open' or (state = 'complete' and sealed_at is null));
create unique index signature_requests_resolution on signature_requests (board_id, resolution_id)
  where resolution_id is not null and (state = 'open' or (state = 'complete' and sealed_at is null));
create unique index signature_requests_vote on signature_requests (board_id, vote_id)
  where vote_id is not null and (state = 'open' or (state = 'complete' and sealed_at is null));
create index signature_requests_of_document on signature_requests (board_id, document_id);
create index signature_requests_of_meeting on signature_requests (board_id, meeting_id);
create index signature_requests_of_resolution on signature_requests (board_id, resolution_id);
create index signature_requests_of_vote on signature_requests (board_id, vote_id);
create index signature_requests_open on signature_requests (ends_at) where state = 'open';
create index signature_requests_requester on signature_requests (board_id, requested_by);
create index signature_requests_closer on signature_requests (board_id, closed_by) where closed_by is not null;

alter table meeting_minutes
  add foreign key (board_id, approved_request_id) references signature_requests (board_id, id);
create index meeting_minutes_request on meeting_minutes (board_id, approved_request_id) where approved_request_id is not null;

create table signers (
  board_id uuid not null references boards,
  request_id uuid not null,
  member_id uuid not null,
  position int not null,
  capacity text not null default '' check (length(capacity) <= 100),
  name text check (length(name) <= 200),
  signed_at timestamptz,
  method text check (method in ('passkey', 'password', 'password-code', 'provider')),
  method_name text check (length(method_name) <= 100),
  assertion jsonb,
  primary key (board_id, request_id, member_id),
  constraint signers_signed check (num_nonnulls(signed_at, name, method, method_name) in (0, 4)),
  foreign key (board_id, request_id) references signature_requests (board_id, id),
  foreign key (board_id, member_id) references members (board_id, id)
);
create index signers_member on signers (board_id, member_id) where signed_at is null;
call schema_tools.keep_within_board('seal_keys', 'signature_requests', 'signers');

create function keep_signed() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.signed_at is not null then
    raise exception 'Signatures are final.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function keep_what_was_signed() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (old.version_id, old.storage_key, old.sha256, old.title) is distinct from (new.version_id, new.storage_key, new.sha256, new.title)
    or old.state <> 'open' and old.state <> new.state
    or old.sealed_at is not null and (old.sealed_sha256, old.seal_id) is distinct from (new.sealed_sha256, new.seal_id) then
    raise exception 'What was signed is final.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function keep_closed_requests() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.signature_requests r where r.board_id = new.board_id and r.id = new.request_id and r.state = 'open';
  if not found then
    raise exception 'This request is closed.' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create function stop_signature_deadlines() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.suspended_at is not null then
    update public.signature_requests r set stopped_at = clock_timestamp()
      where r.board_id = new.id and r.state = 'open' and r.stopped_at is null;
  else
    update public.signature_requests r set ends_at = r.ends_at + (clock_timestamp() - r.stopped_at), stopped_at = null
      where r.board_id = new.id and r.state = 'open' and r.stopped_at is not null;
  end if;
  return null;
end $$;
revoke all on function keep_signed, keep_what_was_signed, keep_closed_requests, stop_signature_deadlines from public;
create trigger keep_signed after update on signers for each row execute function keep_signed();
create trigger keep_signers after delete on signers for each row execute function keep_for_ever();
create trigger keep_closed_requests after insert or update on signers for each row execute function keep_closed_requests();
create trigger keep_what_was_signed after update on signature_requests for each row execute function keep_what_was_signed();
create trigger keep_signature_requests after delete on signature_requests for each row execute function keep_for_ever();
create trigger stop_signature_deadlines after update of suspended_at on boards for each row
  when ((old.suspended_at is null) <> (new.suspended_at is null)) execute function stop_signature_deadlines();

create policy gate on signature_requests for select to dais_gate using (true);
create policy gate on signers for select to dais_gate using (true);
grant select on signature_requests, signers to dais_gate;

create function gate.signature_requests_open(most int)
returns table (board_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.board_id, r.id from public.signature_requests r join public.boards b on b.id = r.board_id
  where r.state = 'open' and b.suspended_at is null
  order by r.ends_at
  limit most
$$;

-- `is_same` is true if the given hash is that of the sealed file. Otherwise the server must not return the signers'
-- names.
create function gate.verify_seal(given_sha256 bytea, given_id text)
returns table (is_same boolean, board text, time_zone text, sealed_at timestamptz, signers jsonb)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.sealed_sha256 = given_sha256, b.title, b.time_zone, r.sealed_at,
    (
      select jsonb_agg(jsonb_build_object('name', s.name, 'capacity', s.capacity) order by s.position)
      from public.signers s where s.board_id = r.board_id and s.request_id = r.id
    )
  from public.signature_requests r join public.boards b on b.id = r.board_id
  where r.sealed_sha256 = given_sha256 or r.seal_id = given_id
  order by r.sealed_sha256 = given_sha256 desc
  limit 1
$$;
call schema_tools.open_gate('signature_requests_open', 'verify_seal');
