-- Each withheld subject has its own row, so that it stays withheld when it is moved. Ids have no foreign keys, because
-- the rows outlive their subjects.
create table withheld (
  id uuid primary key default uuidv7(),
  board_id uuid not null references boards,
  member_id uuid not null,
  subject_id uuid not null,
  agenda_item_id uuid not null,
  withheld_by uuid not null,
  reason text not null check (length(reason) between 1 and 500),
  withheld_at timestamptz not null,
  -- Lifted rows stay, because past quorums are recomputed from them.
  lifted_at timestamptz,
  constraint withheld_in_order check (lifted_at >= withheld_at),
  constraint withheld_never_by_oneself check (withheld_by <> member_id),
  foreign key (board_id, member_id) references members (board_id, id),
  foreign key (board_id, withheld_by) references members (board_id, id)
);
create unique index withheld_standing on withheld (board_id, member_id, subject_id, agenda_item_id) where lifted_at is null;
create index withheld_subject on withheld (board_id, subject_id);
create index withheld_item on withheld (board_id, agenda_item_id);
create index withheld_by on withheld (board_id, withheld_by);
create index withheld_member on withheld (board_id, member_id);
call schema_tools.keep_within_board('withheld');
create policy gate on withheld for select to dais_gate using (true);
grant select (board_id, member_id, subject_id, lifted_at) on withheld to dais_gate;

create function withhold_with_item(of_board uuid, subject uuid, item uuid, since timestamptz default '-infinity') returns void
language sql set search_path = pg_catalog, public, pg_temp as $$
  insert into withheld (board_id, member_id, subject_id, agenda_item_id, withheld_by, reason, withheld_at)
  select w.board_id, w.member_id, subject, w.agenda_item_id, w.withheld_by, w.reason, greatest(w.withheld_at, since)
  from withheld w where w.board_id = of_board and w.subject_id = item and w.lifted_at is null
  on conflict do nothing
$$;

-- Locks the item's row against a concurrent withholding.
create function withhold_in_item() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from agenda_items i where i.board_id = new.board_id and i.id = new.agenda_item_id for key share;
  perform withhold_with_item(new.board_id, new.id, new.agenda_item_id);
  return null;
end $$;

create function sub_items_of(of_board uuid, item uuid) returns table (id uuid)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select sub.id
  from agenda_items above
  join agenda_items sub on sub.board_id = above.board_id and sub.meeting_id = above.meeting_id and sub.position > above.position
  where above.board_id = of_board and above.id = item and sub.depth > above.depth and not exists (
    select from agenda_items next
    where next.board_id = above.board_id and next.meeting_id = above.meeting_id
      and next.position > above.position and next.position < sub.position and next.depth <= above.depth
  )
$$;
create function withhold_sub_items(of_board uuid, item uuid, since timestamptz default '-infinity') returns void
language sql set search_path = pg_catalog, public, pg_temp as $$
  select withhold_with_item(of_board, sub.id, item, since) from sub_items_of(of_board, item) sub
$$;

create function withhold_moved_under(of_board uuid, meeting uuid, since timestamptz) returns void
language sql set search_path = pg_catalog, public, pg_temp as $$
  select withhold_sub_items(of_board, item.id, since)
  from agenda_items item
  where item.board_id = of_board and item.meeting_id = meeting and exists (
    select from withheld w where w.board_id = item.board_id and w.subject_id = item.id and w.lifted_at is null
  )
$$;

-- Runs once per meeting at the end of the transaction, when the new order of the items is complete.
create function withhold_moved_items() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  done text := coalesce(current_setting('dais.withheld_meetings', true), '');
begin
  if position(new.meeting_id::text in done) > 0 then
    return null;
  end if;
  perform set_config('dais.withheld_meetings', concat_ws(' ', done, new.meeting_id), true);
  perform withhold_moved_under(
    new.board_id, new.meeting_id, case when tg_op = 'INSERT' then new.created_at else clock_timestamp() end
  );
  return null;
end $$;

create function is_over(of_board uuid, of_meeting uuid, seen_at timestamptz) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case coalesce(r.phase, 'not-begun')
    when 'adjourned' then true
    when 'not-begun' then coalesce(m.ends_at <= seen_at, false)
    else false
  end
  from meetings m
  left join meeting_rooms r on r.board_id = m.board_id and r.meeting_id = m.id
  where m.board_id = of_board and m.id = of_meeting
$$;

-- Omits copies in past meetings that the member attended, because the member has seen them already.
create function copies_of(of_board uuid, item uuid, member uuid, seen_at timestamptz) returns table (id uuid, meeting_id uuid)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select other.id, other.meeting_id
  from agenda_items own
  join agenda_items other on other.board_id = own.board_id and other.id <> own.id
    and (other.id = own.copied_from or other.copied_from in (own.id, own.copied_from))
  where own.board_id = of_board and own.id = item and not exists (
    select from presences p
    where p.board_id = other.board_id and p.meeting_id = other.meeting_id and p.member_id = copies_of.member
      and is_over(other.board_id, other.meeting_id, seen_at)
  )
$$;

create function withhold_copy() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from agenda_items i where i.board_id = new.board_id and new.copied_from in (i.id, i.copied_from) order by i.id for key share;
  perform withhold_with_item(new.board_id, new.id, i.id) from agenda_items i
  where i.board_id = new.board_id and new.copied_from in (i.id, i.copied_from);
  return null;
end $$;

create function withhold_what_is_in() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from agenda_items i where i.board_id = new.board_id and i.id = new.subject_id for update;
  perform withhold_sub_items(new.board_id, new.subject_id);
  perform withhold_with_item(new.board_id, d.id, new.subject_id) from documents d
  where d.board_id = new.board_id and d.agenda_item_id = new.subject_id;
  perform withhold_with_item(new.board_id, m.id, new.subject_id) from motions m
  where m.board_id = new.board_id and m.agenda_item_id = new.subject_id;
  insert into withheld (board_id, member_id, subject_id, agenda_item_id, withheld_by, reason, withheld_at)
  select new.board_id, new.member_id, copy.id, new.agenda_item_id, new.withheld_by, new.reason, new.withheld_at
  from copies_of(new.board_id, new.subject_id, new.member_id, new.withheld_at) copy
  on conflict do nothing;
  perform withhold_with_item(new.board_id, a.id, new.subject_id) from action_items a
  where a.board_id = new.board_id and a.agenda_item_id = new.subject_id;
  return null;
end $$;
revoke all on function
  withhold_with_item, withhold_in_item, sub_items_of, withhold_sub_items, withhold_moved_under, withhold_moved_items, withhold_what_is_in,
  is_over, copies_of, withhold_copy
  from public;
grant execute on function withhold_with_item, withhold_sub_items, withhold_moved_under, sub_items_of, is_over, copies_of to dais_serving;

create trigger withhold_what_is_in after insert on withheld for each row execute function withhold_what_is_in();
create trigger withhold_copy after insert on agenda_items
  for each row when (new.copied_from is not null) execute function withhold_copy();
create constraint trigger withhold_moved_items after insert or update of position, depth on agenda_items
  deferrable initially deferred for each row execute function withhold_moved_items();
create trigger withhold_in_item after insert or update of agenda_item_id on documents
  for each row when (new.agenda_item_id is not null) execute function withhold_in_item();
create trigger withhold_in_item after insert or update of agenda_item_id on motions
  for each row execute function withhold_in_item();
create trigger withhold_in_item after insert or update of agenda_item_id on action_items
  for each row when (new.agenda_item_id is not null) execute function withhold_in_item();

-- Keeps the same subjects withheld when a removed member rejoins and gets a new row in `members`. Runs at the end of
-- the transaction, because agenda items must be locked last.
create function keep_withheld_from_account() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  before uuid := (
    select m.id from members m
    where m.board_id = new.board_id and m.user_id = new.user_id and m.id <> new.id and m.removed_at is not null
    order by m.removed_at desc, m.id desc limit 1
  );
begin
  if before is null then
    return null;
  end if;
  insert into withheld (board_id, member_id, subject_id, agenda_item_id, withheld_by, reason, withheld_at)
  select w.board_id, new.id, w.subject_id, w.agenda_item_id, w.withheld_by, w.reason, w.withheld_at
  from withheld w where w.board_id = new.board_id and w.member_id = before and w.lifted_at is null
  order by w.subject_id
  on conflict do nothing;
  -- Ends the rows instead of deleting them, because past quorums are computed from them.
  update withheld w set lifted_at = greatest(now(), w.withheld_at)
  where w.board_id = new.board_id and w.member_id = before and w.lifted_at is null;
  update declarations d set member_id = new.id
  where d.board_id = new.board_id and d.member_id = before and d.lifted_at is null and not exists (
    select from meeting_rooms r where r.board_id = d.board_id and r.meeting_id = d.meeting_id and r.phase <> 'not-begun'
  ) and not exists (
    select from meeting_minutes m where m.board_id = d.board_id and m.meeting_id = d.meeting_id and m.state = 'approved'
  ) and not exists (
    select from declarations own
    where own.board_id = d.board_id and own.agenda_item_id = d.agenda_item_id and own.member_id = new.id and own.lifted_at is null
  );
  return null;
end $$;
revoke all on function keep_withheld_from_account from public;
create constraint trigger keep_withheld_from_account after insert or update of user_id on members
  deferrable initially deferred for each row when (new.user_id is not null and new.removed_at is null)
  execute function keep_withheld_from_account();
