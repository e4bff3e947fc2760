-- Which state of the setup a change is based on: of two admins who save at once, the second is told.
alter table boards add column revision int not null default 1;

-- Names that boards have had: links in old mail still find the board, and nobody else gets the name.
create table former_shortnames (
  shortname text primary key,
  board_id uuid not null references boards,
  retired_at timestamptz not null default now()
);
create index former_shortnames_board on former_shortnames (board_id);
call house.keep_within_board('former_shortnames');
-- The gate alone writes it, when a name changes.
revoke insert, update, delete on former_shortnames from dais_serving;
create policy gate on former_shortnames to dais_gate using (true) with check (true);
grant select, insert, delete on former_shortnames to dais_gate;

-- Runs after the row, whose unique name it has waited for: of two boards that exchange names at once, the one that comes
-- second sees what the first has given up.
create function gate.keep_shortname() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from public.former_shortnames f where f.shortname = new.shortname and f.board_id <> new.id) then
    raise unique_violation using constraint = 'boards_shortname_key', message = 'another board has had this shortname';
  end if;
  delete from public.former_shortnames f where f.shortname = new.shortname;
  if tg_op = 'UPDATE' then
    insert into public.former_shortnames (shortname, board_id) values (old.shortname, new.id);
  end if;
  return null;
end $$;

-- The name that a board goes by now, for one that it has or had.
create function gate.current_shortname(wanted text)
returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.shortname from public.boards b
  where b.shortname = lower(wanted)
     or b.id = (select f.board_id from public.former_shortnames f where f.shortname = lower(wanted))
$$;

create or replace function gate.find_board_face(wanted_shortname text)
returns table (board_id uuid, title text, primary_color text, logo_url text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, title, primary_color, logo_url from public.boards where shortname = gate.current_shortname(wanted_shortname)
$$;

create function gate.logos_in_use(urls text[])
returns setof text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.logo_url from public.boards b where b.logo_url = any (urls)
$$;

call house.open_gate('keep_shortname', 'current_shortname', 'logos_in_use');

create trigger boards_shortname_made after insert on boards for each row execute function gate.keep_shortname();
create trigger boards_shortname_changed after update of shortname on boards
  for each row when (old.shortname is distinct from new.shortname) execute function gate.keep_shortname();

-- The log is read by time, by person and by kind of thing.
create index audit_entries_subject_kind on audit_entries (board_id, subject_kind, at desc);
