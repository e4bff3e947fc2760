import { checks } from './rows.ts';

const blocked = [
  'boards: suspended(suspended_at=@before)',
  'users: disabled(disabled_at=@before)',
  'members: inactive(status=inactive)',
];

export const addressChecks = checks`
find_magic_link
  ${blocked}
  boards: off(magic_links=off)
  meetings: deleted(deleted_at=@before) draft(state=draft)
    old(starts_at=2026-10-01T12:00:00Z, ends_at=2026-10-17T12:00:00Z)
  announcements: deleted(deleted_at=@before) draft(state=scheduled) old(publish_on=2026-10-17T12:00:00Z)
  invitees/magic_links: own fellow(board:own) other revoked deleted draft old off suspended disabled inactive
  update magic_links set revoked_at = @before where meeting_id = meeting:revoked
  announcement_readers: own fellow(board:own) other deleted draft old off suspended disabled inactive
  * from gate.find_magic_link(hash:?, @now)
    for own → board:own, member:own, user:own, meeting:own, null
    for news-own → board:own, member:own, user:own, null, announcement:own
    for unknown / revoked / deleted / draft / old / off / suspended / disabled / inactive / news-deleted / news-draft /
      news-old / news-off / news-suspended / news-disabled / news-inactive → nothing
find_action_link
  ${blocked}
  boards: off(magic_links=off)
  meetings: deleted(board:meeting, deleted_at=@before) draft(board:meeting, state=draft)
  invitees: meeting deleted/draft(board:meeting)
  action_items: own fellow(board:own) other meeting(meeting:meeting, body_id=null) done(state=done, ended_at=@before)
    dropped(state=dropped, ended_at=@before) old(state=done, ended_at=2026-10-01T12:00:00Z)
    deleted(board:meeting, meeting:deleted, body_id=null) draft(board:meeting, meeting:draft, body_id=null) off suspended disabled inactive
  * from gate.find_action_link(hash:?, @now)
    for own → board:own, user:own, action:own
    for meeting → board:meeting, user:meeting, action:meeting
    for done → board:done, user:done, action:done
    for unknown / dropped / old / deleted / draft / off / suspended / disabled / inactive → nothing
action_reminders_due
  # It is not 08:00 in Honolulu yet. Others on the board of own, and the member reminded, were reminded today.
  boards: early suspended(suspended_at=@before) honolulu(time_zone=Pacific/Honolulu)
  update deciding_settings set action_reminder_days = '{30}' where board_id = board:early
  action_items: early/late(due_on=2026-12-06, reminders_from=2026-11-05)
    own/reminded/suspended/honolulu(due_on=2026-11-23, reminders_from=2026-11-15)
    fellow(due_on=2026-12-26, reminders_from=2026-11-15, reminded_on=2026-11-16, board:own)
    overdue(due_on=2026-11-09, reminders_from=2026-11-08)
    again(due_on=2026-11-16, reminders_from=2026-11-07, reminded_on=2026-11-09)
    another(due_on=2026-12-26, reminders_from=2026-11-15, reminded_on=2026-11-16, board:reminded, owner_id=member:reminded)
    new(due_on=2026-11-23, reminders_from=2026-11-16)
    today(due_on=2026-11-23, reminders_from=2026-11-15, reminded_on=2026-11-16)
    between(due_on=2026-11-24, reminders_from=2026-11-15)
    done(due_on=2026-11-23, reminders_from=2026-11-15, state=done, ended_at=@before)
    recent(due_on=2026-09-20, reminders_from=2026-09-17, reminded_on=2026-11-15)
  member_id from gate.action_reminders_due(@now, 100000) where member_id in @scene order by 1
    → member:early | member:own | member:overdue | member:again
action_reports_due
  # It is not 08:00 in Honolulu yet. Another meeting of the board of next was reported today.
  boards: suspended(suspended_at=@before) honolulu(time_zone=Pacific/Honolulu)
  meetings:
    own/earlier/reported/today/done/suspended/honolulu(starts_at=2026-11-17T12:00:00Z, ends_at=2026-11-17T13:00:00Z)
    next(starts_at=2026-11-17T12:00:00Z, ends_at=2026-11-17T13:00:00Z, board:reported)
    later(starts_at=2026-11-18T12:00:00Z, ends_at=2026-11-18T13:00:00Z)
    deleted(starts_at=2026-11-17T12:00:00Z, ends_at=2026-11-17T13:00:00Z, deleted_at=@before)
    cancelled(starts_at=2026-11-17T12:00:00Z, ends_at=2026-11-17T13:00:00Z, state=cancelled, cancelled_at=@before)
  action_items: own/earlier/reported/later/deleted/cancelled/suspended/honolulu(due_on=2026-11-15)
    today(due_on=2026-11-16) done(due_on=2026-11-15, state=done, ended_at=@before)
  action_item_reports: earlier(day=2026-11-15) reported(day=2026-11-16)
  meeting_id from gate.action_reports_due(@now, 100000) where meeting_id in @scene order by 1
    → meeting:own | meeting:earlier | meeting:next
find_feed
  ${blocked}
  calendar_feeds: own other suspended disabled inactive
  members: guest(board:own, user:other)
  * from gate.find_feed(hash:?) for own → board:own, user:own for unknown / suspended / disabled / inactive → nothing
members_without_feed
  boards: suspended(suspended_at=@before)
  calendar_feeds: fed
  members: own suspended fellow(board:fed) inactive(status=inactive)
  guests: own
  * from gate.members_without_feed(100000) where member_id in @scene order by member_id
    → board:own, member:own | board:suspended, member:suspended | board:fed, member:fellow
  count(*) from gate.members_without_feed(1) → 1
find_invitation
  boards: suspended(suspended_at=@before) opens(provider:own, provider_required=true) offers(provider:own)
  providers: other(name='Other ID')
  invitations: own other suspended opens offers redeemed(redeemed_at=@before) revoked(revoked_at=@before)
    expired(expires_at=@before)
  users: stranger
  invitation_id, board_id, account_exists from gate.find_invitation(hash:?, @now)
    for own → invitation:own, board:own, false
    for unknown → nothing
  users: guest(email=ZQ-GUEST@example.org)
  account_exists from gate.find_invitation(hash:own, @now) → true
  state from gate.find_invitation(hash:?, @now)
    for own → open for redeemed → redeemed for revoked → revoked for expired → expired for suspended → suspended
  opens_by, opens_by_name from gate.find_invitation(hash:?, @now)
    for opens → provider:own, Harbour ID
    for offers → null, null
current_shortname
  delete from former_shortnames
  boards: own other
  former_shortnames: own
  # The only former name must not match every other name.
  gate.current_shortname('zq-never') → null
  former_shortnames: other
  gate.current_shortname('?') for ZQ-own / ZQ-was-own → zq-own for zq-was-other → zq-other for zq-never → null
find_board_face
  boards: own(title=Own) other(title=Other)
  providers: own
  board_id, title, provider_id from gate.find_board_face('zq-own') → board:own, Own, null
  update boards set provider_id = provider:own where id = board:own
  board_id, provider_id from gate.find_board_face('zq-own') → board:own, provider:own
  update providers set switched_off_at = @before where id = provider:own
  board_id, provider_id, provider_name from gate.find_board_face('zq-own') → board:own, null, null
  board_id from gate.find_board_face('zq-never') → nothing
keep_shortname
  boards: own other
  count(*) from former_shortnames where board_id in @scene → 0
  update boards set shortname = 'zq-new' where id = board:own
  update boards set shortname = 'zq-renamed' where id = board:other
  shortname from former_shortnames where board_id in @scene order by 1 → zq-other | zq-own
  update boards set shortname = 'zq-own' where id = board:own
  shortname from former_shortnames where board_id in @scene order by 1 → zq-new | zq-other
  update boards set shortname = 'zq-new' where id = board:other → another board has had this shortname
find_visible_picture
  users: own(img_url=/zq/own) fellow(img_url=/zq/fellow) far(img_url=/zq/far)
  boards: suspended(suspended_at=@before)
  members: far far-suspended(board:suspended, user:far) own-suspended(board:suspended, user:own)
    far-left(board:left, user:far) own-left(board:left, user:own, status=inactive)
  gate.find_visible_picture('/zq/own', user:own) → user:own
  members: own fellow(board:own)
  gate.find_visible_picture('/zq/?', user:own) for fellow → user:fellow for far / never → null
  gate.find_visible_picture('/zq/fellow', user:far) → null
`;
