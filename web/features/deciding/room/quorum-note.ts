import type { Quorum } from '#contract/room.ts';

export function quorumNote({ needed }: Pick<Quorum, 'needed'>): string {
  if (needed === 0) return 'No quorum is needed.';
  return needed === 1 ? '1 member is needed for a quorum.' : `${needed} members are needed for a quorum.`;
}
