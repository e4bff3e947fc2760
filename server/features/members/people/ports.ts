import type { BoardLock } from '#server/db/board-lock.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { Secrets } from '#server/secrets.ts';

export interface InvitationCounts {
  readonly invited: number;
  /** Invitations that ended. */
  readonly ended: number;
}

/**
 * What a noun does when somebody comes to the board or to a group, or leaves. Each runs in the transaction of the change, which
 * holds the board's audiences.
 */
export interface MembershipChange {
  /**
   * Members belong to other groups, or audiences name others. `quiet`: without a message, since they get one of their own.
   * Returns how many invitations came and ended.
   */
  readonly regrouped?: (
    scope: BoardScope,
    secrets: Secrets,
    change: {
      readonly turn: BoardLock<'audiences'>;
      readonly memberIds?: readonly string[];
      readonly audienceIds?: readonly string[];
      readonly quiet?: boolean;
    },
  ) => Promise<InvitationCounts>;
  /** A member joined the board, or came back. */
  readonly joined?: (
    scope: BoardScope,
    secrets: Secrets,
    change: { readonly turn: BoardLock<'audiences'>; readonly memberId: string },
  ) => Promise<void>;
  /** A member is not active any more: ends what opened the board to them. */
  readonly left?: (
    scope: BoardScope,
    secrets: Secrets,
    change: { readonly turn: BoardLock<'audiences'>; readonly memberId: string },
  ) => Promise<void>;
  /** A member is off the board and out of every list; `left` follows. */
  readonly removed?: (
    scope: BoardScope,
    change: { readonly turn: BoardLock<'audiences'>; readonly memberId: string },
  ) => Promise<void>;
}

/** Persons who were invited and have not joined: their name and address stand on the invitation alone. */
export interface PendingPeople {
  /** Changes what is given; the person must be pending. A new address gets a new invitation. */
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
    /** In the order in which they run. */
    readonly membershipChanges: readonly MembershipChange[];
    readonly pendingPeople: PendingPeople;
  }
}
