-- Views, which gather from the storeys beneath: magic links, calendar, board books, reports, search, site administration.

-- Whose magic address it is, while it opens anything, and to what: a meeting, or an announcement. A disabled user opens nothing, and
-- whether magic links open anything is the board's choice.
create function gate.find_magic_link(wanted_hash bytea, seen_at timestamptz)
returns table (board_id uuid, member_id uuid, user_id uuid, meeting_id uuid, announcement_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select found.board_id, found.member_id, m.user_id, found.meeting_id, found.announcement_id
  from (
    select l.board_id, l.member_id, l.meeting_id, null::uuid as announcement_id
    from public.magic_links l
    join public.meetings t on t.board_id = l.board_id and t.id = l.meeting_id
    where l.uid_hash = wanted_hash and l.revoked_at is null
      and t.deleted_at is null and t.state <> 'draft' and t.ends_at > seen_at - interval '30 days'
    union all
    select r.board_id, r.member_id, null, r.announcement_id
    from public.announcement_readers r
    join public.announcements a on a.board_id = r.board_id and a.id = r.announcement_id
    where r.uid_hash = wanted_hash
      and a.deleted_at is null and a.state = 'published' and a.publish_on > seen_at - interval '30 days'
  ) found
  join public.members m on m.board_id = found.board_id and m.id = found.member_id
  join public.users u on u.id = m.user_id
  join public.boards b on b.id = found.board_id
  where m.status = 'active' and u.disabled_at is null and b.suspended_at is null and b.magic_links <> 'off'
$$;

call house.open_gate('find_magic_link');

-- A member's secret calendar address on one board, derived like a magic link; renewing raises the generation.
create table calendar_feeds (
  board_id uuid not null references boards,
  member_id uuid not null,
  generation int not null default 1,
  uid_hash bytea not null unique check (length(uid_hash) = 32),
  created_at timestamptz not null default now(),
  primary key (board_id, member_id),
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
call house.keep_within_board('calendar_feeds');
create policy gate on calendar_feeds for select to dais_gate using (true);
grant select on calendar_feeds to dais_gate;

-- Whose feed it is, while it shows anything.
create function gate.find_feed(wanted_hash bytea)
returns table (board_id uuid, user_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.board_id, m.user_id
  from public.calendar_feeds f
  join public.members m on m.board_id = f.board_id and m.id = f.member_id
  join public.users u on u.id = m.user_id
  join public.boards b on b.id = f.board_id
  where f.uid_hash = wanted_hash and m.status = 'active' and u.disabled_at is null and b.suspended_at is null
$$;

call house.open_gate('find_feed');

-- One PDF of a meeting with its papers, made by a job. Without annotations it is the same for everybody who sees the meeting; with
-- them it is one member's own.
create table board_books (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  -- Null: without annotations.
  member_id uuid,
  -- The last to request it: a member waits for a few at a time.
  requested_by uuid,
  -- A hash of all its content: what has another is out of date.
  fingerprint text not null,
  state text not null check (state in ('waiting', 'made', 'failed')),
  papers_done int not null default 0 check (papers_done >= 0),
  storage_key text unique,
  byte_size bigint check (byte_size > 0),
  page_count int check (page_count >= 1),
  -- [{"id": document, "why": reason}]
  left_out jsonb not null default '[]',
  requested_at timestamptz not null,
  made_at timestamptz,
  unique (board_id, id),
  unique nulls not distinct (board_id, meeting_id, member_id),
  constraint board_books_made check ((state = 'made') = (storage_key is not null and byte_size is not null and page_count is not null and made_at is not null)),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade,
  foreign key (board_id, requested_by) references members (board_id, id) on delete set null (requested_by)
);
create index board_books_member on board_books (board_id, member_id);
create index board_books_requested on board_books (requested_at);
create index board_books_requested_by on board_books (board_id, requested_by);
call house.keep_within_board('board_books');

-- A sign-in as a board sees it: the first page that a session opened there. A board learns of visits to itself alone, and
-- nothing of the device or of when the session ended. No key to the session: it ends, and
-- the line stays. As the log: written, and never changed.
create table sign_ins (
  board_id uuid not null references boards,
  session_id uuid not null,
  member_id uuid not null,
  at timestamptz not null,
  primary key (board_id, session_id),
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index sign_ins_member on sign_ins (board_id, member_id, at);
create index sign_ins_at on sign_ins (board_id, at);
call house.keep_within_board('sign_ins');
revoke update, delete on sign_ins from dais_serving;

-- The gate looks for words: full-text operators are not leakproof, so under the serving role's policies their indexes would go
-- unused. It reads vectors and ids, never a text, and each of its functions answers for the transaction's board alone.

-- Which meetings have every wanted thing in their own words or in their agenda's; how many of them in the title. Deleted ones and
-- those that the reader may not see too: whoever asks leaves them out.
create function gate.search_meetings(wanted tsquery[])
returns table (id uuid, in_title int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select found.id, bit_count(bit_or(found.titled)::bit(32))::int
  from (
    select m.id, 1 << w.n::int as bit, case when ts_filter(m.words, '{a}') @@ w.q then 1 << w.n::int else 0 end as titled
    from unnest(wanted) with ordinality w (q, n)
    join public.meetings m on m.board_id = public.current_board_id() and m.words @@ w.q
    union all
    select i.meeting_id, 1 << w.n::int, 0
    from unnest(wanted) with ordinality w (q, n)
    join public.agenda_items i on i.board_id = public.current_board_id() and i.words @@ w.q
  ) found
  group by found.id
  having bit_count(bit_or(found.bit)::bit(32)) = cardinality(wanted)
$$;

create function gate.search_announcements(wanted tsquery[])
returns table (id uuid, in_title int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.id, sum(case when ts_filter(a.words, '{a}') @@ w.q then 1 else 0 end)::int
  from unnest(wanted) w (q)
  join public.announcements a on a.board_id = public.current_board_id() and a.words @@ w.q
  group by a.id
  having count(*) = cardinality(wanted)
$$;

-- The same of documents: in the title, or on the pages of the current version, by one plan for any words. The board is
-- worked out once, not for every page that has a word; `is true` keeps the
-- index of boards out, which holds more than the word's; `limit` says what PostgreSQL cannot know of an array, that it holds few
-- things; and without nested loops it never compares each version with every page.
create function gate.search_documents(wanted tsquery[])
returns table (id uuid, in_title int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp set enable_nestloop = off as $$
  with asked as materialized (
    select w.q, 1 << w.n::int as bit from unnest(wanted) with ordinality w (q, n) limit cardinality(wanted)
  ), current as materialized (
    select distinct on (v.document_id) v.id, v.document_id
    from public.document_versions v
    where v.board_id = (select public.current_board_id())
    order by v.document_id, v.number desc
  ), found as (
    select on_pages.document_id as id, asked.bit as bits, 0 as titled
    from asked cross join lateral (
      select current.document_id
      from current
      where current.id in (
        select t.version_id from public.document_texts t
        where (t.board_id = (select public.current_board_id())) is true and t.words @@ asked.q
      )
    ) on_pages
    union all
    select d.id, asked.bit, asked.bit
    from asked
    join public.documents d on (d.board_id = (select public.current_board_id())) is true and d.words @@ asked.q
  )
  select found.id, bit_count(bit_or(found.titled)::bit(32))::int
  from found
  group by found.id
  having bit_count(bit_or(found.bits)::bit(32)) = cardinality(wanted)
$$;

-- On which pages of some versions the wanted things are, and how many of them on each.
create function gate.search_pages(wanted tsquery[], versions uuid[])
returns table (version_id uuid, page int, found int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.version_id, t.page, count(*)::int
  from unnest(versions) of_version (id)
  join public.document_texts t on t.board_id = public.current_board_id() and t.version_id = of_version.id
  join unnest(wanted) w (q) on t.words @@ w.q
  group by t.version_id, t.page
$$;

-- Words that look like those that were typed: out of documents, and out of the titles and agendas of the board, whoever may see
-- them. All of them: whoever asks leaves out what the reader may not find before taking the best.
create function gate.similar_words(typed text[], similarity_min real)
returns table (typed_word text, word text, similarity real)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with known as materialized (
    select v.word from public.vocabulary v where v.board_id = public.current_board_id()
    union
    select substr(titles.lexeme, 7)
    from (
      select unnest(tsvector_to_array(m.words)) as lexeme from public.meetings m where m.board_id = public.current_board_id()
      union
      select unnest(tsvector_to_array(i.words)) from public.agenda_items i where i.board_id = public.current_board_id()
      union
      select unnest(tsvector_to_array(a.words)) from public.announcements a where a.board_id = public.current_board_id()
      union
      select unnest(tsvector_to_array(d.words)) from public.documents d where d.board_id = public.current_board_id()
    ) titles
  )
  select t.word, known.word, public.similarity(known.word, t.word)
  from unnest(typed) t (word)
  join known on length(known.word) between length(t.word) - 3 and length(t.word) + 3
    and public.similarity(known.word, t.word) >= similarity_min
$$;

call house.open_gate('search_meetings', 'search_announcements', 'search_documents', 'search_pages', 'similar_words');

-- Site administration: figures of boards, and nothing of their content. Each function asks itself whether its caller is a site
-- admin (still): a call that forgot to would otherwise tell anybody.

-- Boards by title, a page at a time.
create function gate.site_boards(by_user uuid, find text, state text, skip int, most int)
returns table (
  id uuid, title text, shortname text, primary_color text, logo_url text, time_zone text, suspended_at timestamptz,
  created_at timestamptz, plan_note text, active_members bigint, invited_members bigint, has_admin boolean, documents bigint,
  stored_bytes bigint, meetings bigint, last_active_at timestamptz, found bigint
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with page as (
    select b.*, count(*) over () as found
    from public.boards b
    where exists (select from public.users u where u.id = by_user and u.is_site_admin and u.disabled_at is null)
      and (find = '' or position(lower(find) in lower(b.title)) > 0 or position(lower(find) in b.shortname) > 0)
      and (state = 'all' or (state = 'suspended') = (b.suspended_at is not null))
    order by lower(b.title), b.id
    offset skip limit most
  )
  select p.id, p.title, p.shortname, p.primary_color, p.logo_url, p.time_zone, p.suspended_at, p.created_at, p.plan_note,
         (select count(*) from public.members m where m.board_id = p.id and m.status = 'active'),
         (select count(*) from public.members m where m.board_id = p.id and m.status = 'invited' and m.removed_at is null),
         exists (
           select from public.members m join public.users u on u.id = m.user_id
           where m.board_id = p.id and m.is_board_admin and m.status = 'active' and u.disabled_at is null
         ),
         (select count(*) from public.documents d where d.board_id = p.id and d.deleted_at is null),
         (select coalesce(sum(v.byte_size), 0)::bigint from public.document_versions v where v.board_id = p.id),
         (select count(*) from public.meetings t where t.board_id = p.id and t.deleted_at is null),
         (select max(e.at) from public.audit_entries e where e.board_id = p.id),
         p.found
  from page p order by lower(p.title), p.id
$$;

-- Users by name, with the boards that they are on.
create function gate.site_users(by_user uuid, find text, state text, on_board uuid, skip int, most int)
returns table (
  id uuid, first_name text, last_name text, email text, is_site_admin boolean, disabled_at timestamptz, created_at timestamptz,
  has_two_factor boolean, sessions bigint, last_seen_at timestamptz, boards jsonb, found bigint
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with page as (
    select u.*, count(*) over () as found
    from public.users u
    where exists (select from public.users a where a.id = by_user and a.is_site_admin and a.disabled_at is null)
      and (find = '' or position(lower(find) in lower(u.first_name || ' ' || u.last_name || ' ' || u.email)) > 0)
      and case state when 'disabled' then u.disabled_at is not null when 'site-admins' then u.is_site_admin else true end
      and (on_board is null or exists (
        select from public.members m where m.user_id = u.id and m.board_id = on_board and m.removed_at is null
      ))
    order by lower(u.last_name), lower(u.first_name), u.id
    offset skip limit most
  )
  select p.id, p.first_name, p.last_name, p.email, p.is_site_admin, p.disabled_at, p.created_at,
         exists (select from public.two_factors t where t.user_id = p.id and t.confirmed_at is not null),
         (select count(*) from public.sessions s where s.user_id = p.id),
         (select max(s.last_seen_at) from public.sessions s where s.user_id = p.id),
         coalesce((
           select jsonb_agg(
             jsonb_build_object('title', b.title, 'shortname', b.shortname, 'status', m.status, 'is_board_admin', m.is_board_admin)
             order by lower(b.title), b.id
           )
           from public.members m join public.boards b on b.id = m.board_id
           where m.user_id = p.id and m.removed_at is null
         ), '[]'::jsonb),
         p.found
  from page p order by lower(p.last_name), lower(p.first_name), p.id
$$;

-- Who opens the installation to others, and who is shut out of it. Site admins are locked in one order, so that of two who
-- take the right from each other at once one keeps it. What is not named (null) stays as it is, asked under the lock: of two
-- who change one user at once, neither takes back what the other has done. Returns what came of it: done, same, missing, last or refused.
create function gate.set_user_access(by_user uuid, wanted uuid, disable boolean, site_admin boolean, seen_at timestamptz)
returns text language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  before public.users;
  is_disabled boolean;
  is_admin boolean;
begin
  perform from public.users u where u.is_site_admin or u.id = wanted order by u.id for no key update;
  if not exists (select from public.users u where u.id = by_user and u.is_site_admin and u.disabled_at is null) then
    return 'refused';
  end if;
  select * into before from public.users u where u.id = wanted;
  if before.id is null then
    return 'missing';
  end if;
  is_disabled := coalesce(disable, before.disabled_at is not null);
  is_admin := coalesce(site_admin, before.is_site_admin);
  if (before.disabled_at is not null) = is_disabled and before.is_site_admin = is_admin then
    return 'same';
  end if;
  if before.is_site_admin and before.disabled_at is null and (is_disabled or not is_admin) and not exists (
    select from public.users u where u.is_site_admin and u.disabled_at is null and u.id <> wanted
  ) then
    return 'last';
  end if;
  update public.users u
  set is_site_admin = is_admin,
      disabled_at = case when not is_disabled then null else coalesce(u.disabled_at, seen_at) end
  where u.id = wanted;
  if is_disabled then
    delete from public.sessions s where s.user_id = wanted;
    delete from public.pending_sign_ins s where s.user_id = wanted;
  end if;
  return 'done';
end $$;

-- What became of mail.
create function gate.list_mail(by_user uuid, wanted_state text, before_time timestamptz, before_id uuid, most int)
returns table (
  id uuid, kind text, board_title text, recipient text, state text, queued_at timestamptz, ended_at timestamptz, attempts int,
  last_error text, is_repeatable boolean
)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Written out for each state, so that each is read from its own index.
  return query execute format($query$
    select m.id, m.kind, b.title, coalesce(u.email, of_member.email, of_invitation.email),
           case when m.sent_at is not null then 'sent' when m.failed_at is not null then 'failed'
                when m.dropped_at is not null then 'dropped' else 'queued' end,
           m.queued_at, coalesce(m.sent_at, m.failed_at, m.dropped_at), m.attempts, m.last_error, m.is_repeatable
    from public.mail_messages m
    left join public.boards b on b.id = m.board_id
    left join public.users u on u.id = m.user_id
    left join public.members member on member.board_id = m.board_id and member.id = m.member_id
    left join public.users of_member on of_member.id = member.user_id
    left join lateral (
      select i.email from public.invitations i
      where i.board_id = m.board_id and i.member_id = m.member_id and member.user_id is null
      order by i.created_at desc limit 1
    ) of_invitation on true
    where exists (select from public.users a where a.id = $4 and a.is_site_admin and a.disabled_at is null)
      and %s and ($1::timestamptz is null or (m.queued_at, m.id) < ($1, $2))
    order by m.queued_at desc, m.id desc
    limit $3
  $query$, case wanted_state
    when 'sent' then 'm.sent_at is not null'
    when 'failed' then 'm.failed_at is not null'
    when 'dropped' then 'm.dropped_at is not null'
    when 'queued' then 'm.sent_at is null and m.failed_at is null and m.dropped_at is null'
    else 'true' end) using before_time, before_id, most, by_user;
end
$$;

create function gate.count_mail(by_user uuid, since timestamptz)
returns table (queued int, sent int, failed int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select
    (select count(*)::int from public.mail_messages where sent_at is null and failed_at is null and dropped_at is null),
    (select count(*)::int from public.mail_messages where queued_at > since and sent_at is not null),
    (select count(*)::int from public.mail_messages where queued_at > since and failed_at is not null)
  where exists (select from public.users a where a.id = by_user and a.is_site_admin and a.disabled_at is null)
$$;

-- The board of a message that a site admin wants sent again; none for mail to a user as such.
create function gate.board_of_mail(by_user uuid, wanted uuid)
returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.board_id from public.mail_messages m
  where m.id = wanted
    and exists (select from public.users a where a.id = by_user and a.is_site_admin and a.disabled_at is null)
$$;

call house.open_gate('site_boards', 'site_users', 'set_user_access', 'list_mail', 'count_mail', 'board_of_mail');
