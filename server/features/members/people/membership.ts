import type { BoardScope } from '#server/db/board-scope.ts';
import type { Secrets } from '#server/secrets.ts';
import type { InvitationCounts, MembershipChange } from './ports.ts';

type Change<K extends keyof MembershipChange> = Parameters<NonNullable<MembershipChange[K]>>;

/** Tells every noun that members belong to other groups, or that audiences name others; returns the sums. */
export async function regroup(
  scope: BoardScope,
  secrets: Secrets,
  change: Change<'regrouped'>[2],
): Promise<InvitationCounts> {
  let invited = 0;
  let ended = 0;
  for (const noun of scope.ports.membershipChanges) {
    const counts = await noun.regrouped?.(scope, secrets, change);
    invited += counts?.invited ?? 0;
    ended += counts?.ended ?? 0;
  }
  return { invited, ended };
}

/** A member joined or came back. */
export async function noteJoined(scope: BoardScope, secrets: Secrets, change: Change<'joined'>[2]): Promise<void> {
  for (const noun of scope.ports.membershipChanges) await noun.joined?.(scope, secrets, change);
}

/** A member is not active any more. */
export async function noteLeft(scope: BoardScope, secrets: Secrets, change: Change<'left'>[2]): Promise<void> {
  for (const noun of scope.ports.membershipChanges) await noun.left?.(scope, secrets, change);
}

/** A member was removed. */
export async function noteRemoved(scope: BoardScope, change: Change<'removed'>[1]): Promise<void> {
  for (const noun of scope.ports.membershipChanges) await noun.removed?.(scope, change);
}
