import { base32 } from '#domain/magic-uid.ts';
import { type NotificationChoice, notificationChoices } from '#domain/mail.ts';
import type { Context } from '#server/context.ts';
import type { ScopeBoard } from '#server/db/board-scope.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import type { Secrets } from '#server/secrets.ts';

interface Choosing {
  readonly memberId: string;
  readonly choice: NotificationChoice;
}

/** Anyone who has the message may use the secret to unsubscribe. */
export function unsubscribeSecret(secrets: Pick<Secrets, 'derive'>, { memberId, choice }: Choosing): string {
  return `u${base32(secrets.derive('unsubscribe', `unsubscribe:${memberId}:${choice}`))}`;
}

export const unsubscribeSecrets = (secrets: Pick<Secrets, 'derivations'>, { memberId, choice }: Choosing) =>
  secrets.derivations('unsubscribe', `unsubscribe:${memberId}:${choice}`).map((bytes) => `u${base32(bytes)}`);

export const choiceLabel = (choice: NotificationChoice): string =>
  notificationChoices.find((each) => each.choice === choice)?.label ?? choice;

export function unsubscribing(context: Context, board: Pick<ScopeBoard, 'shortname'>, of: Choosing) {
  const base = baseUrlOf(context.config, board.shortname);
  return {
    address: `${base}/unsubscribe/${of.memberId}/${of.choice}/${unsubscribeSecret(context.secrets, of)}`,
    label: choiceLabel(of.choice),
  };
}
