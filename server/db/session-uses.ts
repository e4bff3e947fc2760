import { sql } from 'kysely';
import { hashToken } from '#server/secrets.ts';
import type { DeferredKind } from './deferred-writes.ts';

export const idleHours = 12;

export const sessionUses: DeferredKind<{ readonly token: string; readonly at: Date }> = {
  name: 'uses of sessions',
  keyOf: ({ token }) => token,
  async write(db, uses) {
    await sql`
      select gate.note_session_uses(${uses.map(({ token }) => hashToken(token))}::bytea[], ${uses.map(({ at }) => at)}::timestamptz[],
        make_interval(hours => ${idleHours}))
    `.execute(db);
  },
};
