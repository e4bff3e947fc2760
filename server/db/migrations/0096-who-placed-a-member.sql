-- Who put a member into a group. What a group admin put there says nothing of whom that group admin may edit for
-- (docs/decisions/055-audiences.md). Nobody knows it of those who are in one already: they count as they did.
alter table group_members add column placed_by_board_admin boolean not null default true;
alter table group_members alter column placed_by_board_admin set default false;
