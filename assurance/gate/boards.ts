import { checks } from './rows.ts';

const circulating = (by: string, until = '2200-01-01T00:00:00Z'): string =>
  `created_by=member:${by}, circulated_by=member:${by}, state=circulating, round=1, circulated_at=@before, ends_at=${until},
   needs=all, may_object=true, ballots_shown_to=body, quorum_rule={}`;
const past = '2000-01-01T00:00:00Z';

const boardOf = (kind: string): readonly string[] => [
  `${kind}s: own other`,
  'members: own other left(board:own, status=inactive)',
  `gate.board_of_${kind}(${kind}:?) for own, user:own → board:own for other, user:other → board:other
   for other, user:own / own, user:left / own, user:other / unknown, user:own → null`,
];

const soon = 'asked_at=2026-11-10T12:00:00Z, starts_at=@after, ends_at=@after';
const inTwoDays = 'asked_at=2026-11-10T12:00:00Z, starts_at=2026-11-18T11:00:00Z, ends_at=2026-11-18T11:00:00Z';

export const boardChecks = checks`
board_of_meeting
  ${boardOf('meeting')}
board_of_announcement
  ${boardOf('announcement')}
board_of_document
  ${boardOf('document')}
board_of_member
  members: own other removed(board:own, status=inactive, removed_at=@before)
  gate.board_of_member(member:?) for own → board:own for removed / unknown → null
meetings_to_purge
  meetings: gone(deleted_at=@before) later(deleted_at=@after) there
  meeting_id from gate.meetings_to_purge(@now, 100000) where meeting_id in @scene → meeting:gone
announcements_to_purge
  announcements: gone(deleted_at=@before) later(deleted_at=@after) there
  announcement_id from gate.announcements_to_purge(@now, 100000) where announcement_id in @scene → announcement:gone
polls_to_purge
  polls: gone(deleted_at=@before) later(deleted_at=@after) there
  poll_id from gate.polls_to_purge(@now, 100000) where poll_id in @scene → poll:gone
polls_to_close
  polls: due(is_anonymous=true, results=after-closing, closes_at=@before)
    later(is_anonymous=true, results=after-closing, closes_at=@after)
    open(is_anonymous=true, results=after-closing, closes_at=null)
    closed(is_anonymous=true, results=after-closing, closes_at=@before, closed_at=@before) named(closes_at=@before)
  poll_id from gate.polls_to_close(@now, 100000) where poll_id in @scene → poll:due
interest_rounds_due
  # At this time it is 8:00 in Halifax and 7:00 in Toronto.
  boards: due/again/today(time_zone=America/Halifax) toronto(time_zone=America/Toronto)
    suspended(time_zone=America/Halifax, suspended_at=@before)
  interest_rounds: again(day=2026-11-15) today(day=2026-11-16)
  board_id from gate.interest_rounds_due(@now, 100000) where board_id in @scene order by 1 → board:due | board:again
minutes_comments_due
  boards: due/approved/deleted/later/none/reminded/draft(time_zone=America/Halifax)
    suspended(time_zone=America/Halifax, suspended_at=@before) west(time_zone=America/Los_Angeles)
  meetings: deleted(deleted_at=@before) another(board:due)
  meeting_minutes: due/approved/deleted/suspended/west(state=circulated, version=1, comments_until=2026-11-26)
    later(state=circulated, version=1, comments_until=2026-11-27) none(state=circulated, version=1, comments_until=null)
    reminded(state=circulated, version=1, comments_until=2026-11-26, reminded_version=1)
    draft(comments_until=2026-11-26)
  written_resolutions: approved
  update meeting_minutes set state = 'approved', approved_at = @now, approved_written_id =
    resolution:approved where meeting_id = meeting:approved
  meeting_id from gate.minutes_comments_due('2026-11-25T12:00:00Z', 100000) where meeting_id in @scene → meeting:due
notes_to_destroy
  boards: due/soon/held/gone/warned/ahead/deleted(destroy_notes_days=30) keeps
    suspended(destroy_notes_days=30, suspended_at=@before)
  meetings: deleted(deleted_at=@before)
  meeting_minutes: due/soon/held/gone/warned/ahead/deleted/keeps/suspended
  written_resolutions: due/soon/held/gone/warned/ahead/deleted/keeps/suspended
  update meeting_minutes set state = 'approved', version = 1, approved_at = case when meeting_id = meeting:soon then '2026-10-31T12:00:01Z' else timestamptz '2026-10-31T12:00:00Z' end,
    approved_written_id = r.id from written_resolutions r where r.board_id = meeting_minutes.board_id and meeting_id in @scene
  note_destructions: warned(destroys_at=@now) ahead(destroys_at=@after) gone(destroyed_at=@before)
    held(held_at=@before, held_by=member:held, hold_reason=x)
  meeting_id from gate.notes_to_destroy(@now, 100000) where meeting_id in @scene order by 1 → meeting:due | meeting:warned
rooms_to_adjourn
  boards: suspended(suspended_at=@before)
  meetings: open/recess/present/adjourned/empty/suspended(ends_at=@before) later(ends_at=@after)
    deleted(ends_at=@before, deleted_at=@before)
  meeting_rooms: open/later/deleted/suspended(phase=in-session) recess(phase=recess) adjourned(phase=adjourned)
  presences: open/recess/adjourned/empty(left_at=@before) present/later/deleted/suspended(left_at=null)
  meeting_id from gate.rooms_to_adjourn(@now, 100000) where meeting_id in @scene order by 1
    → meeting:open | meeting:recess | meeting:present
name_audiences
  audiences: own aside/bare(board:own) other
  members: own aside(board:own)
  guests: gone(board:own)
  # A row that nobody is named in stays untouched: its place, and the transaction that last locked it.
  create temp table untouched as select ctid as place, xmax as locked_by from audiences where id = audience:bare
  audience_groups: own aside(board:own) other
  audience_members: own aside(board:own) gone(board:own, audience:own, member_id=guest:gone)
  delete from members where id = guest:gone
  count(*) from audiences a join untouched on a.ctid = place and a.xmax = locked_by where id = audience:bare → 1
  group_ids, member_ids from audiences where id in (audience:own, audience:aside, audience:other) order by id
    → ["group:own"], ["member:own"] | ["group:aside"], ["member:aside"] | ["group:other"], []
documents_to_purge
  categories: home gone(deleted_at=@before) later(deleted_at=@after) there
  folders/documents: gone(deleted_at=@before) later(deleted_at=@after) there
  kind, id from gate.documents_to_purge(@now, 100000) where id in @scene order by id
    → category, category:gone | folder, folder:gone | document, document:gone
expired_uploads
  uploads: gone(expires_at=@before) there
  upload_id from gate.expired_uploads(@now, 100000) where upload_id in @scene → upload:gone
announcements_due
  boards: suspended(suspended_at=@before)
  announcements: due/suspended(state=scheduled, publish_on=@before)
    deleted(state=scheduled, publish_on=@before, deleted_at=@before) published later(state=scheduled, publish_on=@after)
  board_id, announcement_id from gate.announcements_due(@now, 100000) where announcement_id in @scene
    → board:due, announcement:due
due_reminders
  boards: own(reminder_minutes={60}) suspended(reminder_minutes={60}, suspended_at=@before)
    other(reminder_minutes={6000})
  meetings: due/sent(board:own, ${soon}) suspended(board:suspended, ${soon})
    cancelled(board:own, ${soon}, state=cancelled) deleted(board:own, ${soon}, deleted_at=@before)
    begun(board:own, asked_at=2026-11-10T12:00:00Z, starts_at=@before, ends_at=@before)
    late(board:own, asked_at=2026-11-10T12:00:00Z, starts_at=2026-11-16T14:00:00Z, ends_at=2026-11-16T14:00:00Z)
    new(board:own, asked_at=@now, starts_at=@after, ends_at=@after)
  # Reminders for another time and another distance do not count.
  meeting_reminders: sent(board:own) moved(board:own, meeting:due, starts_at=@before)
    early(board:own, meeting:due, minutes_before=1440)
  meeting_id from gate.due_reminders(@now, 100000) where meeting_id in @scene → meeting:due
due_briefs
  boards: own(brief_days=2) suspended(brief_days=2, suspended_at=@before) other(brief_days=1)
  meetings: due(board:own, ${inTwoDays}) sent(board:own, ${inTwoDays}, briefed_start_at=2026-11-18T11:00:00Z)
    moved(board:own, ${inTwoDays}, briefed_start_at=2026-11-17T11:00:00Z) off(board:bare, ${inTwoDays})
    suspended(board:suspended, ${inTwoDays}) early(board:other, ${inTwoDays})
    deleted(board:own, ${inTwoDays}, deleted_at=@before) cancelled(board:own, ${inTwoDays}, state=cancelled)
    begun(board:own, asked_at=2026-11-10T12:00:00Z, starts_at=@before, ends_at=@before)
    new(board:own, asked_at=@now, starts_at=2026-11-18T11:00:00Z, ends_at=2026-11-18T11:00:00Z)
  meeting_id from gate.due_briefs(@now, 100000) where meeting_id in @scene order by 1 → meeting:due | meeting:moved
zones_of_boards
  delete from zone_rules
  boards: own(shortname=zq-own, time_zone=Asia/Kolkata) other(shortname=zq-other, time_zone=Asia/Kolkata)
  gate.keep_zone_rules('Asia/Kolkata', '2026c', '{-infinity}', '{19800}')
  gate.keep_zone_rules('Zq/Zone', '2026d', '{-infinity}', '{0}')
  name, source, shortnames from gate.zones_of_boards() where name = 'Asia/Kolkata' → Asia/Kolkata, 2026c, ["zq-other","zq-own"]
keep_zone_rules
  gate.keep_zone_rules('Zq/Zone', '2025a', '{-infinity}', '{0}')
  gate.keep_zone_rules('Zq/Zone', '2026c', '{-infinity,2026-11-16T12:00:00Z}', '{0,3600}')
  source, seconds from zone_rules where name = 'Zq/Zone' → 2026c, [0,3600]
local_time
  gate.keep_zone_rules('Zq/Zone', '2026c', '{-infinity,2026-11-16T12:00:00Z}', '{-7200,3600}')
  gate.local_time('2026-11-16T11:59:00Z', 'Zq/Zone')::text → 2026-11-16 09:59:00
  gate.local_time('2026-11-16T12:00:00Z', 'Zq/Zone')::text → 2026-11-16 13:00:00
  gate.local_time('2026-11-16T12:00:00Z', 'Asia/Kathmandu')::text → 2026-11-16 17:45:00
  gate.local_time('2026-11-16T12:00:00Z', 'Zq/Unknown')::text → 2026-11-16 12:00:00
start_of_day
  gate.keep_zone_rules('Zq/Zone', '2026c', '{-infinity,2026-11-16T12:00:00Z}', '{-7200,3600}')
  gate.start_of_day('2026-11-16', 'Zq/Zone') = '2026-11-16T02:00:00Z' → true
  gate.start_of_day('2026-11-17', 'Zq/Zone') = '2026-11-16T23:00:00Z' → true
  gate.keep_zone_rules('Zq/Twice', '2026c', '{-infinity,2026-11-16T23:30:00Z}', '{3600,0}')
  gate.start_of_day('2026-11-17', 'Zq/Twice') = '2026-11-16T23:00:00Z' → true
  gate.keep_zone_rules('Zq/Skipped', '2026c', '{-infinity,2026-11-17T00:00:00Z}', '{0,3600}')
  gate.start_of_day('2026-11-17', 'Zq/Skipped') = '2026-11-17T00:00:00Z' → true
logos_in_use
  boards: other(logo_url=/zq/other) own(logo_url=/zq/own)
  gate.logos_in_use('{/zq/own,/zq/never}') → /zq/own
pictures_in_use
  users: other(img_url=/zq/other) own(img_url=/zq/own)
  gate.pictures_in_use('{/zq/own,/zq/never}') → /zq/own
written_resolutions_due
  boards: suspended(suspended_at=@before)
  written_resolutions: ended(${circulating('ended', past)}) open(${circulating('open')})
    stopped(${circulating('stopped', past)}, stopped_at=@before) suspended(${circulating('suspended', past)})
    withdrawn(${circulating('withdrawn', past)}, state=withdrawn, decided_at=@before)
    draft(board:open, created_by=member:open)
  id from gate.written_resolutions_due(100000) where id in @scene → resolution:ended
`;
