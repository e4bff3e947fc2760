-- A member, meeting or announcement belongs to one board. Without these statistics PostgreSQL assumes independence,
-- expects few rows, and reads all of a member's rows for each meeting of a list.
create statistics invitees_of_one_board (dependencies) on board_id, member_id, meeting_id from invitees;
create statistics announcement_readers_of_one_board (dependencies) on board_id, member_id, announcement_id from announcement_readers;
