create table boards (
  id uuid primary key default uuidv7(),
  shortname text not null unique check (shortname ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  title text not null check (length(title) between 1 and 120),
  primary_color text not null default '#124e52' check (primary_color ~ '^#[0-9a-f]{6}$'),
  logo_url text,
  time_zone text not null,
  people_hidden boolean not null default false,
  two_factor_required boolean not null default false,
  magic_links text not null default 'full' check (magic_links in ('full', 'answer', 'off')),
  paper_links text not null default 'anyone' check (paper_links in ('anyone', 'members', 'off')),
  reminder_minutes int[] not null default '{10080,1440}' check (cardinality(reminder_minutes) <= 10),
  -- How the board writes dates: 12/3/2026, 3/12/2026 or 2026-12-03.
  date_style text not null default 'mdy' check (date_style in ('mdy', 'dmy', 'iso')),
  first_day text not null default 'sunday' check (first_day in ('sunday', 'monday', 'saturday')),
  paper_size text not null default 'letter' check (paper_size in ('letter', 'a4')),
  -- How many days before a meeting invitees get a brief. Unset if they get none.
  brief_days smallint check (brief_days between 1 and 14),
  -- Days from the approval of the minutes until the meeting's notes are destroyed. Unset if notes are kept.
  destroy_notes_days smallint check (destroy_notes_days between 30 and 365),
  -- A note by the site admins, which the board cannot see.
  plan_note text not null default '' check (length(plan_note) <= 500),
  revision int not null default 1,
  -- If a provider is required, only sessions that began with it may enter the board. Admins may also enter with two
  -- factors.
  provider_id uuid,
  provider_required boolean not null default false,
  -- If a member belongs to several boards, the lowest value applies.
  trust_days smallint not null default 30 check (trust_days between 0 and 60),
  papers_on_devices text not null default 'allowed' check (papers_on_devices in ('allowed', 'six-digits', 'not-allowed')),
  watermark text not null default 'off' check (watermark in ('off', 'downloads')),
  first_steps_hidden boolean not null default false,
  suspended_at timestamptz,
  created_at timestamptz not null default now(),
  constraint boards_provider check (provider_id is not null or not provider_required)
);
call schema_tools.force_row_security('boards');
create policy same_board on boards to dais_serving using (id = current_board_id()) with check (id = current_board_id());
create policy gate on boards to dais_gate using (true) with check (true);
grant select, update on boards to dais_serving;
grant select, insert on boards to dais_gate;

-- Copied from Node.js, because PostgreSQL's own time zone data may be older.
create table zone_rules (
  name text primary key,
  -- The version of the time zone data, such as 2026c.
  source text not null,
  -- When each offset in `seconds` began. Offsets are in seconds east of UTC, and the first began at -infinity.
  since timestamptz[] not null,
  seconds int[] not null check (cardinality(seconds) = cardinality(since))
);
call schema_tools.keep_to_gate('zone_rules');

create function gate.zones_of_boards()
returns table (name text, source text, shortnames text[]) language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select b.time_zone, max(r.source), array_agg(b.shortname order by b.shortname)
  from public.boards b left join public.zone_rules r on r.name = b.time_zone group by b.time_zone order by b.time_zone
$$;

create function gate.keep_zone_rules(zone text, from_source text, starts timestamptz[], offsets int[])
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.zone_rules (name, source, since, seconds) values (zone, from_source, starts, offsets)
  on conflict (name) do update set source = excluded.source, since = excluded.since, seconds = excluded.seconds
$$;

-- Falls back to PostgreSQL's own zone data and then to UTC, so that one board's zone cannot stop other boards' jobs.
create function gate.local_time(at timestamptz, zone text)
returns timestamp language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ahead int;
begin
  select r.seconds[width_bucket(at, r.since)] into ahead from public.zone_rules r where r.name = zone;
  if found then
    return at at time zone 'UTC' + make_interval(secs => ahead);
  end if;
  begin
    return at at time zone zone;
  exception when invalid_parameter_value then
    return at at time zone 'UTC';
  end;
end $$;

-- If clocks show midnight twice, returns the first. If clocks skip midnight, returns the end of the gap.
create function gate.start_of_day(day date, zone text)
returns timestamptz language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  wanted timestamp := day;
  utc timestamptz := wanted at time zone 'UTC';
  early timestamptz := utc - (gate.local_time(utc - interval '1 day', zone) - (wanted - interval '1 day'));
  late timestamptz := utc - (gate.local_time(utc + interval '1 day', zone) - (wanted + interval '1 day'));
begin
  return case when gate.local_time(late, zone) = wanted and gate.local_time(early, zone) <> wanted then late else early end;
end $$;

call schema_tools.open_gate('zones_of_boards', 'keep_zone_rules', 'local_time', 'start_of_day');

-- Contains earlier shortnames, so that old links work and no other board can take them.
create table former_shortnames (
  shortname text primary key,
  board_id uuid not null references boards,
  retired_at timestamptz not null default now()
);
create index former_shortnames_board on former_shortnames (board_id);
call schema_tools.keep_within_board('former_shortnames');
revoke insert, update, delete on former_shortnames from dais_serving;
create policy gate on former_shortnames to dais_gate using (true) with check (true);
grant select, insert, delete on former_shortnames to dais_gate;

-- Runs after the write, because the write waits for concurrent transactions that change the same shortname.
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
create trigger boards_shortname_made after insert on boards for each row execute function gate.keep_shortname();
create trigger boards_shortname_changed after update of shortname on boards
  for each row when (old.shortname is distinct from new.shortname) execute function gate.keep_shortname();

create function gate.current_shortname(wanted text)
returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.shortname from public.boards b
  where b.shortname = lower(wanted)
     or b.id = (select f.board_id from public.former_shortnames f where f.shortname = lower(wanted))
$$;

create function gate.create_board(new_shortname text, new_title text, new_time_zone text, new_color text)
returns uuid language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.boards (shortname, title, time_zone, primary_color)
  values (new_shortname, new_title, new_time_zone, new_color) returning id
$$;

create function gate.logos_in_use(urls text[])
returns setof text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.logo_url from public.boards b where b.logo_url = any (urls)
$$;

call schema_tools.open_gate('keep_shortname', 'current_shortname', 'create_board', 'logos_in_use');
