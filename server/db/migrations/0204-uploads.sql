create table uploads (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  member_id uuid,
  paper_request_id uuid,
  filename text not null check (length(filename) between 1 and 255),
  byte_length bigint not null check (byte_length > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz,
  unique (board_id, id),
  constraint uploads_one_owner check (num_nonnulls(member_id, paper_request_id) = 1)
);
create index uploads_expiry on uploads (expires_at);
call schema_tools.keep_within_board('uploads');
create policy gate on uploads for select to dais_gate using (true);
grant select on uploads to dais_gate;

create function gate.expired_uploads(seen_at timestamptz, most int)
returns table (board_id uuid, upload_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.board_id, u.id from public.uploads u where u.expires_at < seen_at order by u.expires_at limit most
$$;

call schema_tools.open_gate('expired_uploads');
