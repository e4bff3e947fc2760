import type { BoardLock } from '#server/db/board-lock.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { Secrets } from '#server/secrets.ts';

export interface InvitationCounts {
  readonly invited: number;
  readonly ended: number;
}

interface OfMember {
  readonly lock: BoardLock<'audiences'>;
  readonly memberId: string;
}

/** Called when people join or leave a board or group, in the transaction that locks the board's audiences. */
export interface MembershipChange {
  readonly regrouped?: (
    scope: BoardScope,
    secrets: Secrets,
    change: {
      readonly lock: BoardLock<'audiences'>;
      readonly memberIds?: readonly string[];
      readonly audienceIds?: readonly string[];
      readonly quiet?: boolean;
    },
  ) => Promise<InvitationCounts>;
  readonly joined?: (scope: BoardScope, secrets: Secrets, change: OfMember) => Promise<void>;
  readonly left?: (scope: BoardScope, secrets: Secrets, change: OfMember) => Promise<void>;
  readonly removed?: (scope: BoardScope, change: OfMember) => Promise<void>;
}

/** Only the invitation contains a pending member's name and address. */
export interface PendingPeople {
  correct(
    scope: BoardScope,
    secrets: Secrets,
    change: {
      readonly memberId: string;
      readonly to: { readonly first_name?: string; readonly last_name?: string; readonly email?: string };
    },
  ): Promise<void>;
}

declare module '#server/db/board-scope.ts' {
  interface Ports {
    readonly membershipChanges: readonly MembershipChange[];
    readonly pendingPeople: PendingPeople;
  }
}
