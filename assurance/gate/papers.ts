import { checks } from './rows.ts';

export const paperChecks = checks`
find_paper_author
  boards: suspended(suspended_at=@before) off(paper_links=off) closed(paper_links=members)
  users: disabled(disabled_at=@before)
  members: mine inactive(status=inactive) disabled
    insider(board:closed) outsider(board:off)
  meetings: own deleted(deleted_at=@before) cancelled(state=cancelled, cancelled_at=@before)
    old(starts_at=2026-10-01T12:00:00Z, ends_at=2026-10-17T12:00:00Z) insider(board:closed) outsider(board:off)
    undated(state=draft, published_at=null, starts_at=null, ends_at=null)
  paper_authors: own other suspended off closed deleted cancelled old undated none ended kept accepted
    mine(member:mine, email=null) inactive(member:inactive, email=null) disabled(member:disabled, email=null)
    insider(board:closed, member:insider, email=null) outsider(board:off, member:outsider, email=null)
  paper_requests: own other suspended off closed deleted cancelled old undated mine inactive disabled
    insider(board:closed) outsider(board:off) ended(ended_at=@before) kept(accepted_at=@before)
    accepted(accepted_at=2026-10-17T12:00:00Z)
  * from gate.find_paper_author(hash:?, @now)
    for own → board:own, author:own
    for kept → board:kept, author:kept
    for undated → board:undated, author:undated
    for mine → board:mine, author:mine
    for insider → board:closed, author:insider
    for unknown / suspended / off / closed / deleted / cancelled / old / none / ended / accepted / inactive / disabled /
      outsider → nothing
paper_reminders_due
  # It is not 08:00 in Honolulu yet.
  boards: suspended(suspended_at=@before) honolulu(time_zone=Pacific/Honolulu)
  meetings: deleted(deleted_at=@before) cancelled(state=cancelled, cancelled_at=@before)
  paper_authors: today before later suspended honolulu deleted cancelled again(reminded_on=2026-11-15)
    reminded(reminded_on=2026-11-16) sent declined accepted ended new early late
  paper_requests: today/suspended/honolulu/deleted/cancelled/reminded/again/sent(due_on=2026-11-16)
    before(due_on=2026-11-19) later(due_on=2026-11-13) early(due_on=2026-11-18) late(due_on=2026-11-12)
    new(reminders_from=2026-11-16) declined(declined_at=@before) accepted(accepted_at=@before) ended(ended_at=@before)
  paper_submissions: sent
  author_id from gate.paper_reminders_due(@now, 100000) where author_id in @scene order by 1
    → author:today | author:before | author:later | author:again
  count(*) from gate.paper_reminders_due(@now, 1) → 1
shown_drafts
  # In the zone of the board, it is between 08:00 and 09:00.
  boards: own/published/left(time_zone=America/New_York) early(time_zone=America/Denver)
    suspended(time_zone=America/New_York, suspended_at=@before)
  meetings: own/early/suspended(state=draft, published_at=null, shown_to={member:own})
    left(state=draft, published_at=null) published
  meeting_id from gate.shown_drafts('2026-11-16T13:00:00Z', 100000) where meeting_id in @scene → meeting:own
  count(*) from gate.shown_drafts('2026-11-16T13:00:00Z', 0) → 0
forget_papers
  meetings: old(starts_at=2026-10-01T12:00:00Z, ends_at=2026-10-17T12:00:00Z)
  paper_authors: own old
  paper_requests: own old ended(ended_at=2026-10-17T12:00:00Z) done(ended_at=2026-10-17T12:00:00Z)
  paper_submissions: own old ended done(storage_key=null)
  gate.forget_papers('2026-10-18T12:00:00Z')
  request_id from paper_submissions where request_id in @scene order by 1 → request:own | request:done
  id, email, uid_hash from paper_authors where id in (author:own, author:old) order by 1
    → author:own, zq-own@example.org, hash:own | author:old, null, null
find_paper_device
  users: disabled(disabled_at=@before)
  members: own left(user:other, status=inactive) off(user:disabled)
  paper_devices: own left(member:left) off(member:off)
  * from gate.find_paper_device(hash:own) → paper:own, board:own, user:own, false
  * from gate.find_paper_device(hash:?) for left / off / unknown → nothing
  update paper_devices set removal_asked_at = @now where id = paper:own
  * from gate.find_paper_device(hash:own) → paper:own, board:own, user:own, true
paper_devices_of_user
  members: own other
  paper_devices: own(papers=14, byte_size=61) other
  * from gate.paper_devices_of_user(user:own) → paper:own, Harbour Trust, '', @before, 14, 61, null
  * from gate.paper_devices_of_user(user:nobody) → nothing
ask_removal_of_papers
  members: own other
  paper_devices: own other
  gate.ask_removal_of_papers(user:own, paper:?, @now) for other → false for own → true
  id, removal_asked_at from paper_devices where id in @scene order by id → paper:own, @now | paper:other, null
  gate.ask_removal_of_papers(user:own, paper:own, @after) → true
  removal_asked_at from paper_devices where id = paper:own → @now
`;
