import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { hashToken, randomToken } from '#server/secrets.ts';

export const invitationDays = 14;
const dayMs = 86_400_000;

export function newToken(scope: BoardScope | BoardJobScope) {
  const token = randomToken();
  const columns = {
    token_hash: hashToken(token),
    invited_by: 'member' in scope ? scope.member.id : null,
    sent_at: scope.now,
    expires_at: new Date(scope.now.getTime() + invitationDays * dayMs),
  };
  return { token, columns };
}
