-- A poll stands on a meeting or on an announcement.
alter table polls add column announcement_id uuid;
alter table polls drop constraint polls_meeting_id_check,
  add constraint polls_one_place check (num_nonnulls(meeting_id, announcement_id) = 1),
  add foreign key (board_id, announcement_id) references announcements (board_id, id) on delete cascade;
create index polls_announcement on polls (board_id, announcement_id) where announcement_id is not null and deleted_at is null;
