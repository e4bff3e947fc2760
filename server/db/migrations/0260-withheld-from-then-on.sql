-- What comes under an item that is withheld is withheld from then on, also where it comes at the same time; and from the account of who was
-- removed and is back. A room tells nothing of it.

-- A thing, from everybody from whom the item is withheld that it is in; no earlier than at the instant that is given.
drop function withhold_with_item;
create function withhold_with_item(of_board uuid, subject uuid, item uuid, since timestamptz default '-infinity') returns void
language sql set search_path = pg_catalog, public, pg_temp as $$
  insert into withheld (board_id, member_id, subject_id, agenda_item_id, withheld_by, reason, withheld_at)
  select w.board_id, w.member_id, subject, w.agenda_item_id, w.withheld_by, w.reason, greatest(w.withheld_at, since)
  from withheld w where w.board_id = of_board and w.subject_id = item and w.lifted_at is null
  on conflict do nothing
$$;

-- The item's row is locked, so that what is added to it and what withholds it see each other: whoever comes second waits for the other, and
-- then reads anew.
create or replace function withhold_in_item() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from agenda_items i where i.board_id = new.board_id and i.id = new.agenda_item_id for key share;
  perform withhold_with_item(new.board_id, new.id, new.agenda_item_id);
  return null;
end $$;

-- An item's sub-items follow it until one that is no deeper.
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
drop function withhold_sub_items;
create function withhold_sub_items(of_board uuid, item uuid, since timestamptz default '-infinity') returns void
language sql set search_path = pg_catalog, public, pg_temp as $$
  select withhold_with_item(of_board, sub.id, item, since) from sub_items_of(of_board, item) sub
$$;

-- Of a meeting whose items have moved: those that are under one that is withheld now, from the instant on.
create function withhold_moved_under(of_board uuid, meeting uuid, since timestamptz) returns void
language sql set search_path = pg_catalog, public, pg_temp as $$
  select withhold_sub_items(of_board, item.id, since)
  from agenda_items item
  where item.board_id = of_board and item.meeting_id = meeting and exists (
    select from withheld w where w.board_id = item.board_id and w.subject_id = item.id and w.lifted_at is null
  )
$$;

-- Once an agenda has its order again; for all of its moved rows together. A new item has no past.
create or replace function withhold_moved_items() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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

-- With an item all that is in it.
create or replace function withhold_what_is_in() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from agenda_items i where i.board_id = new.board_id and i.id = new.subject_id for update;
  perform withhold_sub_items(new.board_id, new.subject_id);
  perform withhold_with_item(new.board_id, d.id, new.subject_id) from documents d
  where d.board_id = new.board_id and d.agenda_item_id = new.subject_id;
  perform withhold_with_item(new.board_id, m.id, new.subject_id) from motions m
  where m.board_id = new.board_id and m.agenda_item_id = new.subject_id;
  perform withhold_with_item(new.board_id, a.id, new.subject_id) from action_items a
  where a.board_id = new.board_id and a.agenda_item_id = new.subject_id;
  return null;
end $$;
revoke all on function withhold_with_item, withhold_sub_items, withhold_moved_under, sub_items_of from public;
grant execute on function withhold_with_item, withhold_sub_items, withhold_moved_under, sub_items_of to dais_serving;

-- How many changes of a room, and of its motions and votes, a member was not shown, as they concern what is withheld from them. Their lines
-- count without these.
create table room_unseen (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  member_id uuid not null,
  changes int not null,
  motions int not null,
  primary key (board_id, meeting_id, member_id),
  foreign key (board_id, meeting_id) references meeting_rooms (board_id, meeting_id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index room_unseen_member on room_unseen (board_id, member_id);
call house.keep_within_board('room_unseen');

-- Somebody who was removed and is back has another member. From their account stays withheld what was when they were removed, and what they
-- had recused themselves from in meetings that have not begun. At the end of the transaction: agenda items are locked last.
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
  -- Of the former one it has ended; quorums of the past are counted from both.
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
