import type { Recovery, RecoveryStep } from '#contract/recoveries.ts';
import type { OpenRecovery, ReadRecovery, RecoveryBoard } from './base/queries.ts';
import { canStop, canVouch, needsSecondFactor } from './policy.ts';

export function presentStep(
  found: OpenRecovery,
  { code, boards }: { readonly code: string; readonly boards: readonly RecoveryBoard[] },
): RecoveryStep {
  if (!found.is_begun) return { step: 'choose', boards: boards.map(({ board_id: id, title }) => ({ id, title })) };
  if (!found.is_here) return { step: 'elsewhere' };
  const board = found.board_title ?? '';
  const expires_at = found.expires_at.toISOString();
  if (found.state !== 'vouched') {
    return { step: 'code', board, code, is_half_vouched: found.state === 'half-vouched', expires_at };
  }
  if (found.opens_at === null) return { step: 'passkey', board, expires_at };
  if (!found.is_ready) return { step: 'waiting', board, opens_at: found.opens_at.toISOString() };
  return { step: 'ready', board, expires_at };
}

export function presentRecovery(id: string, row: ReadRecovery, code: string): Recovery {
  return {
    id,
    kind: row.kind,
    board: row.board_title,
    state: row.state,
    is_own: row.is_own,
    person: row.is_own ? null : { name: `${row.first_name} ${row.last_name}`, email: row.email },
    code: row.is_own && row.kind === 'board' && row.is_under_way ? code : null,
    has_vouched: row.has_vouched,
    needs_second_factor: needsSecondFactor(row),
    tries_left: row.tries_left,
    expires_at: row.expires_at.toISOString(),
    opens_at: row.opens_at?.toISOString() ?? null,
    can: { vouch: canVouch(row), stop: canStop(row) },
  };
}
