import { checks, isLocked } from './rows.ts';

export const deviceChecks = checks`
trust_days
  users: own
  gate.trust_days(user:own) → 30
  boards: own(trust_days=40) strict(trust_days=3) left(trust_days=1)
  members: own strict left(user:own, status=inactive)
  gate.trust_days(user:own) → 40
  members: own-strict(board:strict, user:own)
  gate.trust_days(user:own) → 3
is_trusted_device
  devices: own/other(trusted_at=@now, trusted_until=2026-12-16T12:00:00Z) plain(user:own)
    briefly(user:own, trusted_at=@now, trusted_until=2026-11-17T12:00:00Z)
  gate.is_trusted_device(user:own, array[?]::bytea[], @now)
    for hash:unknown, hash:own → true for hash:plain / hash:unknown → false
  gate.is_trusted_device(user:own, '{}', @now) → false
  gate.is_trusted_device(user:other, array[hash:own]::bytea[], @now) → false
  gate.is_trusted_device(user:own, array[hash:own]::bytea[], @now + interval '? days') for 30 → false for 29.9 → true
  gate.is_trusted_device(user:own, array[hash:briefly]::bytea[], @now + interval '? days') for 1 → false for 0.9 → true
  boards: own(trust_days=2)
  members: own
  gate.is_trusted_device(user:own, array[hash:own]::bytea[], @now + interval '? days') for 2 → false for 1.9 → true
note_device
  devices: own other
  * from gate.note_device(user:own, array[hash:own, hash:new]::bytea[], repeat('x', 400), '::1', @now, 20)
    → device:own, hash:own, false
  length(user_agent), address, last_seen_at, created_at from devices where id = device:own → 300, ::1, @now, @before
  # The cookie of another user's device counts as unknown.
  device_hash, is_new from gate.note_device(user:own, array[hash:other, hash:fresh]::bytea[], 'x', '::1', @now, 20)
    → hash:fresh, true
  user_id, trusted_at, last_seen_at from devices where token_hash = hash:fresh → user:own, null, @now
  user_id, address from devices where id = device:other → user:other, ''
  * from gate.note_device(user:own, array[hash:fresh, hash:own]::bytea[], 'x', '::1', @now, 20)
    → device:own, hash:own, false
  sessions: own(device:own) other(device:other)
  users: bystander
  # Beyond the limit, the device that was not seen for longest goes.
  update devices set last_seen_at = @before where id = device:own
  device_hash, is_new from gate.note_device(user:own, array[hash:newest]::bytea[], 'x', '::1', @now, 2)
    → hash:newest, true
  token_hash from devices where user_id in @scene order by token_hash = hash:newest, token_hash = hash:other
    → hash:fresh | hash:other | hash:newest
  device_id from sessions where id in @scene order by id → null | device:other
  ${isLocked('bystander')} → false
`;

export const startsOnDevice = `
  devices: own/other(trusted_at=@now, trusted_until=2026-12-16T12:00:00Z) plain(user:own)
  gate.start_session(user:own, 'old', null, null, false, hash:1, null, true, '', @now, @after, device:plain, false)
  gate.start_session(user:own, 'old', null, null, false, hash:2, null, true, '', @now, @after, device:own, false)
  gate.start_session(user:own, 'old', null, null, false, hash:3, null, true, '', @now, @after, device:own, true)
  device_id, strength from sessions where token_hash = hash:?
    for 1 → device:plain, 1
    for 2 → device:own, 1
    for 3 → device:own, 2
  gate.start_session(user:own, 'old', null, null, false, hash:4, null, true, '', @now, @after, ?)
    for device:other, false / device:other, true / device:plain, true / null, true → null
  gate.start_session(user:own, 'old', null, null, false, hash:4, null, true, '',
    '2026-12-16T12:00:00Z', '2027-01-01', device:own, true) → null
`;
