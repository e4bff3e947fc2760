import type { BoardLock } from '#server/db/board-lock.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { Secrets } from '#server/secrets.ts';

export interface InvitationCounts {
  readonly invited: number;
  readonly ended: number;
}

/** Hooks for joining and leaving a board or group, in the transaction that locks its audiences. */
export interface MembershipChange {
  /** `quiet`: without messages, since the members get their own. Returns how many invitations began and ended. */
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
  /** Or returned. */
  readonly joined?: (
    scope: BoardScope,
    secrets: Secrets,
    change: { readonly lock: BoardLock<'audiences'>; readonly memberId: string },
  ) => Promise<void>;
  /** Ends all access. */
  readonly left?: (
    scope: BoardScope,
    secrets: Secrets,
    change: { readonly lock: BoardLock<'audiences'>; readonly memberId: string },
  ) => Promise<void>;
  /** Followed by `left`. */
  readonly removed?: (
    scope: BoardScope,
    change: { readonly lock: BoardLock<'audiences'>; readonly memberId: string },
  ) => Promise<void>;
}

/** Name and address are on the invitation only. */
export interface PendingPeople {
  /** Must be pending. A new address gets a new invitation. */
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
    /** In order of execution. */
    readonly membershipChanges: readonly MembershipChange[];
    readonly pendingPeople: PendingPeople;
  }
}
