-- Views layer, which reads all lower layers: magic links, calendar, board books, reports, search, site administration.

-- Returns the owner and subject (a meeting or an announcement) of a magic link while it works. A disabled user's links
-- do not work, and each board decides whether magic links open anything.
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

call schema_tools.open_gate('find_magic_link');

-- A member's secret calendar address on one board, derived like a magic link; renewing increases the generation.
create table calendar_feeds (
  board_id uuid not null references boards,
  member_id uuid not null,
  generation int not null default 1,
  uid_hash bytea not null unique check (length(uid_hash) = 32),
  created_at timestamptz not null default now(),
  primary key (board_id, member_id),
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
call schema_tools.keep_within_board('calendar_feeds');
create policy gate on calendar_feeds for select to dais_gate using (true);
grant select on calendar_feeds to dais_gate;

-- Returns the feed's owner while it works.
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

-- Every active member has a calendar feed, and opening a link creates none. Addresses depend on SECRET_KEY, which SQL
-- does not know, so the server adds the missing ones at its start.
create function gate.members_without_feed(most int)
returns table (board_id uuid, member_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.board_id, m.id
  from public.members m
  where m.status = 'active' and not exists (select from public.calendar_feeds f where f.board_id = m.board_id and f.member_id = m.id)
  limit most
$$;

call schema_tools.open_gate('find_feed', 'members_without_feed');

-- One PDF of a meeting with its documents, made by a job. Without annotations it is the same for everyone who sees the
-- meeting; with them it belongs to one member.
create table board_books (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  -- This is null if it is for everyone. A member has their own book with annotations, or without if something is
  -- withheld from them.
  member_id uuid,
  is_marked boolean not null default false,
  -- The last member who requested it; the number of pending books per member is limited.
  requested_by uuid,
  -- A hash of all its content; a book with another hash is out of date.
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
  unique nulls not distinct (board_id, meeting_id, member_id, is_marked),
  constraint board_books_made check ((state = 'made') = (storage_key is not null and byte_size is not null and page_count is not null and made_at is not null)),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade,
  foreign key (board_id, requested_by) references members (board_id, id) on delete set null (requested_by)
);
create index board_books_member on board_books (board_id, member_id);
create index board_books_requested on board_books (requested_at);
create index board_books_requested_by on board_books (board_id, requested_by);
call schema_tools.keep_within_board('board_books');

-- A sign-in as a board sees it: the first page that a session opened there. A board sees only visits to itself, not the
-- device or the end of the session. There is no key to the session, since the row outlives it. Rows are never changed.
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
call schema_tools.keep_within_board('sign_ins');
revoke update, delete on sign_ins from dais_serving;

-- Search by document: one narrow row has every word, and every pair of neighbours, of a document's title and the pages
-- of its current version. Pages are read only for the results shown.
create table document_words (
  board_id uuid not null references boards,
  document_id uuid not null,
  part int not null default 0 check (part >= 0),
  -- A vector contains a megabyte at most, so the words of a long document are in several rows.
  is_whole boolean not null,
  byte_size int not null check (byte_size >= 0),
  -- The current version; null if there is none.
  version_id uuid,
  words tsvector not null,
  primary key (board_id, document_id, part),
  foreign key (board_id, document_id) references documents (board_id, id) on delete cascade
) with (toast_tuple_target = 128);
call schema_tools.keep_within_board('document_words');
create policy gate on document_words to dais_gate using (true) with check (true);
grant select, insert, update, delete on document_words to dais_gate;
-- Two indexes, because nearly every document is in one row, which either has all the words or does not match.
create index document_words_whole on document_words using gin (words) with (fastupdate = off) where is_whole;
create index document_words_parts on document_words using gin (words) with (fastupdate = off) where not is_whole;

-- Adds words to a document's row, and starts another row when it is full.
create function index_words(board uuid, document uuid, version uuid, lexemes text[]) returns void language sql volatile as $$
  with last as (
    select w.part, w.byte_size from document_words w where w.board_id = board and w.document_id = document order by w.part desc limit 1
  ), fresh as (
    select given.lexeme, sum(octet_length(given.lexeme)) over (order by given.lexeme) as bytes
    from (
      select unnest(lexemes) as lexeme
      except
      select unnest(tsvector_to_array(w.words)) from document_words w where w.board_id = board and w.document_id = document
    ) given
  ), placed as (
    select coalesce((select last.part from last), 0) + (coalesce((select last.byte_size from last), 0) + fresh.bytes)::int / 800000 as part,
      fresh.lexeme
    from fresh
  )
  insert into document_words as known (board_id, document_id, part, is_whole, byte_size, version_id, words)
  select board, document, placed.part, placed.part = 0, sum(octet_length(placed.lexeme)), version, array_to_tsvector(array_agg(placed.lexeme))
  from placed group by placed.part
  on conflict (board_id, document_id, part) do update
    set words = known.words || excluded.words, byte_size = known.byte_size + excluded.byte_size;
  update document_words w set is_whole = false
  where w.board_id = board and w.document_id = document and w.is_whole
    and exists (select from document_words more where more.board_id = board and more.document_id = document and more.part > 0);
$$;

-- Rewrites the rows of documents.
create function index_documents(documents uuid[]) returns void language plpgsql volatile as $$
declare
  document record;
begin
  for document in
    select d.board_id, d.id, d.words, (
      select v.id from document_versions v where v.board_id = d.board_id and v.document_id = d.id order by v.number desc limit 1
    ) as version_id
    from documents d where d.id = any(documents) order by d.id
  loop
    delete from document_words w where w.board_id = document.board_id and w.document_id = document.id;
    perform index_words(document.board_id, document.id, document.version_id, array(
      select unnest(search_lexemes(document.words))
      union
      select unnest(search_lexemes(t.words)) from document_texts t
      where t.board_id = document.board_id and t.version_id = document.version_id
    ));
  end loop;
end $$;
revoke all on function index_words, index_documents from public;
grant execute on function index_words, index_documents to dais_gate;

-- One transaction at a time writes a document's rows; otherwise a page added while its version is replaced would
-- remain. Documents are locked before the vocabulary.
create function lock_document_words(documents uuid[]) returns void language sql volatile as $$
  select pg_advisory_xact_lock(hashtext('document_words'), hashtext(id::text)) from (select distinct unnest(documents) as id order by 1) each
$$;
revoke all on function lock_document_words from public;
grant execute on function lock_document_words to dais_gate;

create function gate.index_pages() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform public.lock_document_words(array(
    select v.document_id from new_texts t join public.document_versions v on v.board_id = t.board_id and v.id = t.version_id
  ));
  perform public.index_words(read.board_id, read.document_id, read.version_id, read.lexemes)
  from (
    select v.board_id, v.document_id, v.id as version_id, array_agg(distinct w.lexeme) as lexemes
    from new_texts t
    join public.document_versions v on v.board_id = t.board_id and v.id = t.version_id
    cross join unnest(public.search_lexemes(t.words)) w (lexeme)
    where not exists (
      select from public.document_versions later
      where later.board_id = v.board_id and later.document_id = v.document_id and later.number > v.number
    )
    group by v.board_id, v.document_id, v.id
  ) read;
  return null;
end $$;

-- Runs for changes of a title, a version or pages.
create function gate.index_document() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  documents uuid[];
begin
  if tg_table_name = 'documents' then
    if tg_op = 'UPDATE' then
      documents := array[new.id];
      perform public.lock_document_words(documents);
    else
      documents := array(select c.id from changed c);
    end if;
  elsif tg_table_name = 'document_versions' then
    documents := array(select distinct c.document_id from changed c);
    -- A first version has no pages yet, and a deleted document takes its rows along.
    perform public.lock_document_words(array(
      select c.document_id from changed c
      where case when tg_op = 'INSERT' then c.number > 1 else exists (select from public.documents d where d.id = c.document_id) end
    ));
  else
    documents := array(
      select distinct v.document_id from changed c join public.document_versions v on v.board_id = c.board_id and v.id = c.version_id
    );
    perform public.lock_document_words(documents);
  end if;
  perform public.index_documents(documents);
  return null;
end $$;
call schema_tools.open_gate('index_pages', 'index_document');

create trigger words_of_new after insert on documents
  referencing new table as changed for each statement execute function gate.index_document();
create trigger words_of_title after update of title on documents
  for each row when (old.title is distinct from new.title) execute function gate.index_document();
create trigger words_of_new after insert on document_versions
  referencing new table as changed for each statement execute function gate.index_document();
create trigger words_of_gone after delete on document_versions
  referencing old table as changed for each statement execute function gate.index_document();
-- The names sort before those of the vocabulary's triggers, so these run first.
create trigger add_words after insert on document_texts
  referencing new table as new_texts for each statement execute function gate.index_pages();
create trigger clear_words after delete on document_texts
  referencing old table as changed for each statement execute function gate.index_document();

-- Whether any searchable text of the board contains the word.
create function is_word_used(board uuid, lexeme text) returns boolean language sql stable as $$
  select exists (select from document_texts t where (t.board_id = board) is true and t.words @@ quote_literal(lexeme)::tsquery)
    or exists (select from documents d where (d.board_id = board) is true and d.words @@ quote_literal(lexeme)::tsquery)
    or exists (select from meetings m where (m.board_id = board) is true and m.words @@ quote_literal(lexeme)::tsquery)
    or exists (select from agenda_items i where (i.board_id = board) is true and i.words @@ quote_literal(lexeme)::tsquery)
    or exists (select from announcements a where (a.board_id = board) is true and a.words @@ quote_literal(lexeme)::tsquery)
    or exists (select from action_items a where (a.board_id = board) is true and a.words @@ quote_literal(lexeme)::tsquery)
    or exists (select from minutes_sections s where (s.board_id = board) is true and s.words @@ quote_literal(lexeme)::tsquery)
    or exists (select from motions m where (m.board_id = board) is true and m.words @@ quote_literal(lexeme)::tsquery)
    or exists (select from written_resolutions r where (r.board_id = board) is true and r.words @@ quote_literal(lexeme)::tsquery)
$$;
revoke all on function is_word_used from public;
grant execute on function is_word_used to dais_gate;

call schema_tools.keep_vocabulary(
  'documents', 'meetings', 'agenda_items', 'announcements', 'action_items', 'minutes_sections', 'motions', 'written_resolutions'
);

-- The gate searches words because full-text operators are not leakproof, so the serving role's policies would prevent
-- the use of their indexes. It reads vectors and ids, never text, and each function covers only the transaction's
-- board.

-- Meetings that match every query in their own words or their agenda's, without items withheld from the reader, and the
-- number of matches in the title. Includes deleted and invisible ones, which the caller removes.
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
    where i.id <> all(array(
      select h.subject_id from public.withheld h
      where h.board_id = public.current_board_id() and h.member_id = public.current_member_id() and h.lifted_at is null
    ))
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

-- Action items of the board that match every query, and the number of matches in the title. Includes invisible ones.
create function gate.search_action_items(wanted tsquery[])
returns table (id uuid, in_title int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.id, sum(case when ts_filter(i.words, '{a}') @@ w.q then 1 else 0 end)::int
  from unnest(wanted) w (q)
  join public.action_items i on i.board_id = public.current_board_id() and i.words @@ w.q
  group by i.id
  having count(*) = cardinality(wanted)
$$;
create function gate.search_minutes(wanted tsquery[])
returns table (id uuid, in_title int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, sum(case when ts_filter(s.words, '{a}') @@ w.q then 1 else 0 end)::int
  from unnest(wanted) w (q)
  join public.minutes_sections s on s.board_id = public.current_board_id() and s.words @@ w.q
  group by s.id
  having count(*) = cardinality(wanted)
$$;
create function gate.search_motions(wanted tsquery[])
returns table (id uuid, in_title int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.id, count(*)::int
  from unnest(wanted) w (q)
  join public.motions m on m.board_id = public.current_board_id() and m.words @@ w.q
  group by m.id
  having count(*) = cardinality(wanted)
$$;
create function gate.search_resolutions(wanted tsquery[])
returns table (id uuid, in_title int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.id, sum(case when ts_filter(r.words, '{a}') @@ w.q then 1 else 0 end)::int
  from unnest(wanted) w (q)
  join public.written_resolutions r on r.board_id = public.current_board_id() and r.words @@ w.q
  group by r.id
  having count(*) = cardinality(wanted)
$$;

-- Documents that contain all parts of the queries, in the title or on pages of the current version. A phrase of three
-- or more words may still be split, so `phrases` are checked exactly. The board is computed once, and `is true`
-- prevents the use of the board index, which has more rows than the words' index.
create function gate.search_documents(wanted tsquery[], phrases tsquery[])
returns table (id uuid, version_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select found.document_id, found.version_id
  from (
    select w.document_id, w.version_id
    from public.document_words w
    where (w.board_id = (select public.current_board_id())) is true and w.is_whole
      and w.words @@ (select string_agg('(' || q::text || ')', ' & ')::tsquery from unnest(wanted) q)
    union all
    select w.document_id, (array_agg(w.version_id))[1]
    from unnest(wanted) with ordinality each (q, nth)
    join public.document_words w
      on (w.board_id = (select public.current_board_id())) is true and not w.is_whole and w.words @@ each.q
    group by w.document_id
    having count(distinct each.nth) = cardinality(wanted)
  ) found
  where cardinality(phrases) = 0 or not exists (
    select from unnest(phrases) phrase (q)
    where not case
      when exists (
        select from public.document_texts t
        where t.board_id = (select public.current_board_id()) and t.version_id = found.version_id and t.words @@ phrase.q
      ) then true
      else exists (
        select from public.documents d
        where d.board_id = (select public.current_board_id()) and d.id = found.document_id and d.words @@ phrase.q
      )
    end
  )
$$;

-- The pages of the given versions that match, with the number of matches on each.
create function gate.search_pages(wanted tsquery[], versions uuid[])
returns table (version_id uuid, page int, found int)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.version_id, t.page, count(*)::int
  from unnest(versions) of_version (id)
  join public.document_texts t on t.board_id = public.current_board_id() and t.version_id = of_version.id
  join unnest(wanted) w (q) on t.words @@ w.q
  group by t.version_id, t.page
$$;

-- Words of the board that resemble the typed ones, regardless of visibility. Returns all of them, since the caller
-- first removes what the reader may not find. Similar words share part of their trigrams, so the trigram index is used
-- regardless of PostgreSQL's statistics.
create function gate.similar_words(typed text[], similarity_min real)
returns table (typed_word text, word text, similarity real)
language sql stable security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
  select t.word, near.word, public.similarity(near.word, t.word)
  from unnest(typed) t (word)
  cross join lateral (
    select v.word
    from unnest(public.search_letters(public.current_board_id(), t.word)) part (letters)
    join public.vocabulary v on (v.board_id = (select public.current_board_id())) is true and v.letters @> array[part.letters]
    group by v.word
    having count(*) + 0.01 >= similarity_min * cardinality(public.search_letters(public.current_board_id(), t.word))
  ) near
  where length(near.word) between length(t.word) - 3 and length(t.word) + 3
    and public.similarity(near.word, t.word) >= similarity_min
$$;

call schema_tools.open_gate(
  'search_meetings', 'search_announcements', 'search_action_items', 'search_minutes', 'search_motions', 'search_resolutions', 'search_documents',
  'search_pages', 'similar_words'
);

-- Site administration: figures of boards without their content. Each function checks itself whether its caller is still
-- a site admin, so that no caller can forget to.

-- Boards by title, one page at a time.
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

-- Users by name, with their boards.
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
    order by lower(coalesce(nullif(u.last_name, ''), u.first_name)), lower(u.first_name), u.id
    offset skip limit most
  )
  select p.id, p.first_name, p.last_name, p.email, p.is_site_admin, p.disabled_at, p.created_at,
         public.has_second_factor(p.id),
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
  from page p order by lower(coalesce(nullif(p.last_name, ''), p.first_name)), lower(p.first_name), p.id
$$;

-- Changes site admin rights and disabled users. Site admins are locked in one order, so that if two revoke each other's
-- right at once, one keeps it. Parameters that are null stay unchanged under the lock, so that concurrent changes do
-- not undo each other. Returns done, same, missing, last or refused.
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

-- Delivery states of mail.
create function gate.list_mail(by_user uuid, wanted_state text, before_time timestamptz, before_id uuid, most int)
returns table (
  id uuid, kind text, board_title text, recipient text, state text, queued_at timestamptz, ended_at timestamptz, attempts int,
  last_error text, is_repeatable boolean
)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- One query per state, so that each uses its own index.
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

-- The board of a message that a site admin sends again; null for mail to a user as such.
create function gate.board_of_mail(by_user uuid, wanted uuid)
returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.board_id from public.mail_messages m
  where m.id = wanted
    and exists (select from public.users a where a.id = by_user and a.is_site_admin and a.disabled_at is null)
$$;

call schema_tools.open_gate('site_boards', 'site_users', 'set_user_access', 'list_mail', 'count_mail', 'board_of_mail');
