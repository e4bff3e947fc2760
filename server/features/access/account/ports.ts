import type { NotificationChoice } from '#domain/mail.ts';

/** Choices without mail are not offered. */
export type OfferedChoices = readonly NotificationChoice[];

declare module '#server/db/board-scope.ts' {
  interface Ports {
    readonly offeredChoices: OfferedChoices;
  }
}
