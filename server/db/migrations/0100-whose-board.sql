-- A member, meeting or announcement is of one board. Taken for independent of it, their rows would seem so few that PostgreSQL reads
-- all of a member's for each meeting of a list.
create statistics invitees_of_one_board (dependencies) on board_id, member_id, meeting_id from invitees;
create statistics announcement_readers_of_one_board (dependencies) on board_id, member_id, announcement_id from announcement_readers;
