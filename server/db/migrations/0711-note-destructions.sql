-- A meeting gets a row when its members are warned, or when its notes are put on hold.
create table note_destructions (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  destroys_at timestamptz,
  destroyed_at timestamptz,
  held_at timestamptz,
  held_by uuid,
  hold_reason text check (length(hold_reason) between 1 and 500),
  primary key (board_id, meeting_id),
  constraint note_destructions_hold check (num_nulls(held_at, held_by, hold_reason) in (0, 3)),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, held_by) references members (board_id, id)
);
create index note_destructions_holder on note_destructions (board_id, held_by) where held_by is not null;
call schema_tools.keep_within_board('note_destructions');
create policy gate on note_destructions for select to dais_gate using (true);
grant select on note_destructions to dais_gate;

-- Returns meetings whose members must be warned, and meetings whose notes must be destroyed.
create function gate.notes_to_destroy(seen_at timestamptz, most int)
returns table (board_id uuid, meeting_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.board_id, m.meeting_id
  from public.meeting_minutes m
  join public.boards b on b.id = m.board_id
  join public.meetings t on t.board_id = m.board_id and t.id = m.meeting_id
  left join public.note_destructions d on d.board_id = m.board_id and d.meeting_id = m.meeting_id
  where m.state = 'approved' and t.deleted_at is null and b.suspended_at is null
    and m.approved_at + make_interval(hours => 24 * (b.destroy_notes_days - 14)) <= seen_at
    and d.destroyed_at is null and d.held_at is null
    and (d.destroys_at is null or d.destroys_at <= seen_at)
  order by 1, 2 limit most
$$;
call schema_tools.open_gate('notes_to_destroy');
