import type { NotificationChoice } from '#domain/mail.ts';

/** What a member is asked: a choice that no mail belongs to would be a switch without a lamp. */
export type OfferedChoices = readonly NotificationChoice[];

declare module '#server/db/board-scope.ts' {
  interface Ports {
    readonly offeredChoices: OfferedChoices;
  }
}
