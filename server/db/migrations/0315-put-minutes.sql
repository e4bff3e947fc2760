-- Minutes that are put to the vote are kept as they were put, and approved so.
alter table meeting_minutes drop constraint meeting_minutes_approved;
alter table meeting_minutes add constraint meeting_minutes_approved check (
  (state = 'approved') = (approved_at is not null)
  and (state <> 'approved' or document is not null)
  and (state <> 'draft' or document is null)
  and num_nonnulls(approved_vote_id, approved_written_id) = (state = 'approved')::int
);
comment on column meeting_minutes.document is 'All that they say, as it was put to the vote last; once approved, for ever.';
