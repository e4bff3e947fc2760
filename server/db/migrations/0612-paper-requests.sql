
-- One secret address covers all of the author's papers. Authors need not be members.
create table paper_authors (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  member_id uuid,
  name text not null check (length(name) between 1 and 200),
  -- Set only for an author who is not a member. Erased 30 days after the meeting.
  email text check (length(email) <= 254),
  generation int not null default 1,
  uid_hash bytea unique check (length(uid_hash) = 32),
  -- The day of the last reminder, in the board's time zone.
  reminded_on date,
  unique (board_id, id),
  constraint paper_authors_member_or_address check (member_id is null or email is null),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create unique index paper_authors_email on paper_authors (board_id, meeting_id, lower(email)) where email is not null;
create unique index paper_authors_of_member on paper_authors (board_id, meeting_id, member_id) where member_id is not null;
create index paper_authors_member on paper_authors (board_id, member_id) where member_id is not null;

create table paper_requests (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  author_id uuid not null,
  -- No foreign key, because a closed request outlives its item.
  agenda_item_id uuid not null,
  title text not null check (length(title) between 1 and 200),
  note text not null default '' check (length(note) <= 2000),
  -- This and the next column are dates in the board's time zone.
  due_on date not null,
  reminders_from date not null,
  asked_by uuid,
  asked_at timestamptz not null,
  -- The later date that the author has requested.
  more_until date,
  more_reason text not null default '' check (length(more_reason) <= 500),
  declined_at timestamptz,
  sent_back_at timestamptz,
  sent_back_reason text not null default '' check (length(sent_back_reason) <= 500),
  accepted_at timestamptz,
  document_id uuid,
  ended_at timestamptz,
  files_sent int not null default 0,
  bytes_sent bigint not null default 0,
  unique (board_id, id),
  foreign key (board_id, author_id) references paper_authors (board_id, id) on delete cascade,
  foreign key (board_id, asked_by) references members (board_id, id) on delete set null (asked_by),
  foreign key (board_id, document_id) references documents (board_id, id) on delete set null (document_id)
);
create index paper_requests_author on paper_requests (board_id, author_id);
create index paper_requests_item on paper_requests (board_id, agenda_item_id);
create index paper_requests_asker on paper_requests (board_id, asked_by) where asked_by is not null;
create index paper_requests_document on paper_requests (board_id, document_id) where document_id is not null;

-- When a submission is accepted, a document version with the same id takes over its files.
create table paper_submissions (
  id uuid primary key,
  board_id uuid not null references boards,
  request_id uuid not null,
  filename text not null check (length(filename) between 1 and 255),
  extension text not null,
  byte_size bigint not null check (byte_size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  page_count int,
  note text not null default '' check (length(note) <= 2000),
  sent_at timestamptz not null,
  -- Unset when the paper is accepted, because the document version then has the files.
  storage_key text unique,
  reading_key text unique,
  reading_bytes bigint check (reading_bytes > 0),
  unique (board_id, request_id),
  constraint paper_submissions_reading check ((reading_key is null) = (reading_bytes is null)),
  foreign key (board_id, request_id) references paper_requests (board_id, id) on delete cascade
);
call schema_tools.keep_within_board('paper_authors', 'paper_requests', 'paper_submissions');
create policy gate on paper_authors to dais_gate using (true) with check (true);
create policy gate on paper_requests for select to dais_gate using (true);
create policy gate on paper_submissions to dais_gate using (true);
grant select, update (email, uid_hash) on paper_authors to dais_gate;
grant select on paper_requests to dais_gate;
grant select (board_id, request_id, storage_key), delete on paper_submissions to dais_gate;

-- The address expires 30 days after the author's last paper is accepted, and at the latest 30 days after the meeting.
create function gate.find_paper_author(wanted_hash bytea, seen_at timestamptz)
returns table (board_id uuid, author_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.board_id, a.id
  from public.paper_authors a
  join public.meetings t on t.board_id = a.board_id and t.id = a.meeting_id
  join public.boards b on b.id = a.board_id
  left join public.members m on m.board_id = a.board_id and m.id = a.member_id
  left join public.users u on u.id = m.user_id
  where a.uid_hash = wanted_hash and b.suspended_at is null
    and t.deleted_at is null and t.state <> 'cancelled'
    and (t.ends_at is null or t.ends_at > seen_at - interval '30 days')
    and case when a.member_id is null then b.paper_links = 'anyone'
      else b.paper_links <> 'off' and m.status in ('active', 'invited') and u.disabled_at is null end
    and exists (
      select from public.paper_requests r
      where r.board_id = a.board_id and r.author_id = a.id and r.ended_at is null
        and (r.accepted_at is null or r.accepted_at > seen_at - interval '30 days')
    )
$$;

-- Reminders are due three days before the due date, on that day, and up to three days after it.
-- The days must match those in domain/paper-requests.ts.
create function gate.paper_reminders_due(seen_at timestamptz, most int)
returns table (board_id uuid, author_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct r.board_id, r.author_id
  from public.paper_requests r
  join public.paper_authors a on a.board_id = r.board_id and a.id = r.author_id
  join public.meetings t on t.board_id = a.board_id and t.id = a.meeting_id
  join public.boards b on b.id = r.board_id
  cross join lateral (select gate.local_time(seen_at, b.time_zone)::date as day) today
  where b.suspended_at is null and t.deleted_at is null and t.state <> 'cancelled'
    and r.ended_at is null and r.accepted_at is null and r.declined_at is null
    and today.day - r.due_on in (-3, 0, 1, 2, 3) and today.day > r.reminders_from
    and (a.reminded_on is null or a.reminded_on < today.day)
    and gate.local_time(seen_at, b.time_zone)::time >= '08:00'
    and not exists (
      select from public.paper_submissions s where s.board_id = r.board_id and s.request_id = r.id
    )
  order by 1, 2 limit most
$$;

-- Deletes files that were not accepted. After the meeting, also erases authors' email addresses and links.
create function gate.forget_papers(ended_before timestamptz)
returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from public.paper_submissions s
  using public.paper_requests r, public.paper_authors a, public.meetings t
  where r.board_id = s.board_id and r.id = s.request_id and a.board_id = r.board_id and a.id = r.author_id
    and t.board_id = a.board_id and t.id = a.meeting_id and s.storage_key is not null
    and (r.ended_at < ended_before or t.ends_at < ended_before);
  update public.paper_authors a set email = null, uid_hash = null
  from public.meetings t
  where t.board_id = a.board_id and t.id = a.meeting_id and t.ends_at < ended_before and a.uid_hash is not null
$$;
call schema_tools.open_gate('find_paper_author', 'paper_reminders_due', 'forget_papers');
