import { sql } from 'kysely';
import type { BoardScope, MagicLinks } from '#server/db/board-scope.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { tellLive } from '#server/http/live-hub.ts';

export interface Duty {
  readonly two_factor_required: boolean;
  readonly magic_links: MagicLinks;
}

/**
 * A board that asks for a second factor shows its papers to nobody without one: its magic links, where they showed all,
 * are from then on for answering only (product.md, section 4). They stay so when the duty ends.
 */
export async function setTwoFactorDuty(scope: BoardScope, required: boolean): Promise<Duty> {
  const links: MagicLinks = required && scope.board.magicLinks === 'full' ? 'answer' : scope.board.magicLinks;
  const changed = await scope.tx
    .updateTable('boards')
    .set({ two_factor_required: required, magic_links: links, revision: sql<number>`revision + 1` })
    .where('id', '=', scope.board.id)
    .where('two_factor_required', '<>', required)
    .returning('id')
    .executeTakeFirst();
  if (!changed) return { two_factor_required: required, magic_links: scope.board.magicLinks };
  await audit(scope, {
    action: required ? 'board.two-factor-required' : 'board.two-factor-optional',
    subjectKind: 'board',
    subjectId: scope.board.id,
    detail: { magic_links: links },
  });
  await tellLive(scope, { noun: 'board', id: null });
  return { two_factor_required: required, magic_links: links };
}
