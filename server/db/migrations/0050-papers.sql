-- Papers layer: documents with their versions and texts, annotations, reading, polls.

create table documents (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  title text not null check (length(title) between 1 and 255),
  extension text not null,
  mime_type text not null,
  is_link boolean not null default false,
  link_url text,
  -- A document has exactly one home.
  meeting_id uuid,
  agenda_item_id uuid,
  category_id uuid,
  folder_id uuid,
  announcement_id uuid,
  written_resolution_id uuid,
  position int not null default 0,
  -- Only editors see it.
  hidden boolean not null default false,
  printing_disabled boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  -- Titles weigh more than the text below them.
  words tsvector generated always as (setweight(search_vector(board_id, title), 'A')) stored,
  unique (board_id, id),
  constraint documents_one_home
    check (num_nonnulls(meeting_id, agenda_item_id, category_id, folder_id, announcement_id, written_resolution_id) = 1),
  constraint documents_link_url check (is_link = (link_url is not null)),
  foreign key (board_id, created_by) references members (board_id, id),
  foreign key (board_id, deleted_by) references members (board_id, id)
);
create index documents_agenda_item on documents (board_id, agenda_item_id, position) where deleted_at is null;
create index documents_meeting on documents (board_id, meeting_id, position) where deleted_at is null;
create index documents_announcement on documents (board_id, announcement_id, position) where announcement_id is not null;
create index documents_written_resolution on documents (board_id, written_resolution_id, position)
  where written_resolution_id is not null;
-- One index for each order of a long library list.
create index documents_category_position on documents (board_id, category_id, position, id) where deleted_at is null;
create index documents_category_title on documents (board_id, category_id, lower(title), id) where deleted_at is null;
create index documents_category_created on documents (board_id, category_id, created_at, id) where deleted_at is null;
create index documents_category_kind on documents (board_id, category_id, extension, id) where deleted_at is null;
create index documents_folder_position on documents (board_id, folder_id, position, id) where deleted_at is null;
create index documents_folder_title on documents (board_id, folder_id, lower(title), id) where deleted_at is null;
create index documents_folder_created on documents (board_id, folder_id, created_at, id) where deleted_at is null;
create index documents_folder_kind on documents (board_id, folder_id, extension, id) where deleted_at is null;
create index documents_newest on documents (board_id, created_at desc, id desc) where deleted_at is null;
-- The purge searches all boards; editors list deleted documents by board.
create index documents_deleted on documents (deleted_at) where deleted_at is not null;
create index documents_board_deleted on documents (board_id, deleted_at desc) where deleted_at is not null;
-- New words are indexed at once, here and in the other word indexes. With fastupdate some searches would pay for other
-- users' writes.
create index documents_words on documents using gin (words) with (fastupdate = off);
call schema_tools.keep_within_board('documents');
create policy gate on documents for select to dais_gate using (true);
grant select on documents to dais_gate;

-- Returns the board of an id in a URL, among the boards where the user is active.
create function gate.board_of_document(wanted uuid, for_user uuid)
returns uuid language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.board_id from public.documents t join public.members m on m.board_id = t.board_id
  where t.id = wanted and m.user_id = for_user and m.status = 'active'
$$;

call schema_tools.open_gate('board_of_document');

create table document_versions (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  document_id uuid not null,
  number int not null check (number >= 1),
  filename text not null check (length(filename) between 1 and 255),
  storage_key text not null unique,
  byte_size bigint not null check (byte_size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  page_count int,
  -- A read-only PDF of an office or HTML file, made once by a job. `none` if no preview was requested or is possible.
  preview_state text not null default 'none' check (preview_state in ('none', 'waiting', 'made', 'failed')),
  preview_key text unique,
  preview_bytes bigint check (preview_bytes > 0),
  -- A copy of a large PDF whose pages can be found without reading the whole file; used only by the viewer.
  reading_key text unique,
  reading_bytes bigint check (reading_bytes > 0),
  -- When the text was extracted; null while it waits, or if there is no text.
  text_read_at timestamptz,
  -- When the last page was read, including scans; null before.
  text_complete_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  unique (board_id, id),
  unique (board_id, document_id, number),
  constraint document_versions_preview check ((preview_state = 'made') = (preview_key is not null and preview_bytes is not null)),
  constraint document_versions_reading check ((reading_key is null) = (reading_bytes is null)),
  foreign key (board_id, document_id) references documents (board_id, id) on delete cascade,
  foreign key (board_id, created_by) references members (board_id, id)
);
call schema_tools.keep_within_board('document_versions');
-- For search and for the boards' figures, which use sizes only.
create policy gate on document_versions for select to dais_gate using (true);
grant select (board_id, id, document_id, number, byte_size) on document_versions to dais_gate;

-- The text of each page of a version, for search. Files without pages have one row.
create table document_texts (
  board_id uuid not null references boards,
  version_id uuid not null,
  page int not null check (page >= 1),
  text text not null check (length(text) <= 200000),
  -- A phrase search compares word positions, so each page with the words is read. Decompression would take most of the
  -- time, so vectors are stored uncompressed and inline if they fit.
  words tsvector storage external generated always as (search_vector(board_id, text)) stored,
  primary key (board_id, version_id, page),
  foreign key (board_id, version_id) references document_versions (board_id, id) on delete cascade
) with (toast_tuple_target = 8160);
create index document_texts_words on document_texts using gin (words) with (fastupdate = off);
call schema_tools.keep_within_board('document_texts');
create policy gate on document_texts for select to dais_gate using (true);
grant select (board_id, version_id, page, words) on document_texts to dais_gate;

-- Every word of a board's documents, titles and agendas, once, to find words typed with mistakes. Only words that a
-- search finds for its reader are shown, never this list.
create table vocabulary (
  board_id uuid not null references boards,
  word text not null,
  letters text[] generated always as (search_letters(board_id, word)) stored,
  primary key (board_id, word)
);
create index vocabulary_letters on vocabulary using gin (letters) with (fastupdate = off);
call schema_tools.keep_within_board('vocabulary');
create policy gate on vocabulary to dais_gate using (true) with check (true);
grant select, insert, delete on vocabulary to dais_gate;

-- Updates the vocabulary, one transaction of a board at a time. Two jobs that add the same words in another order would
-- deadlock.
create function gate.learn_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('vocabulary'), hashtext(b.board_id::text)) from (select distinct board_id from new_texts order by 1) b;
  insert into public.vocabulary (board_id, word)
    select distinct t.board_id, substr(w.lexeme, 7)
    from new_texts t, unnest(tsvector_to_array(t.words)) w (lexeme)
    where substr(w.lexeme, 7) ~ ('^[[:alpha:]]{4,40}$' collate "pg_c_utf8")
    on conflict do nothing;
  return null;
end $$;

-- Purged texts take their words with them, unless another text has them.
create function gate.forget_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('vocabulary'), hashtext(b.board_id::text)) from (select distinct board_id from old_texts order by 1) b;
  delete from public.vocabulary v
    using (select distinct t.board_id, w.lexeme from old_texts t, unnest(tsvector_to_array(t.words)) w (lexeme)) gone
    where v.board_id = gone.board_id and v.word = substr(gone.lexeme, 7) and not public.is_word_used(gone.board_id, gone.lexeme);
  return null;
end $$;

-- Updates the words of titles, agendas and announcements. Runs at the end of the transaction, when it waits for no
-- other lock, since it waits for others that change the board's words.
create function gate.keep_vocabulary() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  board uuid := case when tg_op = 'DELETE' then old.board_id else new.board_id end;
  before text[] := case when tg_op = 'INSERT' then '{}'::text[] else tsvector_to_array(old.words) end;
  after text[] := case when tg_op = 'DELETE' then '{}'::text[] else tsvector_to_array(new.words) end;
begin
  perform pg_advisory_xact_lock(hashtext('vocabulary'), hashtext(board::text));
  insert into public.vocabulary (board_id, word)
    select board, substr(came.lexeme, 7) from (select unnest(after) except select unnest(before)) came (lexeme)
    where substr(came.lexeme, 7) ~ ('^[[:alpha:]]{4,40}$' collate "pg_c_utf8")
    on conflict do nothing;
  delete from public.vocabulary v
    using (select unnest(before) except select unnest(after)) gone (lexeme)
    where v.board_id = board and v.word = substr(gone.lexeme, 7) and not public.is_word_used(board, gone.lexeme);
  return null;
end $$;

create procedure schema_tools.keep_vocabulary(variadic tables text[]) language plpgsql as $$
declare
  each_table text;
begin
  foreach each_table in array tables loop
    execute format('create constraint trigger vocabulary_of_new after insert or delete on %I deferrable initially deferred for each row execute function gate.keep_vocabulary()', each_table);
    execute format('create constraint trigger vocabulary_of_changed after update on %I deferrable initially deferred for each row when (old.words is distinct from new.words) execute function gate.keep_vocabulary()', each_table);
  end loop;
end
$$;

call schema_tools.open_gate('learn_words', 'forget_words', 'keep_vocabulary');
create trigger document_texts_learn after insert on document_texts
  referencing new table as new_texts for each statement execute function gate.learn_words();
create trigger document_texts_forget after delete on document_texts
  referencing old table as old_texts for each statement execute function gate.forget_words();

create table annotations (
  board_id uuid not null references boards,
  version_id uuid not null,
  member_id uuid not null,
  xfdf text not null check (length(xfdf) < 65000),
  revision int not null default 1,
  -- Whether the member's annotations on the previous version were copied to this one.
  carried boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (board_id, version_id, member_id),
  foreign key (board_id, version_id) references document_versions (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index annotations_member on annotations (board_id, member_id, updated_at desc);
call schema_tools.keep_within_board('annotations');

create table recent_documents (
  board_id uuid not null references boards,
  member_id uuid not null,
  document_id uuid not null,
  opened_at timestamptz not null default now(),
  primary key (board_id, member_id, document_id),
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade,
  foreign key (board_id, document_id) references documents (board_id, id) on delete cascade
);
create index recent_documents_member on recent_documents (board_id, member_id, opened_at desc);
create index recent_documents_document on recent_documents (board_id, document_id);
call schema_tools.keep_within_board('recent_documents');

-- The last page that each member read in each document, so that it opens there on every machine.
create table reading_positions (
  board_id uuid not null references boards,
  member_id uuid not null,
  document_id uuid not null,
  page int not null check (page >= 1),
  updated_at timestamptz not null default now(),
  primary key (board_id, member_id, document_id),
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade,
  foreign key (board_id, document_id) references documents (board_id, id) on delete cascade
);
create index reading_positions_document on reading_positions (board_id, document_id);
call schema_tools.keep_within_board('reading_positions');

-- A question to an audience. It has exactly one home, a meeting or an announcement.
create table polls (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid,
  announcement_id uuid,
  question text not null check (length(question) between 1 and 300),
  choice text not null check (choice in ('single', 'multiple')),
  is_anonymous boolean not null,
  results text not null check (results in ('always', 'after-answering', 'after-closing')),
  -- This is null if the poll is open until an editor closes it.
  closes_at timestamptz,
  -- Set if an editor closed the poll early.
  closed_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (board_id, id),
  unique (board_id, id, is_anonymous),
  constraint polls_one_home check (num_nonnulls(meeting_id, announcement_id) = 1),
  -- Results that grow while people vote would reveal who chose what.
  constraint polls_anonymous_results check (not is_anonymous or results = 'after-closing'),
  foreign key (board_id, created_by) references members (board_id, id)
);
create index polls_meeting on polls (board_id, meeting_id) where deleted_at is null;
create index polls_announcement on polls (board_id, announcement_id) where announcement_id is not null and deleted_at is null;
create index polls_deleted on polls (deleted_at) where deleted_at is not null;
create index polls_due on polls (closes_at) where is_anonymous and closed_at is null;
call schema_tools.keep_within_board('polls');
create policy gate on polls for select to dais_gate using (true);
grant select on polls to dais_gate;

-- Deleted polls that can no longer be restored.
create function gate.polls_to_purge(deleted_before timestamptz, most int)
returns table (board_id uuid, poll_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.board_id, p.id from public.polls p where p.deleted_at < deleted_before order by p.deleted_at limit most
$$;

-- A job closes anonymous polls, so that reads do not write. A named poll closes by its time alone.
create function gate.polls_to_close(seen_at timestamptz, most int)
returns table (board_id uuid, poll_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.board_id, p.id from public.polls p
  where p.is_anonymous and p.closed_at is null and p.closes_at <= seen_at order by p.closes_at limit most
$$;

call schema_tools.open_gate('polls_to_purge', 'polls_to_close');

create table poll_options (
  id uuid primary key default gen_random_uuid(),
  board_id uuid not null references boards,
  poll_id uuid not null,
  position int not null,
  text text not null check (length(text) between 1 and 200),
  unique (board_id, id),
  unique (board_id, poll_id, id),
  unique (board_id, poll_id, position),
  foreign key (board_id, poll_id) references polls (board_id, id) on delete cascade
);
call schema_tools.keep_within_board('poll_options');

-- The members who have answered, for named and anonymous polls alike, without time, order or number.
create table poll_responses (
  board_id uuid not null references boards,
  poll_id uuid not null,
  member_id uuid not null,
  primary key (board_id, poll_id, member_id),
  foreign key (board_id, poll_id) references polls (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index poll_responses_of_member on poll_responses (board_id, member_id, poll_id);
call schema_tools.keep_within_board('poll_responses');

-- Choices with their members, in named polls only. The last foreign key excludes anonymous polls.
create table poll_choices (
  board_id uuid not null references boards,
  poll_id uuid not null,
  option_id uuid not null,
  member_id uuid not null,
  is_anonymous boolean not null default false check (not is_anonymous),
  primary key (board_id, option_id, member_id),
  foreign key (board_id, poll_id, option_id) references poll_options (board_id, poll_id, id) on delete cascade,
  foreign key (board_id, poll_id, member_id) references poll_responses (board_id, poll_id, member_id) on delete cascade,
  foreign key (board_id, poll_id, is_anonymous) references polls (board_id, id, is_anonymous) on delete cascade
);
call schema_tools.keep_within_board('poll_choices');

-- The choices in anonymous polls: one count per option and no row per vote. Each vote writes all counts of its poll, so
-- that row versions do not reveal which one has grown.
create table poll_tallies (
  board_id uuid not null references boards,
  poll_id uuid not null,
  option_id uuid not null,
  votes int not null default 0 check (votes >= 0),
  primary key (board_id, option_id),
  foreign key (board_id, poll_id, option_id) references poll_options (board_id, poll_id, id) on delete cascade
);
create index poll_tallies_poll on poll_tallies (board_id, poll_id);
call schema_tools.keep_within_board('poll_tallies');
