import { startsOnDevice } from './devices.ts';
import { endsWithItsTwelveHours, opensAsModelled, startsByConnection } from './providers.ts';
import { type Check, checks } from './rows.ts';

const used = `sessions: own other kept(user:own, remember=true) recent(user:own, last_seen_at=2026-11-16T11:59:00Z)
  late(user:own, expires_at=@before)`;
const afterUse = `last_seen_at, expires_at from sessions where id = session:?
  for own → @now, 2026-11-16T14:00:00Z for kept → @now, @after for recent → 2026-11-16T11:59:00Z, @after
  for late → @before, @before for other → @before, @after`;
const entered = `e->>'session_id', e->>'user_id', e->>'board_id', e->>'member_id', e->>'is_board_admin', e->>'is_use_due', e->'groups'`;
const ownEntered = 'session:own, user:own, board:own, member:own, false, true, []';
const groupsOfChair = `[{"id":"group:finance","is_group_admin":true},{"id":"group:works","is_group_admin":false}]`;
const visits = (of: 'meeting' | 'announcement'): readonly string[] => [
  ...visit(of, '12:00:00', 'null, null', 'other'),
  ...visit(of, '12:00:00', '12:00:00, null'),
  ...visit(of, '12:00:30', '12:00:00, null'),
  ...visit(of, '12:29:00', '12:29:00, null'),
  ...visit(of, '13:00:00', '13:00:00, 12:29:00'),
];
const visit = (of: 'meeting' | 'announcement', time: string, visits: string, board = 'own'): readonly string[] => [
  `select gate.note_${of}_visits(array[board:${board}]::uuid[], array[${of}:own]::uuid[], array[member:own]::uuid[],
   array['2026-11-16T${time}Z']::timestamptz[], '30 minutes', '1 minute')`,
  `to_char(last_visited_at at time zone 'UTC', 'HH24:MI:SS'), to_char(previous_visited_at at time zone 'UTC', 'HH24:MI:SS')
   from ${of === 'meeting' ? 'invitees' : 'announcement_readers'} where ${of}_id = ${of}:own and member_id = member:own → ${visits}`,
];

const startsByPassword = `
  users: own(password_hash=own) disabled(disabled_at=@before) other
  gate.start_session(?, hash:refused, null, true, '', @now, @after)
    for user:own, 'another', null, null, false / user:disabled, 'old', null, null, false → null
  update users set opens_at = @after where id = user:own
  gate.start_session(user:own, 'own', null, null, false, hash:new, null, true, '', @now, @after) → null
  update users set opens_at = @now where id = user:own
  gate.start_session(user:own, 'own', null, null, false, hash:new, null, true, '', @now, @after)
  user_id, begun_by, strength, own_factor, provider_id from sessions where token_hash = hash:new
    → user:own, password, 1, false, null
`;
const startsByPasskey = `
  users: disabled(disabled_at=@before)
  passkeys: own other disabled
  gate.start_session(?, hash:refused, null, true, '', @now, @after)
    for user:own, null, passkey:other, null, false / user:disabled, null, passkey:disabled, null, false → null
    for user:own, null, null, null, false / user:own, 'old', passkey:own, null, false → null
  update users set opens_at = @after where id = user:own
  gate.start_session(user:own, null, passkey:own, null, false, hash:new, null, true, '', @now, @after) → null
  update users set opens_at = @now where id = user:own
  gate.start_session(user:own, null, passkey:own, null, false, hash:new, null, true, '', @now, @after)
  begun_by, strength, own_factor, remember, passkey_id from sessions where token_hash = hash:new
    → passkey, 2, true, true, passkey:own
  delete from passkeys where id = passkey:own
  gate.start_session(user:own, null, passkey:own, null, false, hash:refused, null, true, '', @now, @after) → null
`;

const scripts = checks`
find_session
  ${used}
  users: disabled(disabled_at=@before)
  sessions: disabled
  two_factors: own(confirmed_at=null)
  session_id, user_id, has_second_factor from gate.find_session(hash:?, '2 hours', @now)
    for own → session:own, user:own, false
    for kept → session:kept, user:own, false
    for recent → session:recent, user:own, false
    for unknown / late / disabled → nothing
  ${afterUse}
  two_factors: other
  has_second_factor from gate.find_session(hash:?, '2 hours', @now) for own → false for other → true
  ${endsWithItsTwelveHours(`select * from gate.find_session(hash:twelve, '2 hours', @now)`)}
enter
  users: disabled(disabled_at=@before)
  members: own left(board:own, status=inactive)
    admin(board:own, is_board_admin=true) disabled/chair(board:own)
  sessions: own(board:own) late(user:own, board:own, expires_at=@before) admin(last_seen_at=2026-11-16T11:59:00Z)
    disabled left chair
  documents: own
  meetings: other
  groups: finance/works(board:own)
  group_members: finance(board:own, member:chair, is_group_admin=true) works(board:own, member:chair)
  ${entered} from gate.enter(hash:own, null, @now, 'member', ?) e
    for 'board', null / 'board', board:own / 'meeting', meeting:own / 'document', document:own
      → ${ownEntered}
    for 'board', board:other / 'meeting', meeting:other / 'document', meeting:other / 'elsewhere', board:own /
      'elsewhere', document:own → DA404
  current_setting('dais.board_id'), current_setting('dais.user_id'), current_setting('dais.member_id'),
    current_setting('dais.rights')
    → board:own, user:own, member:own, member
  # Entering reads only. The last use of the session is written later.
  last_seen_at from sessions where id = session:own → @before
  ${entered} from gate.enter(hash:own, null, @now, 'board-admin', 'board', null) e → DA403
  ${entered} from gate.enter(?, @now, 'member', 'board', board:own) e
    for null, session:own → ${ownEntered}
    for hash:unknown, null / null, session:unknown / hash:late, null / null, session:late / hash:disabled, null → DA419
    for hash:left, null → DA404
  ${entered} from gate.enter(hash:chair, null, @now, 'member', 'board', board:own) e
    → session:chair, user:chair, board:own, member:chair, false, true, ${groupsOfChair}
  current_rights(), current_group_ids(), current_administered_group_ids()
    → group-admin, ["group:finance","group:works"], ["group:finance"]
  ${entered} from gate.enter(hash:admin, null, @now, 'board-admin', 'board', board:own) e
    → session:admin, user:admin, board:own, member:admin, true, false, []
  current_rights(), current_group_ids(), current_administered_group_ids() → board-admin, [], []
  update boards set two_factor_required = true where id = board:own
  ${entered} from gate.enter(hash:own, null, @now, 'member', 'board', null) e → DA2FA
  two_factors: own
  ${entered} from gate.enter(hash:own, null, @now, 'member', 'board', null) e → ${ownEntered}
  update boards set suspended_at = @before where id = board:own
  ${entered} from gate.enter(hash:own, null, @now, 'member', 'board', null) e → DA404
note_session_uses
  ${used}
  gate.note_session_uses(array_agg(token_hash), array_agg(@now), '2 hours') from sessions where user_id = user:own
  ${afterUse}
  ${endsWithItsTwelveHours(`gate.note_session_uses(array[hash:twelve]::bytea[], array[@now], '2 hours')`)}
note_room_connections
  members: own other(board:own) stranger
  meetings: own
  # Rows of other boards, and rows that no longer exist, are skipped without an error.
  gate.note_room_connections(array[b]::uuid[], array[m]::uuid[], array[p]::uuid[]) from (values (board:stranger,
    meeting:own, member:own), (board:stranger, meeting:own, member:stranger), (board:own, meeting:own, member:stranger),
    (board:own, meeting:gone, member:own), (board:own, meeting:own, member:gone)) given (b, m, p)
  member_id from room_connections where meeting_id = meeting:own → nothing
  gate.note_room_connections(array[board:own]::uuid[], array[meeting:own]::uuid[], array[member:own]::uuid[])
  member_id from room_connections where meeting_id = meeting:own → member:own
  update room_connections set seen_at = '2000-01-01' where meeting_id = meeting:own
  gate.note_room_connections(array[board:own]::uuid[], array[meeting:own]::uuid[], array[member:own]::uuid[])
  member_id, seen_at > '2000-01-01' from room_connections where meeting_id = meeting:own → member:own, true
note_meeting_visits
  invitees: own fellow(board:own, meeting:own) later(board:own, member:own)
  boards: other
  ${visits('meeting')}
  meeting_id from invitees where board_id = board:own and last_visited_at is not null → meeting:own
note_announcement_visits
  announcement_readers: own(first_opened_at=null, last_visited_at=null) fellow(board:own, announcement:own, last_visited_at=null)
    later(board:own, member:own, last_visited_at=null)
  boards: other
  announcements: draft(board:own, state=draft, publish_on=null)
  members: former(board:own, status=inactive)
  # Drafts, former members and rows that no longer exist are skipped without an error.
  gate.note_announcement_visits(array[b]::uuid[], array[a]::uuid[], array[m]::uuid[], array[@now]::timestamptz[], '30 minutes', '1 minute')
    from (values (board:own, announcement:gone, member:own), (board:own, announcement:draft, member:own),
    (board:own, announcement:own, member:former)) given (b, a, m)
  ${visits('announcement')}
  to_char(first_opened_at at time zone 'UTC', 'HH24:MI') from announcement_readers where announcement_id = announcement:own and member_id = member:own → 12:00
  announcement_id from announcement_readers where board_id = board:own and last_visited_at is not null → announcement:own
find_sign_in
  users: own(email=Zq-Own@example.org) disabled(disabled_at=@before)
  two_factors: own(confirmed_at=null) other
  * from gate.find_sign_in('zq-?@example.org')
    for OWN → user:own, old, false, false, null
    for disabled → user:disabled, old, true, false, null
    for nobody → nothing
  update two_factors set confirmed_at = @before where user_id = user:own
  update users set opens_at = @after where id = user:own
  * from gate.find_sign_in('zq-own@example.org') → user:own, old, false, true, @after
user_boards
  boards: own(title=A) strict(title=B, two_factor_required=true)
  members: own strict(user:own) left(user:own, status=inactive) other-own(board:own, user:other)
    other-strict(board:strict, user:other) other-left(board:left, user:other)
  two_factors: own(confirmed_at=null) other
  board_id, member_id, status, two_factor_missing from gate.user_boards(user:own, null)
    → board:own, member:own, active, false | board:strict, member:strict, active, true
  update two_factors set confirmed_at = @before where user_id = user:own
  board_id, two_factor_missing from gate.user_boards(user:own, null) → board:own, false | board:strict, false
set_session_board
  members: own other-own(board:own, user:other) other left(user:own, status=inactive)
  sessions: own other
  gate.set_session_board(hash:?)
    for own, board:other / own, board:left / unknown, board:own → false
    for own, board:own → true
  board_id from sessions where id in @scene order by id → board:own | null
confirm_session
  delete from sessions
  sessions: own
  # The only session is confirmed by its own token alone.
  gate.confirm_session(hash:unknown, hash:new, @now) → false
  sessions: other(user:own)
  gate.confirm_session(hash:own, hash:new, @now) → true
  token_hash, confirmed_at from sessions order by id → hash:new, @now | hash:other, null
end_session
  sessions: own other(user:own)
  gate.end_session(hash:own)
  id from sessions where id in @scene → session:other
end_sign_ins
  sessions/pending_sign_ins: own other
  gate.end_sign_ins(user:own) → 1
  id from sessions where id in @scene → session:other
  id from pending_sign_ins where id in @scene → pending:other
leave_board
  members: left(user:own, status=inactive) other-left(board:left, user:other) current/still(user:own)
  sessions: left(user:own, board:left) current(user:own, board:current) other(board:left)
  gate.leave_board(user:own, board:left)
  gate.leave_board(user:own, board:still)
  board_id from sessions where id in @scene order by id → null | board:current | board:left
  gate.leave_board(user:own, board:current)
  board_id from sessions where id = session:current → board:current
start_pending_sign_in
  users: own(password_hash=own) disabled(disabled_at=@before) other
  gate.start_pending_sign_in(?, null, hash:new, true, '/home', null, @now, @after)
    for user:own, 'another' / user:disabled, 'old' → null
  update users set opens_at = @after where id = user:own
  gate.start_pending_sign_in(user:own, 'own', null, hash:new, true, '/home', null, @now, @after) → null
  update users set opens_at = @now where id = user:own
  gate.start_pending_sign_in(user:own, 'own', null, hash:new, true, '/home', null, @now, @after)
  user_id from pending_sign_ins where token_hash = hash:new → user:own
is_pending_sign_in
  users: disabled(disabled_at=@before)
  pending_sign_ins: own late(expires_at=@before) disabled
  gate.is_pending_sign_in(hash:?, @now) for own → true for unknown / late / disabled → false
try_pending_sign_in
  users: disabled(disabled_at=@before)
  pending_sign_ins: own provider(connection:provider) late(expires_at=@before) tried(tries=5) disabled
  user_id, checked_hash, connection_id from gate.try_pending_sign_in(hash:?, @now, 5)
    for own → user:own, old, null
    for provider → user:provider, null, connection:provider
    for unknown / late / tried / disabled → nothing
  tries from pending_sign_ins where id = pending:own → 1
end_pending_sign_in
  pending_sign_ins: own other(user:own)
  gate.end_pending_sign_in(hash:?) for unknown → false for own → true
  id from pending_sign_ins where id in @scene → pending:other
`;

export const sessionChecks: Readonly<Record<string, Check>> = {
  ...scripts,
  enter: [scripts.enter ?? '', opensAsModelled],
  user_boards: [scripts.user_boards ?? '', opensAsModelled],
  start_session: [startsByPassword, startsByPasskey, startsByConnection, startsOnDevice],
};
