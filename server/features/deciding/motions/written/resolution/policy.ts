import type { BallotChoice, BallotCounts } from '#domain/motions.ts';
import { noBallots } from '#domain/motions.ts';
import type { WrittenState } from '#domain/resolutions.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { type BodyDeskFacts, isDeskOf } from '#server/features/deciding/deciding/bodies/policy.ts';

interface VoterFacts {
  readonly member_id: string;
  readonly is_recused: boolean;
  readonly choice: BallotChoice | null;
}

interface WrittenFacts extends BodyDeskFacts {
  readonly state: WrittenState;
  readonly may_object: boolean | null;
  /** Whether it circulates but its deadline has passed, so that its outcome must be recorded. */
  readonly is_over: boolean;
  readonly voters: readonly VoterFacts[];
}

type Reader = Pick<BoardScope, 'member' | 'via'>;

export function writtenCan(reader: Reader, written: WrittenFacts) {
  const runs = isDeskOf(reader, written);
  const isOpen = written.state === 'circulating' && !written.is_over;
  const part = partInVote(written, reader.member.id);
  return {
    edit: runs && written.state === 'draft',
    circulate: runs && written.state === 'draft',
    circulate_again: runs && isOpen,
    remind: runs && isOpen,
    withdraw: runs && (written.state === 'draft' || isOpen),
    vote: isOpen && part === 'voter',
    // Recused members may still object.
    object: isOpen && part !== 'no-vote' && written.may_object === true,
  };
}

export function partInVote(
  { voters }: Pick<WrittenFacts, 'voters'>,
  memberId: string,
): 'voter' | 'recused' | 'no-vote' {
  const voter = voters.find(({ member_id: id }) => id === memberId);
  if (voter === undefined) return 'no-vote';
  return voter.is_recused ? 'recused' : 'voter';
}

/** Whether the stored outcome or text must be updated before the resolution is shown or changed. */
export const settlesFirst = (
  written: Pick<WrittenFacts, 'state' | 'is_over'> & { readonly approves_minutes: boolean },
): boolean => written.is_over || (written.state === 'draft' && written.approves_minutes);

export const remindedVoters = <Voter extends VoterFacts & { readonly has_left: boolean }>(
  { voters }: { readonly voters: readonly Voter[] },
  by: string,
): readonly Voter[] =>
  voters.filter((voter) => !voter.is_recused && !voter.has_left && voter.choice === null && voter.member_id !== by);

const reminderPauseMs = 3_600_000;

export const isJustReminded = ({ reminded_at: remindedAt }: { readonly reminded_at: Date | null }, at: Date): boolean =>
  remindedAt !== null && +at - +remindedAt < reminderPauseMs;

export function countWritten(voters: readonly VoterFacts[]): {
  readonly counts: BallotCounts;
  readonly eligible: number;
  readonly recused: number;
} {
  const counts = { ...noBallots };
  for (const { choice } of voters) if (choice !== null) counts[choice] += 1;
  const recused = voters.filter(({ is_recused: out }) => out).length;
  return { counts, eligible: voters.length - recused, recused };
}
