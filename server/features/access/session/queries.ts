import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { firstRow, selectValue } from '#server/db/select-value.ts';
import { listUserBoards, type UserBoard } from '#server/features/core/boards/queries.ts';
import { hashToken } from '#server/secrets.ts';

interface SigningIn {
  readonly userId: string;
  readonly shown: string | null;
  readonly provider?: { readonly id: string; readonly countsAsTwoFactors: boolean };
}

export async function firstBoardOf(context: Context, { userId, shown, provider }: SigningIn): Promise<string | null> {
  const boards = await listUserBoards(context, { userId, sessionId: null });
  const isNear = ({ board }: UserBoard): boolean =>
    !board.suspended && (!board.two_factor_missing || provider?.countsAsTwoFactors === true);
  const isOpen = (each: UserBoard): boolean =>
    isNear(each) && (each.board.opens_by === null || each.board.opens_by.id === provider?.id);
  const first =
    boards.find((each) => each.board.shortname === shown?.toLowerCase() && isNear(each)) ??
    boards.find(isOpen) ??
    boards.find(({ board }) => !board.suspended) ??
    boards[0];
  return first?.board.board_info.board_id ?? null;
}

export async function isPendingSignIn(context: Context, token: string | undefined): Promise<boolean> {
  if (token === undefined) return false;
  return selectValue(context.db, sql<boolean>`gate.is_pending_sign_in(${hashToken(token)}, ${context.clock.now()})`);
}

interface SignInRow {
  readonly user_id: string;
  readonly password_hash: string | null;
  readonly is_disabled: boolean;
  readonly has_second_factor: boolean;
  readonly opens_at: Date | null;
}

export const findSignIn = (context: Context, account: string): Promise<SignInRow | null> =>
  firstRow(context.db, sql<SignInRow>`select * from gate.find_sign_in(${account})`);
