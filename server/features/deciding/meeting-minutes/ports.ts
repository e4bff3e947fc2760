import type { ChosenSigner } from '#contract/signatures.ts';
import type { BoardScope } from '#server/db/board-scope.ts';

export interface MinutesSignatures {
  /** Asks the members to sign once the PDF is made. Throws if one of them cannot see all of the minutes. */
  request(scope: BoardScope, meetingId: string, signers: readonly ChosenSigner[]): Promise<void>;
}

declare module '#server/db/board-scope.ts' {
  interface Ports {
    readonly minutesSignatures: MinutesSignatures;
  }
}
