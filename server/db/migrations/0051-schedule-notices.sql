-- Calling a meeting off and taking that back are noticed like a rescheduling, so that each message knows whether a later one
-- has overtaken it. Ids are made under the meeting's lock and so tell the order; the clock of the request does not.
alter table meeting_notices
  drop constraint meeting_notices_kind_check,
  add constraint meeting_notices_kind_check check (kind in ('published', 'rescheduled', 'cancelled', 'restored', 'changed'));
drop index meeting_notices_meeting;
create index meeting_notices_meeting on meeting_notices (board_id, meeting_id, id desc);
