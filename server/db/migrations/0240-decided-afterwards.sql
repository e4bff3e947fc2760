-- Motions that are deferred to another meeting, votes that are entered after it, corrected hands, and who is heard in a room.

-- The same motion on the agenda of the other meeting.
alter table motions add column deferred_to uuid;
alter table motions add constraint motions_deferred_to
  foreign key (board_id, deferred_to) references motions (board_id, id) on delete set null (deferred_to);
create index motions_deferred_to on motions (board_id, deferred_to) where deferred_to is not null;

-- Of a vote that was entered afterwards: when the meeting was at its item. Who was there then could vote.
alter table votes add column held_at timestamptz;
alter table votes add constraint votes_held check (held_at is null or way in ('named', 'hands') and held_at < opened_at);
-- At closing, of a named one: who had a ballot and cast none.
alter table votes add column silent_ids uuid[];
alter table votes add constraint votes_silent check (silent_ids is null or way = 'named' and closed_at is not null);

-- Beside the vote, whose row stays as it was closed. The last counts.
create table hand_corrections (
  board_id uuid not null references boards,
  vote_id uuid not null,
  at timestamptz not null,
  corrected_by uuid not null,
  votes_for int not null check (votes_for >= 0),
  votes_against int not null check (votes_against >= 0),
  abstentions int not null check (abstentions >= 0),
  primary key (board_id, vote_id, at),
  foreign key (board_id, vote_id) references votes (board_id, id),
  foreign key (board_id, corrected_by) references members (board_id, id)
);
create index hand_corrections_member on hand_corrections (board_id, corrected_by);
create trigger keep_hand_corrections after update or delete on hand_corrections for each row execute function keep_for_ever();

-- When a member's page of a room was heard for the last time: the desk sees whose connection is lost.
create table room_connections (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  member_id uuid not null,
  seen_at timestamptz not null,
  primary key (board_id, meeting_id, member_id),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index room_connections_member on room_connections (board_id, member_id);

call house.keep_within_board('hand_corrections', 'room_connections');

-- Of streams of all boards, in one statement.
create policy gate on room_connections to dais_gate using (true) with check (true);
grant select, insert, update on room_connections to dais_gate;
create function gate.note_room_connections(board_ids uuid[], meeting_ids uuid[], member_ids uuid[])
returns void language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.room_connections (board_id, meeting_id, member_id, seen_at)
  select heard.board_id, heard.meeting_id, heard.member_id, clock_timestamp()
  from unnest(board_ids, meeting_ids, member_ids) heard (board_id, meeting_id, member_id)
  join public.meetings m on m.board_id = heard.board_id and m.id = heard.meeting_id
  join public.members who on who.board_id = heard.board_id and who.id = heard.member_id
  on conflict (board_id, meeting_id, member_id) do update set seen_at = excluded.seen_at
$$;
call house.open_gate('note_room_connections');
