-- Who is no longer on the board chairs no body and keeps no minutes there, also after coming back.
create function end_offices() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.bodies set chair_id = null where board_id = new.board_id and chair_id = new.id;
  update public.bodies set secretary_id = null where board_id = new.board_id and secretary_id = new.id;
  return null;
end $$;
revoke all on function end_offices from public;
create trigger end_offices after update of status on members for each row
  when (new.status = 'inactive' and old.status <> 'inactive') execute function end_offices();
