import { checks } from './rows.ts';

const closed = 'state=complete, closed_at=@before';
const sealed = (
  id: string,
): string => `${closed}, sealed_at=@before, seal_id='zq-seal-number-of-${id}-file', sealed_key=zq-${id},
  sealed_bytes=1, sealed_sha256=hash:${id}`;

export const signatureChecks = checks`
keep_signing_confirmation
  users: own
  gate.keep_signing_confirmation(user:own, hash:file, 'password', '', null, @before)
  gate.keep_signing_confirmation(user:own, hash:file, 'passkey', 'Desk', '{"id": 1}', @after)
  method, name, assertion, expires_at from signing_confirmations where user_id = user:own → passkey, Desk, {"id":1}, @after
take_signing_confirmation
  signing_confirmations: own other late(expires_at=@before)
  name from gate.take_signing_confirmation(user:?, hash:file, @now) for unknown / late → nothing
  name from gate.take_signing_confirmation(user:own, hash:another, @now) → nothing
  name from gate.take_signing_confirmation(user:own, hash:file, @now) → Desk
  name from gate.take_signing_confirmation(user:own, hash:file, @now) → nothing
  name from gate.take_signing_confirmation(user:other, hash:file, @now) → Desk
signature_requests_open
  boards: suspended(suspended_at=@before)
  signature_requests: open suspended done(${closed})
  id from gate.signature_requests_open(100000) where id in @scene → request:open
verify_seal
  boards: own(title='zq Harbour')
  signature_requests: own(${sealed('own')}) open
  board, is_same from gate.verify_seal(hash:own, null) → zq Harbour, true
  board, is_same from gate.verify_seal(hash:another, 'zq-seal-number-of-own-file') → zq Harbour, false
  board, is_same from gate.verify_seal(hash:another, 'zq-seal-number-of-no-file') → nothing
  board, is_same from gate.verify_seal(hash:open, null) → nothing
`;
