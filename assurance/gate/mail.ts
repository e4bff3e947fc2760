import { checks } from './rows.ts';
import { notSiteAdmins, siteAdmins } from './site.ts';

const leased = 'user:own, attempts=1, sealed=hash:sealed, leased_until=@after';

const ended = 'sent(user:own, sent_at=@now) failed(user:own, failed_at=@now) dropped(user:own, dropped_at=@now)';

export const mailChecks = checks`
add_user_mail
  users: own
  gate.add_user_mail(user:own, 'zq', '\\x01', @now)
  user_id, board_id, queued_at from mail_messages where kind = 'zq' → user:own, null, @now
mail_queue
  delete from mail_messages
  * from gate.mail_queue() → 0, null, 0
  mail_messages: new(user:own, queued_at=@now) old(user:own)
    sent(user:own, sent_at=@now, queued_at=2026-11-16T09:00:00Z)
    failed(user:own, failed_at=@now, queued_at=2026-11-16T09:00:00Z)
    dropped(user:own, dropped_at=@now, queued_at=2026-11-16T09:00:00Z)
  * from gate.mail_queue() → 2, @before, 1
list_mail
  delete from mail_messages
  ${siteAdmins}
  boards: own(title=Own) other(title=Other)
  members: own other
  # Somebody who was invited to an address and is a member now: the account counts.
  invitations: own(email=old@example.org, member:own) guest(board:own, email=i@example.org)
    another(board:own, email=k@example.org, created_at=@now) stranger(board:other, email=j@example.org, created_at=@now)
  mail_messages: queued(user:stranger, queued_at=2026-11-16T10:04:00Z)
    sent(board:own, member:own, queued_at=2026-11-16T10:03:00Z, sent_at=@now)
    failed(board:own, member_id=guest:guest, queued_at=2026-11-16T10:02:00Z, failed_at=@now)
    dropped(user:stranger, queued_at=2026-11-16T10:01:00Z, dropped_at=@now)
  id from gate.list_mail(?, null, null, null, 100) for ${notSiteAdmins} → nothing
  id, state, recipient, board_title from gate.list_mail(user:admin, null, null, null, 100)
    → mail:queued, queued, zq-stranger@example.org, null | mail:sent, sent, zq-own@example.org, Own |
      mail:failed, failed, i@example.org, Own | mail:dropped, dropped, zq-stranger@example.org, null
  id from gate.list_mail(user:admin, '?', null, null, 100)
    for queued → mail:queued for sent → mail:sent for failed → mail:failed for dropped → mail:dropped
  id from gate.list_mail(user:admin, null, '2026-11-16T10:03:00Z', mail:sent, 100) → mail:failed | mail:dropped
  # Authors of papers, who may be no members.
  paper_authors: outsider(board:own) insider(board:own, member:own, email=null)
  mail_messages: outsider(board:own, subject_id=author:outsider, queued_at=2026-11-16T10:06:00Z)
    insider(board:own, subject_id=author:insider, queued_at=2026-11-16T10:05:00Z)
  recipient from gate.list_mail(user:admin, null, null, null, 2) → zq-outsider@example.org | zq-own@example.org
count_mail
  delete from mail_messages
  ${siteAdmins}
  insert into mail_messages (kind, user_id, queued_at, sent_at, failed_at, dropped_at) select 'x', user:stranger,
    queued_at, sent_at, failed_at, dropped_at from unnest(array['2026-11-16T10:00:00Z', @before]) queued_at, (values
    (null::timestamptz, null::timestamptz, null::timestamptz), (@now, null, null), (null, @now, null), (null, null,
    @now)) ends (sent_at, failed_at, dropped_at)
  * from gate.count_mail(user:admin, '2026-11-16T10:30:00Z') → 2, 1, 1
  * from gate.count_mail(?, '2026-11-16T10:30:00Z') for ${notSiteAdmins} → nothing
board_of_mail
  ${siteAdmins}
  mail_messages: first/last(board:other) own(board:own)
  gate.board_of_mail(user:admin, mail:?) for own → board:own for unknown → null
  gate.board_of_mail(?, mail:own) for ${notSiteAdmins} → null
lease_user_mail
  mail_messages: other(user:other) own(user:own) board(board:own) ${ended}
  user_id from gate.lease_user_mail(mail:?, '5 minutes') for board / sent / failed / dropped → nothing
  count(*) from mail_messages where id in @scene and (attempts > 0 or leased_until is not null) → 0
  user_id, attempts, free_at from gate.lease_user_mail(mail:own, '5 minutes') → user:own, 1, null
  l.user_id, l.free_at = m.leased_until from gate.lease_user_mail(mail:own, '5 minutes') l, mail_messages m where id =
    mail:own
    → null, true
  id from mail_messages where id in @scene and leased_until is not null → mail:own
  update mail_messages set leased_until = clock_timestamp() - interval '1 minute' where id = mail:own
  user_id, attempts from gate.lease_user_mail(mail:own, '5 minutes') → user:own, 2
note_user_mail
  mail_messages: waiting/sent/failed/dropped/sent-failed/sent-dropped/late/late-sent/other(${leased})
    board(${leased}, board:own) was-sent(${leased}, sent_at=@before) was-dropped(${leased}, dropped_at=@before)
    was-failed/failed-sent(${leased}, failed_at=@before)
  # The number of the attempt, and when the message was sent, failed and was dropped.
  gate.note_user_mail(mail:?, 'why')
    for waiting, 1, null, null, null / sent, 1, @now, null, null / failed, 1, null, @now, null → null
    for dropped, 1, null, null, @now / sent-failed, 1, @now, @now, null / sent-dropped, 1, @now, null, @now → null
    for late, 2, null, null, null / late-sent, 2, @now, null, null / board, 1, @now, null, null → null
    for was-sent, 1, null, @now, null / was-dropped, 1, @now, null, null / was-failed, 1, null, null, null /
      failed-sent, 1, @now, null, null → null
  sent_at is not null, failed_at is not null, dropped_at is not null, last_error, sealed is not null
    from mail_messages where id = mail:?
    for waiting → false, false, false, why, true
    for sent / sent-failed / sent-dropped / late-sent / failed-sent → true, false, false, why, false
    for failed → false, true, false, why, false
    for dropped → false, false, true, why, false
    for late / board / other → false, false, false, null, true
    for was-sent → true, false, false, null, true
    for was-dropped → false, false, true, null, true
    for was-failed → false, true, false, null, true
extend_user_mail_lease
  mail_messages: own/other(user:own, attempts=1, leased_until=@before) free(user:own, attempts=1, leased_until=null)
    board(user:own, attempts=1, leased_until=@before, board:own)
  gate.extend_user_mail_lease(mail:own, 2, '5 minutes')
  gate.extend_user_mail_lease(id, 1, '5 minutes') from mail_messages where id in (mail:free, mail:board)
  leased_until from mail_messages where id in @scene order by id → @before | @before | null | @before
  gate.extend_user_mail_lease(mail:own, 1, '5 minutes')
  id from mail_messages where id in @scene and leased_until > @before → mail:own
waiting_mail
  mail_messages: own(user:own) later(user:own, queued_at=@after) ${ended}
  id from gate.waiting_mail(@now) where id in @scene → mail:own
sweep_mail
  mail_messages: own(user:own) recent(user:own, sent_at=@now, queued_at=@after) ${ended}
  gate.sweep_mail(@now, 100000)
  id from mail_messages where id in @scene order by id → mail:own | mail:recent
muted_mail_of
  members: own left(user:own, status=inactive) another(board:left)
  muted_mail: own(choice=mine) fellow(board:own, choice=theirs) left(choice=former)
  * from gate.muted_mail_of(user:own) → board:own, mine
`;
