import { sql } from 'kysely';
import type { z } from 'zod';
import type { getUnsubscribe } from '#contract/mail.ts';
import { base32 } from '#domain/magic-uid.ts';
import { type NotificationChoice, notificationChoices } from '#domain/mail.ts';
import type { Context } from '#server/context.ts';
import { type BoardJobScope, type ScopeBoard, withBoardJobScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import { isMuted } from '#server/features/core/mail/queries.ts';
import { type Secrets, sameText } from '#server/secrets.ts';

export interface UnsubscribeAddress {
  readonly member_id: string;
  readonly choice: NotificationChoice;
  readonly secret: string;
}

export async function describeUnsubscribe(
  context: Context,
  address: UnsubscribeAddress,
): Promise<z.output<NonNullable<typeof getUnsubscribe.answer>>> {
  const { choice, member_id: memberId } = address;
  return onBoardOf(context, address, async (scope) => ({
    board: { title: scope.board.title, logo_url: scope.board.logoUrl, primary_color: scope.board.primaryColor },
    label: notificationChoices.find((each) => each.choice === choice)?.label ?? choice,
    is_stopped: await isMuted(scope, { memberId, choice }),
  }));
}

/** Idempotent. */
export async function unsubscribe(context: Context, address: UnsubscribeAddress): Promise<void> {
  const { choice, member_id: memberId } = address;
  await onBoardOf(context, address, async (scope) => {
    const muted = await scope.tx
      .insertInto('muted_mail')
      .values({ board_id: scope.board.id, member_id: memberId, choice, created_at: scope.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('choice')
      .executeTakeFirst();
    if (!muted) return;
    await audit(scope, {
      action: 'notifications.chosen',
      subjectKind: 'member',
      subjectId: memberId,
      detail: { on: '', off: choice, via: 'unsubscribe' },
    });
  });
}

/** 404 for a forged address or a removed member; suspended boards count. */
async function onBoardOf<T>(
  context: Context,
  address: UnsubscribeAddress,
  work: (scope: BoardJobScope) => Promise<T>,
): Promise<T> {
  const { choice, member_id: memberId, secret } = address;
  const taken = unsubscribeSecrets(context.secrets, { memberId, choice });
  if (!taken.some((each) => sameText(secret, each))) throw notFound();
  const { rows } = await sql<{ board_id: string | null }>`
    select gate.board_of_member(${memberId}::uuid) as board_id
  `.execute(context.db);
  const boardId = rows[0]?.board_id ?? null;
  if (boardId === null) throw notFound();
  const done = await withBoardJobScope(context, boardId, async (scope) => ({ answer: await work(scope) }), {
    evenSuspended: true,
  });
  if (!done) throw notFound();
  return done.answer;
}

interface Choosing {
  readonly memberId: string;
  readonly choice: NotificationChoice;
}

/** Not stored: whoever has the message may stop its kind. */
export function unsubscribeSecret(secrets: Pick<Secrets, 'derive'>, { memberId, choice }: Choosing): string {
  return `u${base32(secrets.derive('unsubscribe', `unsubscribe:${memberId}:${choice}`))}`;
}

/** Earlier secret keys included. */
export const unsubscribeSecrets = (secrets: Pick<Secrets, 'derivations'>, { memberId, choice }: Choosing) =>
  secrets.derivations('unsubscribe', `unsubscribe:${memberId}:${choice}`).map((bytes) => `u${base32(bytes)}`);

/** For headers (RFC 2369, RFC 8058) and footer. */
export function unsubscribing(context: Context, board: Pick<ScopeBoard, 'shortname'>, of: Choosing) {
  const base = baseUrlOf(context.config, board.shortname);
  return {
    address: `${base}/unsubscribe/${of.memberId}/${of.choice}/${unsubscribeSecret(context.secrets, of)}`,
    label: notificationChoices.find(({ choice }) => choice === of.choice)?.label ?? of.choice,
  };
}
