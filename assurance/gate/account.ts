import { checks, isLocked } from './rows.ts';

const openFor = (first: string, second: string): string =>
  `(select count(*) from sessions s where s.user_id = u.id), (select count(*) from password_resets r where r.user_id = u.id),
   (select count(*) from email_changes c where c.user_id = u.id)
   from users u where id in (user:${first}, user:${second}) order by id`;
const open = openFor('own', 'other');
const requested = 'user_id=null, token_hash=null, expires_at=null';
const givenUp = 'password_hash=null, password_given_up_at=@before';

export const accountChecks = checks`
find_email_change
  users: disabled(disabled_at=@before) changed(password_changed_at=@now)
  email_changes: other own(new_email=o@example.org) late(expires_at=@before) disabled changed
  gate.find_email_change(hash:?, @now) for own → o@example.org for unknown / late / disabled / changed → null
confirm_email_change
  sessions/email_changes/password_resets: own other
  users: disabled(disabled_at=@before) changed(password_changed_at=@now)
  email_changes: late(expires_at=@before) disabled changed
  user_id from gate.confirm_email_change(hash:?, @now) for unknown / late / disabled / changed → nothing
  count(*) from users where email = 'new@example.org' → 0
  ${open} → 1, 1, 1 | 1, 1, 1
  update email_changes set new_email = 'own@example.org' where user_id = user:own
  user_id, new_email from gate.confirm_email_change(hash:own, @now) → user:own, own@example.org
  email from users where id in (user:own, user:other) order by id → own@example.org | zq-other@example.org
  ${open} → 1, 0, 0 | 1, 1, 1
  user_id from gate.confirm_email_change(hash:own, @now) → nothing
waiting_email
  users: own
  email_changes: other late(expires_at=@before)
  gate.waiting_email(user:?, @now) for own / late → null for other → new@example.org
drop_email_change
  sessions/email_changes/password_resets: own other
  gate.drop_email_change(user:own)
  ${open} → 1, 1, 0 | 1, 1, 1
begin_email_change
  users: own other(disabled_at=@before)
  sessions: own other
  gate.begin_email_change(?, 'new@example.org', hash:new, @now, @after)
    for user:own, session:own, 'another' / user:own, session:other, 'old' / user:other, session:other, 'old' /
      session:own, session:own, 'old' / user:own, session:own, null → false
    for user:own, session:own, 'old' → true
  ${open} → 1, 0, 1 | 1, 0, 0
  # Without a password, the caller must not claim to have checked one.
  update users set password_hash = null where id = user:own
  gate.begin_email_change(user:own, session:own, ?, 'new@example.org', hash:again, @now, @after)
    for 'old' → false for null → true
can_remove_password
  users: own disabled(disabled_at=@before)
  passkeys: other/disabled(is_backed_up=true)
  gate.can_remove_password(user:?) for own / disabled → false
  passkeys: own
  gate.can_remove_password(user:own) → false
  passkeys: second(user:own)
  gate.can_remove_password(user:?) for own / other → true
  update users set password_hash = null where id = user:other
  gate.can_remove_password(user:other) → false
remove_password
  sessions/email_changes/password_resets: own other
  users: bystander
  passkeys: own
  gate.remove_password(user:own, @now) → false
  password_hash from users where id in @scene order by id → old | old | old
  ${open} → 1, 1, 1 | 1, 1, 1
  passkeys: second(user:own)
  gate.remove_password(user:own, @now) → true
  gate.remove_password(user:own, @now) → false
  password_hash from users where id in @scene order by id → null | old | old
  ${open} → 1, 0, 0 | 1, 1, 1
  ${isLocked('bystander')} → false
  password_given_up_at from users where id = user:own → @now
  delete from passkeys where id = passkey:own
  password_given_up_at from users where id = user:own → @now
  delete from passkeys where id = passkey:second
  password_given_up_at from users where id = user:own → null
set_password
  users: own(${givenUp}) other(password_hash=null) has disabled(password_hash=null, disabled_at=@before)
  gate.set_password(user:?, 'new', @now) for has / disabled → false for own → true
  gate.set_password(user:own, 'new', @now) → false
  password_hash, password_given_up_at, password_changed_at from users where id in @scene order by id
    → new, null, @now | null, null, null | old, null, null | null, null, null
gave_password_up
  users: own(${givenUp}) has disabled(${givenUp}, disabled_at=@before)
  password_resets: own(${requested}, email=ZQ-own@example.org)
    has/disabled/nobody(${requested}) opened(user:own, email=zq-own@example.org)
  gate.gave_password_up(reset:?) for own → user:own for has / disabled / nobody / unknown → null
  # An opened reset is answered by its link.
  gate.gave_password_up(reset:opened) → null
  gate.open_password_reset(reset:own, hash:new, @after) → null
  gate.gave_password_up(reset:own) → null
change_password
  sessions/email_changes/password_resets: own other
  users: disabled(disabled_at=@before)
  sessions: current(user:own)
  gate.change_password(user:?, 'new', @now)
    for own, session:current, 'another' / disabled, session:current, 'old' → false
  ${open} → 2, 1, 1 | 1, 1, 1
  gate.change_password(user:own, session:current, 'old', 'new', @now) → true
  password_hash from users where id in @scene order by id → new | old | old
  ${open} → 1, 0, 0 | 1, 1, 1
  id from sessions where user_id = user:own → session:current
request_password_reset
  gate.request_password_reset('zq-a@example.org', @now)
  email, user_id, requested_at from password_resets where email like 'zq-%' → zq-a@example.org, null, @now
open_password_reset
  delete from password_resets
  users: own disabled(disabled_at=@before) given(${givenUp})
  password_resets: own(${requested}, email=ZQ-Own@example.org)
  # The only request is opened by its own id alone.
  gate.open_password_reset(reset:unknown, hash:new, @after) → null
  password_resets: again(${requested}, email=ZQ-Own@example.org) nobody/disabled/given(${requested})
  gate.open_password_reset(reset:own, hash:new, @after) → user:own
  id from password_resets where user_id = user:own → reset:own
  gate.open_password_reset(reset:?, hash:new, @after) for own / nobody / disabled / given → null
  id from password_resets order by id → reset:own | reset:again
is_password_reset_open
  users: disabled(disabled_at=@before)
  password_resets: own late(expires_at=@before) disabled
  gate.is_password_reset_open(hash:?, @now) for own → true for unknown / late / disabled → false
use_password_reset
  sessions/email_changes/password_resets: own other
  users: disabled(disabled_at=@before)
  password_resets: late(expires_at=@before) disabled
  gate.use_password_reset(hash:?, 'new', @now) for unknown / late / disabled → null
  # A later request does not revive an expired link.
  password_resets: later(user:late)
  gate.use_password_reset(hash:late, 'new', @now) → null
  gate.use_password_reset(hash:other, 'new', @now) → user:other
  gate.use_password_reset(hash:other, 'new', @now) → null
  email from users where id in @scene and password_hash = 'new' → zq-other@example.org
  ${open} → 1, 1, 1 | 0, 0, 0
sweep_account_links
  email_changes: late(expires_at=@before) open
  password_resets: late(expires_at=@before) open old(${requested}, requested_at=2026-11-10T12:00:00Z)
    recent(${requested})
  gate.sweep_account_links(@now)
  ${openFor('late', 'open')} → 0, 0, 0 | 0, 1, 1
  id from password_resets where id in (reset:old, reset:recent) → reset:recent
name_member
  users: own(first_name=Ida, last_name=Own, img_url=/zq/own) other(first_name=Otto, last_name=Other)
  members: own
  guests: own(board:guest, first_name=Ida, last_name=Guest)
  first_name, last_name, img_url from members where id in @scene order by id → Ida, Own, /zq/own | Ida, Guest, null
  update members set user_id = user:own, status = 'active' where id = guest:own
  first_name, last_name, img_url from members where id = guest:own → Ida, Own, /zq/own
name_account
  members: own former(user:own, status=inactive) other
  guests: invited(last_name=Invited)
  update users set last_name = 'Renamed', email = 'zq-renamed@example.org' where id = user:own
  last_name, email from members where id in @scene order by id
    → Renamed, zq-renamed@example.org | Renamed, zq-renamed@example.org | Gill, zq-other@example.org | Invited, null
add_passkey_challenge
  gate.add_passkey_challenge(hash:own, hash:browser, 'confirm', @after)
  * from passkey_challenges where challenge = hash:own → hash:own, hash:browser, confirm, @after
spend_passkey_challenge
  passkey_challenges: own other late(expires_at=@before)
  gate.spend_passkey_challenge(hash:?, @now)
    for unknown, hash:browser, 'sign-in' / own, hash:another, 'sign-in' / own, hash:browser, 'confirm' /
      late, hash:browser, 'sign-in' → false
    for own, hash:browser, 'sign-in' → true
  gate.spend_passkey_challenge(hash:own, hash:browser, 'sign-in', @now) → false
  gate.spend_passkey_challenge(hash:other, hash:browser, 'sign-in', @now) → true
find_passkey
  users: disabled(disabled_at=@before, opens_at=@after)
  passkeys: own disabled
  passkey_handles: own(handle=hash:handle) disabled
  passkey_id, user_id, email, is_disabled, opens_at, handle from gate.find_passkey(hash:?)
    for own → passkey:own, user:own, zq-own@example.org, false, null, hash:handle
    for disabled → passkey:disabled, user:disabled, zq-disabled@example.org, true, @after, hash:disabled
    for unknown → nothing
pending_factors
  users: disabled(disabled_at=@before)
  pending_sign_ins: own late(user:own, expires_at=@before) disabled
  passkeys: other disabled
  two_factors: own(confirmed_at=null)
  * from gate.pending_factors(hash:own, @now) → user:own, false, false
  update two_factors set confirmed_at = @before where user_id = user:own
  * from gate.pending_factors(hash:own, @now) → user:own, true, false
  passkeys: own
  * from gate.pending_factors(hash:?, @now) for own → user:own, true, true for late / disabled / unknown → nothing
`;
