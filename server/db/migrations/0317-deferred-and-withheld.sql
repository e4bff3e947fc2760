-- With an item all that is in it is withheld, and the items that its motions were deferred to.
create or replace function withhold_what_is_in() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from agenda_items i where i.board_id = new.board_id and i.id = new.subject_id for update;
  perform withhold_sub_items(new.board_id, new.subject_id);
  perform withhold_with_item(new.board_id, d.id, new.subject_id) from documents d
  where d.board_id = new.board_id and d.agenda_item_id = new.subject_id;
  perform withhold_with_item(new.board_id, m.id, new.subject_id) from motions m
  where m.board_id = new.board_id and m.agenda_item_id = new.subject_id;
  perform withhold_with_item(new.board_id, later.agenda_item_id, new.subject_id) from motions m
  join motions later on later.board_id = m.board_id and later.id = m.deferred_to
  where m.board_id = new.board_id and m.agenda_item_id = new.subject_id;
  perform withhold_with_item(new.board_id, a.id, new.subject_id) from action_items a
  where a.board_id = new.board_id and a.agenda_item_id = new.subject_id;
  return null;
end $$;
