import type { z } from 'zod';
import type { inviteSeveral as endpoint, GroupChoice } from '#contract/invitations.ts';
import { type CheckedLine, checkInvited } from '#domain/invitation-check.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { takeTurn } from '#server/db/turn.ts';
import { regroup } from '#server/features/members/people/membership.ts';
import { tellLive } from '#server/http/live-hub.ts';
import type { Secrets } from '#server/secrets.ts';
import { writeInvitation } from './commands.ts';
import { listTaken } from './queries.ts';
import { refuseTooMany } from './sending.ts';

type Body = z.output<NonNullable<typeof endpoint.body>>;

export interface InvitedSeveral {
  readonly invited: number;
  /** What was found before anybody was invited, one per line that came. */
  readonly lines: readonly CheckedLine[];
}

/**
 * Invites a list, everybody in one transaction and by one message each. Every line is checked again here: the page
 * may be older than the board.
 */
export async function inviteSeveral(
  scope: BoardScope,
  secrets: Secrets,
  { people, groups, only_ready: onlyReady }: Body & { readonly groups: readonly GroupChoice[] },
): Promise<InvitedSeveral> {
  await takeTurn(scope, 'invitations');
  const lines = checkInvited(people, await listTaken(scope));
  const ready = people.filter((_, index) => lines[index]?.state === 'ready');
  if (ready.length === 0 || (ready.length < people.length && !onlyReady)) return { invited: 0, lines };
  await refuseTooMany(scope, ready.length);
  const turn = await takeTurn(scope, 'audiences');
  const memberIds: string[] = [];
  for (const { line: _, ...who } of ready) {
    memberIds.push(await writeInvitation(scope, secrets, { turn, who: { ...who, groups } }));
  }
  await regroup(scope, secrets, { turn, memberIds, quiet: true });
  await tellLive(scope, { noun: 'people', id: null });
  return { invited: ready.length, lines };
}
