-- A vote that was open when the server adjourned is closed afterwards, with who was there until then: after it was opened, of any way.
alter table votes drop constraint votes_held;
alter table votes add constraint votes_held check (held_at is null or way in ('named', 'hands') or held_at >= opened_at);
