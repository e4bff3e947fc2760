import { checks } from './rows.ts';

export const passkeyChecks = checks`
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
