import { base32 } from '#domain/magic-uid.ts';
import { type NotificationChoice, notificationChoices } from '#domain/notifications.ts';
import type { Context } from '#server/context.ts';
import type { ScopeBoard } from '#server/db/board-scope.ts';
import { baseUrlOf } from '#server/features/core/boards/addresses.ts';
import type { Secrets } from '#server/secrets.ts';

interface Choosing {
  readonly memberId: string;
  readonly choice: NotificationChoice;
}

/** Proves that an unsubscribe address is ours. Nothing is kept of it: whoever has the message may stop its kind, and no more. */
export function unsubscribeSecret(secrets: Pick<Secrets, 'derive'>, { memberId, choice }: Choosing): string {
  return `u${base32(secrets.derive('unsubscribe', `unsubscribe:${memberId}:${choice}`))}`;
}

/** Those that are taken: of an earlier SECRET_KEY too, while it is. */
export const unsubscribeSecrets = (secrets: Pick<Secrets, 'derivations'>, { memberId, choice }: Choosing) =>
  secrets.derivations('unsubscribe', `unsubscribe:${memberId}:${choice}`).map((bytes) => `u${base32(bytes)}`);

/** What an optional message says of how to stop its kind, in its headers (RFC 2369, RFC 8058) and its footer. */
export function unsubscribing(context: Context, board: Pick<ScopeBoard, 'shortname'>, of: Choosing) {
  const base = baseUrlOf(context.config, board.shortname);
  return {
    address: `${base}/unsubscribe/${of.memberId}/${of.choice}/${unsubscribeSecret(context.secrets, of)}`,
    label: notificationChoices.find(({ choice }) => choice === of.choice)?.label ?? of.choice,
  };
}
