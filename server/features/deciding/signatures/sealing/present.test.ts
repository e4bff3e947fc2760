import { expect, test } from 'vitest';
import { evidencePlan } from './present.ts';

test('text-direction characters in a name or capacity cannot reorder the words around it on the evidence page', () => {
  const signer = {
    member_id: '00000000-0000-4000-8000-000000000000',
    name: 'Ada\u202e',
    capacity: '\u202eriahC',
    signed_at: new Date('2026-11-16T12:00:00Z'),
    method: 'passkey',
    method_name: 'Key\u2067',
  } as const;
  const plan = evidencePlan(
    { title: 'Lease\u202e', sha256: 'a'.repeat(64), byte_size: 9, requested_by: 'Ben\u202d', signers: [signer] },
    {
      board: { title: 'Board', primaryColor: '#124e52', timeZone: 'UTC', dates: 'iso', logoUrl: null } as never,
      appName: 'Dais',
      verifyUrl: 'https://dais.example/verify',
      sealId: 'a'.repeat(22),
      at: new Date('2026-11-16T12:00:00Z'),
    },
  );
  expect(JSON.stringify(plan)).toContain('riahC');
  expect(JSON.stringify(plan)).not.toMatch(/[\u202a-\u202e\u2066\u2067]/);
});
