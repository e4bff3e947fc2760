import type { Passkey } from '#contract/passkeys.ts';
import type { PasskeyRow } from './queries.ts';

type Shown = Pick<PasskeyRow, 'id' | 'name' | 'created_at' | 'last_used_at' | 'transports'>;

export const presentPasskey = (row: Shown): Passkey => ({
  id: row.id,
  name: row.name,
  kind: row.transports.some((each) => each === 'internal' || each === 'hybrid') ? 'device' : 'security-key',
  added_at: row.created_at.toISOString(),
  used_at: row.last_used_at?.toISOString() ?? null,
});
