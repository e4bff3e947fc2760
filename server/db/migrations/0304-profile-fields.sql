-- A retired field keeps its values until it is deleted.
create table profile_fields (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  filled_by text not null check (filled_by in ('member', 'admin')),
  name text not null check (length(name) between 1 and 100),
  kind text not null check (kind in ('text', 'long-text', 'email', 'phone', 'url', 'date', 'choice', 'address')),
  required boolean not null default false,
  visibility text not null default 'everyone' check (visibility in ('everyone', 'admins')),
  options text[] not null default '{}' constraint profile_fields_options_of_choice check (kind = 'choice' or options = '{}'),
  position int not null,
  retired_at timestamptz,
  created_at timestamptz not null default now(),
  unique (board_id, id)
);
create index profile_fields_order on profile_fields (board_id, filled_by, position);
call schema_tools.keep_within_board('profile_fields');
create policy gate on profile_fields for insert to dais_gate with check (true);
grant insert on profile_fields to dais_gate;

create function give_position_fields() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.profile_fields (board_id, filled_by, name, kind, position)
  values (new.id, 'admin', 'Office held', 'text', 1),
    (new.id, 'admin', 'Term start', 'date', 2),
    (new.id, 'admin', 'Term end', 'date', 3);
  return null;
end $$;
revoke all on function give_position_fields from public;
create trigger give_position_fields after insert on boards for each row execute function give_position_fields();

-- A field that was not filled in has no row. Dates are stored as `YYYY-MM-DD`.
create table profile_values (
  board_id uuid not null references boards,
  member_id uuid not null,
  field_id uuid not null,
  value text not null check (length(value) between 1 and 10000),
  updated_at timestamptz not null default now(),
  words tsvector not null generated always as (search_vector(board_id, value)) stored,
  primary key (board_id, member_id, field_id),
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade,
  foreign key (board_id, field_id) references profile_fields (board_id, id) on delete cascade
);
create index profile_values_field on profile_values (board_id, field_id);

-- Returns the member's office: the first text or choice field that admins fill in and the whole board may see.
create function office_of(m members) returns text language sql stable as $$
  select v.value from profile_values v
  where v.board_id = m.board_id and v.member_id = m.id and v.field_id = (
    select f.id from profile_fields f
    where f.board_id = m.board_id and f.retired_at is null and f.filled_by = 'admin' and f.kind in ('text', 'choice') and f.visibility = 'everyone'
    order by f.position, f.id limit 1
  )
$$;

-- Returns no email address if the board hides people from its members.
create function distinguishing_note(m members) returns text language sql stable as $$
  with namesakes as (
    select other.id, office_of(other) as office, other.status = 'inactive' as has_left
    from members other where other.board_id = m.board_id and name_key(other) = name_key(m)
  ), own as (select n.office, n.has_left, (select count(*) from namesakes n where n.id <= m.id) as nth from namesakes n where n.id = m.id)
  select case
    when own.has_left then 'former member' || case when alike.also_left > 1 then ' ' || own.nth else '' end
    when own.office is not null and alike.in_office = 1 then own.office
    when (select b.people_hidden from boards b where b.id = m.board_id) then '' || own.nth
    else coalesce(m.email, '' || own.nth)
  end
  from own cross join lateral (
    select count(*) filter (where n.has_left) as also_left, count(*) filter (where not n.has_left and n.office = own.office) as in_office
    from namesakes n
  ) alike
$$;

-- Returns a note such as ' (Treasurer)' if the member's name is not unique.
create function name_note(m members) returns text language sql stable as $$
  select case when m.has_namesake then ' (' || distinguishing_note(m) || ')' else '' end
$$;
create function known_name(m members) returns text language sql stable as $$
  select btrim(m.first_name || ' ' || m.last_name) || name_note(m)
$$;
call schema_tools.keep_within_board('profile_values');
