create table meetings (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  title text not null check (length(title) between 1 and 200),
  type text not null check (type in ('hybrid', 'in-person', 'remote')),
  state text not null default 'draft' check (state in ('draft', 'published', 'cancelled')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  location text not null default '' check (length(location) <= 300),
  join_url text not null default '' check (length(join_url) <= 2000),
  description text not null default '' check (length(description) <= 10000),
  sequence int not null default 0,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  deleted_at timestamptz,
  unique (board_id, id),
  check (ends_at >= starts_at),
  check (state = 'draft' or published_at is not null),
  foreign key (board_id, created_by) references members (board_id, id)
);
create index meetings_board_start on meetings (board_id, starts_at desc) where deleted_at is null;

create table agenda_items (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  meeting_id uuid not null,
  -- Gaps are allowed; only the order counts. Two items of one meeting never share a place.
  position int not null,
  title text not null check (length(title) between 1 and 200),
  description text not null default '' check (length(description) <= 10000),
  presenter text not null default '' check (length(presenter) <= 200),
  minutes int check (minutes between 0 and 1440),
  created_at timestamptz not null default now(),
  unique (board_id, id),
  unique (board_id, meeting_id, position) deferrable initially deferred,
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade
);

create table invitees (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  member_id uuid not null,
  acceptance text not null default 'none'
    check (acceptance in ('none', 'accepted', 'accepted-remote', 'accepted-in-person', 'declined')),
  answered_at timestamptz,
  attendance boolean not null default false,
  last_visited_at timestamptz,
  primary key (board_id, meeting_id, member_id),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index invitees_member on invitees (board_id, member_id);

-- The address itself is derived from the installation's key; only its SHA-256 is kept.
create table magic_links (
  board_id uuid not null references boards,
  member_id uuid not null,
  meeting_id uuid not null,
  generation int not null default 1,
  uid_hash bytea not null unique check (length(uid_hash) = 32),
  created_at timestamptz not null default now(),
  primary key (board_id, meeting_id, member_id),
  foreign key (board_id, meeting_id, member_id) references invitees (board_id, meeting_id, member_id) on delete cascade
);

create table uploads (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  member_id uuid not null,
  filename text not null check (length(filename) between 1 and 255),
  byte_length bigint not null check (byte_length > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz,
  unique (board_id, id),
  foreign key (board_id, member_id) references members (board_id, id)
);
create index uploads_expiry on uploads (expires_at);

create table documents (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  title text not null check (length(title) between 1 and 255),
  extension text not null,
  mime_type text not null,
  is_link boolean not null default false,
  link_url text,
  -- A document stands in exactly one place.
  meeting_id uuid,
  agenda_item_id uuid,
  position int not null default 0,
  printing_disabled boolean not null default false,
  created_by uuid,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (board_id, id),
  check (num_nonnulls(meeting_id, agenda_item_id) = 1),
  check (is_link = (link_url is not null)),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, agenda_item_id) references agenda_items (board_id, id) on delete cascade,
  foreign key (board_id, created_by) references members (board_id, id)
);
create index documents_agenda_item on documents (board_id, agenda_item_id, position) where deleted_at is null;
create index documents_meeting on documents (board_id, meeting_id, position) where deleted_at is null;

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
  created_by uuid,
  created_at timestamptz not null default now(),
  unique (board_id, id),
  unique (board_id, document_id, number),
  foreign key (board_id, document_id) references documents (board_id, id) on delete cascade,
  foreign key (board_id, created_by) references members (board_id, id)
);

create table annotations (
  board_id uuid not null references boards,
  version_id uuid not null,
  member_id uuid not null,
  xfdf text not null check (length(xfdf) < 65000),
  revision int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (board_id, version_id, member_id),
  foreign key (board_id, version_id) references document_versions (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index annotations_member on annotations (board_id, member_id, updated_at desc);

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
