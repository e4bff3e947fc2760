-- A draft may lack its date (specification 5: it is asked for only when required). Both ends are there or neither; whatever is
-- published, asks for a date, or was called off, has them.
alter table meetings
  alter column starts_at drop not null,
  alter column ends_at drop not null,
  add constraint meetings_times check (
    case when starts_at is null or ends_at is null
      then starts_at is null and ends_at is null and state = 'draft' and not finds_date
      else true
    end
  );
