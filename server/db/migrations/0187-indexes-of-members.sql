-- What a member has of one item was looked for among all that the member has: to the planner an index of board and member finds as few
-- rows as one that names the item, and is smaller. So each names the item too.
create index invitees_of_member on invitees (board_id, member_id, meeting_id);
drop index invitees_member;
create index announcement_readers_of_member on announcement_readers (board_id, member_id, announcement_id);
drop index announcement_readers_member;
create index poll_responses_of_member on poll_responses (board_id, member_id, poll_id);
drop index poll_responses_member;
