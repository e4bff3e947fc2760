import type { ChosenSigner } from '#contract/signatures.ts';
import type { BoardScope } from '#server/db/board-scope.ts';

export interface MinutesSignatures {
  /** Requests the signatures when the PDF is ready. Throws if one of the signers cannot see all of the minutes. */
  request(scope: BoardScope, meetingId: string, signers: readonly ChosenSigner[]): Promise<void>;
}

declare module '#server/db/board-scope.ts' {
  interface Ports {
    readonly minutesSignatures: MinutesSignatures;
  }
}
