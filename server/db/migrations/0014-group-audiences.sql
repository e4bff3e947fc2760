-- Who left the audience of a meeting before it was over: no invitee any more, not counted and not asked, yet their answer stays
-- on the record, and comes back with them. `link_generation` is that of the magic link which ended: the next is another one.
create table former_invitees (
  board_id uuid not null references boards,
  meeting_id uuid not null,
  member_id uuid not null,
  acceptance text not null
    check (acceptance in ('none', 'accepted', 'accepted-remote', 'accepted-in-person', 'declined')),
  answered_at timestamptz,
  last_visited_at timestamptz,
  previous_visited_at timestamptz,
  link_generation int not null,
  left_at timestamptz not null default now(),
  primary key (board_id, meeting_id, member_id),
  foreign key (board_id, meeting_id) references meetings (board_id, id) on delete cascade,
  foreign key (board_id, member_id) references members (board_id, id) on delete cascade
);
create index former_invitees_member on former_invitees (board_id, member_id);

call house.keep_within_board('former_invitees');
