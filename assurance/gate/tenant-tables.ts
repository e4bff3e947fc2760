export const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Tables with a `board_id`. A policy shows the serving role only the rows of the current board. */
export const tenantTables = words(`
  action_item_changes action_item_reports action_items agenda_items annotations announcement_readers announcements
  audience_groups audience_members audiences audit_entries ballots board_books bodies calendar_feeds categories
  date_answers date_options deciding_settings declarations draft_comments document_texts document_versions document_words documents
  folders former_invitees former_shortnames group_members groups hand_corrections interest_confirmations
  interest_requests interest_rounds interest_wordings interests invitations invitees magic_links mail_messages
  meeting_defaults meeting_guests meeting_minutes meeting_notices meeting_people meeting_phases meeting_reminders meeting_rooms
  meeting_templates meetings members minutes_addenda minutes_comments minutes_decisions minutes_files minutes_sections
  minutes_versions minutes_wordings minutes_writers motion_wordings motions muted_mail non_voters note_destructions paper_authors
  paper_devices paper_requests paper_submissions placed_annotations pointer_moves
  poll_choices poll_options poll_responses poll_tallies polls presences profile_fields profile_values quorum_changes
  reading_positions recent_documents resolution_numbers room_connections room_unseen seal_keys sign_ins
  signature_requests signers uploads version_comparisons vocabulary
  vote_participations vote_tallies vote_voids votes withheld written_ballots written_files written_resolutions
  written_voters
`);

export const gateReads = words(`
  action_item_reports action_items agenda_items announcements audience_groups audience_members
  audit_entries calendar_feeds categories document_texts document_versions documents folders group_members
  interest_rounds invitations magic_links meeting_minutes meeting_reminders meeting_rooms meetings minutes_sections
  motions muted_mail note_destructions paper_requests polls presences signature_requests signers uploads withheld written_resolutions
`);
export const gateWrites = words(`
  announcement_readers audiences document_words former_shortnames invitees mail_messages members paper_authors paper_devices
  paper_submissions room_connections vocabulary
`);
export const gateInserts = ['bodies', 'deciding_settings', 'profile_fields'];
