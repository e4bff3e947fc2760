import { checks, isLocked } from './rows.ts';

export const siteAdmins = 'users: admin(is_site_admin=true) stranger disabled(is_site_admin=true, disabled_at=@before)';
export const notSiteAdmins = 'user:stranger / user:disabled / null';

const signIns = `(select count(*) from sessions where user_id = u.id) + (select count(*) from pending_sign_ins where user_id = u.id)
  from users u where id in (user:own, user:other) order by id`;
const ownBoard = `gate.site_boards(user:admin, 'the zqword', 'all', 0, 100000)`;
const ownUser = `gate.site_users(user:admin, 'zqword', 'all', 0, 100000) where id = user:own`;

export const siteChecks = checks`
set_user_access
  update users set is_site_admin = false
  ${siteAdmins}
  sessions/pending_sign_ins: own other
  users: bystander
  gate.set_user_access(?, user:own, true, null, @now) for ${notSiteAdmins} → refused
  gate.set_user_access(user:admin, user:unknown, true, null, @now) → missing
  gate.set_user_access(user:admin, user:own, false, false, @now) → same
  gate.set_user_access(user:admin, user:own, null, null, @now) → same
  # A disabled site admin does not count, so this one is the last.
  gate.set_user_access(user:admin, user:admin, true, null, @now) → last
  gate.set_user_access(user:admin, user:admin, null, false, @now) → last
  is_site_admin, disabled_at is not null from users where id = user:? for admin → true, false
  ${signIns} → 2 | 2
  gate.set_user_access(user:admin, user:own, null, true, @now) → done
  is_site_admin, disabled_at is not null from users where id = user:? for own → true, false
  ${signIns} → 2 | 2
  gate.set_user_access(user:admin, user:own, true, null, @now) → done
  is_site_admin, disabled_at is not null from users where id = user:? for own → true, true
  ${signIns} → 0 | 2
  gate.set_user_access(user:admin, user:own, true, false, @now) → done
  gate.set_user_access(user:admin, user:own, false, null, @now) → done
  is_site_admin, disabled_at is not null from users where id = user:? for own / other → false, false
  users: second/third(is_site_admin=true)
  gate.set_user_access(user:admin, user:second, null, false, @now) → done
  # Site admins wait for each other, so that one always remains. Nobody else waits.
  ${isLocked('third')} → true
  ${isLocked('bystander')} → false
  gate.set_user_access(user:admin, user:disabled, null, false, @now) → done
site_boards
  ${siteAdmins}
  boards: own(title='The ZQWORD trust') named(title=Choir, shortname=b-zqword)
    suspended(title='zqword band', suspended_at=@before)
  id from gate.site_boards(?, '', 'all', 0, 100000) for ${notSiteAdmins} → nothing
  id from gate.site_boards(user:admin, ?, 0, 100000) order by id
    for 'zqword', 'all' → board:own | board:named | board:suspended for 'the zqword', 'all' → board:own
    for 'zqword', 'suspended' → board:suspended for 'zqword', 'active' → board:own | board:named
  count(*) = (select count(*) from boards) from gate.site_boards(user:admin, '', 'all', 0, 100000) → true
  documents, meetings, found from ${ownBoard} → 0, 0, 1
  active_members, invited_members, has_admin from ${ownBoard} → 0, 0, false
  members: named(user:own, is_board_admin=true) own
  guests: named
  active_members, invited_members, has_admin from ${ownBoard} → 1, 0, false
  members: own-disabled(board:own, user:disabled, is_board_admin=true)
  active_members, invited_members, has_admin from ${ownBoard} → 2, 0, false
  members: removed(board:own, is_board_admin=true, status=inactive, removed_at=@before)
  active_members, invited_members, has_admin from ${ownBoard} → 2, 0, false
  members: own-admin(board:own, is_board_admin=true)
  guests: own
  active_members, invited_members, has_admin from ${ownBoard} → 3, 1, true
  meetings: own/named(deleted_at=@before)
  documents: own/named(deleted_at=@before) own-paper(board:own) named-paper(board:named)
  document_versions: own named own-paper(board:own) named-paper(board:named)
  audit_entries: own named(at=@now)
  documents, stored_bytes, meetings, last_active_at, active_members, found from ${ownBoard} → 1, 200, 1, @before, 3, 1
site_users
  ${siteAdmins}
  users: own(first_name=Ada, last_name=ZQWORD) out(last_name=zqword, disabled_at=@before)
    chief(email=zqword@example.org, is_site_admin=true)
  boards: own(title=Own)
  members: own left(user:own, status=inactive, removed_at=@before) chief
  id from gate.site_users(?, '', 'all', 0, 100000) for ${notSiteAdmins} → nothing
  id from gate.site_users(user:admin, ?, 0, 100000) order by id
    for 'zqword', 'all' → user:own | user:out | user:chief for 'ada zqword', 'all' → user:own | user:out
    for 'zqword', 'disabled' → user:out for 'zqword', 'site-admins' → user:chief
  count(*) = (select count(*) from users) from gate.site_users(user:admin, '', 'all', 0, 100000) → true
  two_factors: chief own(confirmed_at=null)
  sessions: chief(last_seen_at=@now)
  has_two_factor, sessions, last_seen_at, jsonb_array_length(boards), boards->0->>'title', boards->0->>'status'
    from ${ownUser} → false, 0, null, 1, Own, active
  update two_factors set confirmed_at = @before where user_id = user:own
  sessions: own
  has_two_factor, sessions, last_seen_at from ${ownUser} → true, 1, @before
`;
