-- Whoever is removed from a board is in no list any more; the row stays, because names stand on minutes, answers and
-- the log. They may be invited again, then as another member.
alter table members add column removed_at timestamptz,
  add check (removed_at is null or status = 'inactive');
drop index members_user;
create unique index members_user on members (board_id, user_id) where user_id is not null and removed_at is null;

-- Takes a board out of the sessions of somebody who is not active there any more.
create function gate.leave_board(for_user uuid, left_board uuid)
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.sessions s set board_id = null
  where s.user_id = for_user and s.board_id = left_board
    and not exists (
      select from public.members m where m.board_id = left_board and m.user_id = for_user and m.status = 'active'
    )
$$;
call house.open_gate('leave_board');
